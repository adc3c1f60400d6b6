/* Ambiguity of an answer: see ambiguity.h. */
#include "core/interview/ambiguity.h"

#include "base/missing.h"
#include "core/reply_scores.h"

const char ambiguity_prompt_before[] =
    "Analyze this interview response for linguistic ambiguity and uncertainty.\n"
    "\n"
    "Response text: \"";

const char ambiguity_prompt_after[] =
    "\"\n"
    "\n"
    "Evaluate:\n"
    "1. Hedge words: Does the respondent use qualifying language (maybe, sort of, "
    "might)?\n"
    "2. Uncertainty markers: Explicit expressions of not knowing (not sure, unclear)?\n"
    "3. Extraction confidence: Would you be confident extracting a clear claim from "
    "this?\n"
    "\n"
    "Rate AMBIGUITY from 0.0 (crystal clear) to 1.0 (very ambiguous).\n"
    "\n"
    "Return JSON: {\"ambiguity\": float, \"reasoning\": str}\n";

static const char *const ambiguity_labels[] = {"ambiguity", "ambiguity score",
                                               "ambiguity level", "ambiguity rating"};

static const struct phrase_list ambiguity_list = {
    ambiguity_labels, sizeof ambiguity_labels / sizeof *ambiguity_labels};

static bool ambiguity_holds(double *number) {
  return *number >= 0 && *number <= 1;
}

static const struct reply_scale ambiguity_scale = {1, ambiguity_holds};

/* True if the whole reply is a number, except for blanks, quotes and Markdown around
** it. */
static bool ambiguity_is_number(struct reply reply, double *number) {
  struct reply_part part;
  if (!reply_single(reply, &part)) return false;
  reply_skip(&part, REPLY_SPACE);
  if (!reply_take_number(&part, false, number)) return false;
  reply_skip(&part, REPLY_SPACE | REPLY_STOP);
  return part.at == part.end && ambiguity_holds(number);
}

double ambiguity_of_reply(const char *text, size_t length) {
  if (length == 0) return MISSING;
  struct reply reply = reply_open(text, length);
  struct reply_scores scores = reply_scores_of(reply, &ambiguity_list, &ambiguity_scale);
  double best = reply_scores_best(&scores), number;
  if (scores.objects != ANSWER_NONE || !is_missing(best)) return best;
  return ambiguity_is_number(reply, &number) ? number : MISSING;
}
