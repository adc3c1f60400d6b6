/*
** The relevance gate.  It reads a source's score from the reply of a judge (a language
** model), and decides whether to keep the source.  The number of kept sources decides the
** length of the research report.
**
** A score is a number in 1..5: 5 answers the question, 3 touches on it, 1 is off topic.
*/
#ifndef ASSAY_CORE_RETRIEVAL_RELEVANCE_H
#define ASSAY_CORE_RETRIEVAL_RELEVANCE_H

#include "base/missing.h"
#include "core/settings.h"

#define RELEVANCE_LEAST 1.0
#define RELEVANCE_MOST 5.0

/* The length of the report, in ascending order. */
enum relevance_decision {
  DECISION_INSUFFICIENT_DATA,
  DECISION_SHORT_REPORT,
  DECISION_FULL_REPORT,
  DECISION_COUNT
};

extern const char *const relevance_decision_names[DECISION_COUNT];

/* Returns the score, but at least 1 and at most 5.  A missing score stays missing. */
static inline double relevance_clamp(double score) {
  if (score < RELEVANCE_LEAST) return RELEVANCE_LEAST;
  return score > RELEVANCE_MOST ? RELEVANCE_MOST : score;
}

/* Sets a number of 0 or less to 1, the least score.  False if the number must be on
** another scale: above 5, or, like .8, between 0 and 1. */
bool relevance_holds(double *number);

/* Reads the score from a judge's reply, 1..5.  Missing if the reply has no score, or two
** different scores in one form.  These forms are tried in order:
**
**   {"score": 4}     a label as a key of an object, not in a string value; of several
**                    such keys, the outermost; at equal depth, the first in `labels`
**   Final score: 4   a label that says final, overall or total; the last of several
**   SCORE: 4         a label at the start of a line; the first of several.  A remark may
**                    follow: (1-5), (5 = best), out of 5.  Then a separator follows: `:`,
**                    `=`, an arrow, a cell's `|` or a dash between blanks.  The separator
**                    may be absent if the score ends the line, and the label begins with
**                    a capital, and the label begins its line or is emphasised.
**   its score: 4     a label in the middle of a line; the first of several
**   4/5              or 4 out of 5, 4 stars, \boxed{4}
**   [4]              and nothing else on its line
**   3 star signs     at the start of a line: stars as characters
**   4                and nothing else in the reply
**   Score: good (4)  a label, a word, the score in brackets
**
** Because of this order, a citation such as [4] is not taken for the score if a form
** above `[4]` matches.  Numbers on another scale are skipped.  See reply_labels.h for
** labels, reply_value.h for the text after a label, and reply.h for skipped text.
**
** Takes O(length) time for a given list of labels, and no memory. */
double relevance_read(const char *text, size_t length, const struct phrase_list *labels);

/* True if a source with that score is kept: score >= cutoff.  A missing score counts as
** `default_score`. */
static inline bool relevance_keeps(double score, double cutoff, double default_score) {
  return relevance_clamp(is_missing(score) ? default_score : score) >= cutoff;
}

/* Chooses the report by the number of sources that are kept; min_short must be <=
** min_full.  If `survivors` is 0 or missing, the decision is
** DECISION_INSUFFICIENT_DATA. */
static inline enum relevance_decision relevance_decide(double survivors, double min_full,
                                                       double min_short) {
  int reached = (survivors >= min_short) + (survivors >= min_full);
  return (enum relevance_decision)((survivors > 0) * reached);
}

/* Returns the settings' mode of that name (ASCII case does not matter), or NULL. */
const struct relevance_mode *relevance_mode_find(const struct settings *settings,
                                                 const char *name, size_t length);

/* Returns the mode for callers that name none: `standard`, or the first mode if there is
** no `standard`.  Owned by the settings. */
const struct relevance_mode *relevance_mode_default(const struct settings *settings);

#endif
