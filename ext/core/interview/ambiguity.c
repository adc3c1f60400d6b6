/* Ambiguity of an answer: see ambiguity.h. */
#include "core/interview/ambiguity.h"

#include "base/missing.h"
#include "base/json_reader.h"
#include "base/name.h"
#include "base/number.h"
#include "core/reply.h"

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

/* True where a number may end: at a bracket, at a comma that no digit follows (0,35 is no
** JSON, whatever it means), at the end. */
static bool ambiguity_number_ends(struct json_reader reader) {
  bool comma = json_reader_take(&reader, ',');
  json_reader_skip_space(&reader);
  if (reader.at == reader.end) return true;
  return comma ? !number_is_digit(*reader.at) : *reader.at == '}';
}

/* A number, which may be quoted.  `0.4%` and `1/2` are none. */
static bool ambiguity_read_number(struct json_reader *reader, double *number) {
  bool quoted = json_reader_take(reader, '"');
  json_reader_skip_space(reader);
  size_t left = (size_t)(reader->end - reader->at);
  size_t taken = number_parse(reader->at, left, number);
  if (taken == 0) return false;
  reader->at += taken;
  return quoted ? json_reader_take(reader, '"') : ambiguity_number_ends(*reader);
}

static bool ambiguity_is(double number) {
  return number >= 0 && number <= 1;
}

/* Finds the first key with an ambiguity.  Looks from every quote on, because prose need
** not keep quotes in pairs. */
static bool ambiguity_find_key(struct reply_part part, double *number) {
  struct json_reader reader = {part.at, part.end};
  const char *key;
  size_t length;
  for (const char *at = part.at; at < part.end; at++) {
    reader.at = at;
    if (*at != '"' || !json_reader_string(&reader, &key, &length)) continue;
    if (!name_matches("ambiguity", key, length)) continue;
    if (!json_reader_take(&reader, ':')) continue;
    if (ambiguity_read_number(&reader, number) && ambiguity_is(*number)) return true;
  }
  return false;
}

/* The part is a number and nothing else. */
static bool ambiguity_is_number(struct reply_part part, double *number) {
  struct json_reader reader = {part.at, part.end};
  return ambiguity_read_number(&reader, number) && ambiguity_is(*number) &&
         json_reader_is_done(&reader);
}

double ambiguity_of_reply(const char *text, size_t length) {
  struct reply reply = reply_open(text, length);
  struct reply_part part;
  double number;
  for (struct reply rest = reply; reply_next(&rest, &part);) {
    if (ambiguity_find_key(part, &number)) return number;
  }
  return reply_single(reply, &part) && ambiguity_is_number(part, &number) ? number
                                                                          : MISSING;
}
