/*
** The relevance gate: a judge's reply to a score, a score to keep or drop, the number of
** sources that are kept to a decision.
**
** A score is a number in 1..5: 5 answers the question, 3 touches on it, 1 is off topic.
*/
#ifndef ASSAY_CORE_RETRIEVAL_RELEVANCE_H
#define ASSAY_CORE_RETRIEVAL_RELEVANCE_H

#include "base/missing.h"
#include "core/settings.h"

#define RELEVANCE_LEAST 1.0
#define RELEVANCE_MOST 5.0

/* From nothing to everything. */
enum relevance_decision {
  DECISION_INSUFFICIENT_DATA,
  DECISION_SHORT_REPORT,
  DECISION_FULL_REPORT,
  DECISION_COUNT
};

extern const char *const relevance_decision_names[DECISION_COUNT];

/* Holds a score within 1..5; a missing one stays missing. */
static inline double relevance_clamp(double score) {
  if (score < RELEVANCE_LEAST) return RELEVANCE_LEAST;
  return score > RELEVANCE_MOST ? RELEVANCE_MOST : score;
}

/* Moves a number to the scale: 0 and below become 1.  False for a number that is on
** another scale: between 0 and 1, or above 5. */
bool relevance_holds(double *number);

/* Reads the score from a judge's reply, 1..5; missing if there is none, or where a
** form finds two different ones.  The forms in this order:
**
**   {"score": 4}     the key of an object that is a label: the one that the list of
**                    labels names first, and nothing inside another string
**   Final score: 4   a label that says final, overall or total; of several the last
**   SCORE: 4         a label at the start of a line; of several the first.  A remark may
**                    follow: (1-5), (5 = best), out of 5; then `:`, `=`, an arrow, a
**                    cell's `|` or a dash between blanks; or, where the label has a
**                    capital and begins its line or is emphasised and the score ends the
**                    line, nothing
**   its score: 4     a label within a line; of several the first
**   4/5              or 4 out of 5, 4 stars, \boxed{4}
**   [4]              and nothing else on its line
**   3 stars, drawn   at the start of a line
**   4                and nothing else in the reply
**   Score: good (4)  a label, a word, the score in brackets
**
** So a citation before a score is not a score.  A number on another scale is not a score
** either, and the search goes on.  `labels` are the labels (reply_labels.h);
** reply_value.h says what may follow them, reply.h what is read at all.
**
** O(length) for a given list of labels, no memory. */
double relevance_read(const char *text, size_t length, const struct phrase_list *labels);

/* True if a source of that score is kept: score >= cutoff, where a missing score counts
** as `default_score`. */
static inline bool relevance_keeps(double score, double cutoff, double default_score) {
  return relevance_clamp(is_missing(score) ? default_score : score) >= cutoff;
}

/* What can be written from `survivors` sources, if a short report takes no more of them
** than a full one.  Nothing can be written from none, and a missing count counts as
** none. */
static inline enum relevance_decision relevance_decide(double survivors, double min_full,
                                                       double min_short) {
  int reached = (survivors >= min_short) + (survivors >= min_full);
  return (enum relevance_decision)((survivors > 0) * reached);
}

/* The mode of that name in any ASCII case, or NULL; owned by the settings. */
const struct relevance_mode *relevance_mode_find(const struct settings *settings,
                                                 const char *name, size_t length);

/* The mode if none is named: `standard`, or the first if there is no mode of that name;
** owned by the settings. */
const struct relevance_mode *relevance_mode_default(const struct settings *settings);

#endif
