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

/* Reads the score from a judge's reply, held within 1..5; missing where there is none.
** The forms in this order, and of each the first in the text:
**
**   SCORE: 4     a label: score, rating or relevance in any case, also relevance_score,
**                final- and overall_score and -rating, as the name of a JSON key or XML
**                element too; a remark may follow: (1-5), (5 = best), out of 5; then `:`,
**                `=`, an arrow, a cell's `|` or a dash between blanks; or, where the
**                label has a capital and begins its line or is emphasised and the score
**                ends the line, nothing
**   4/5          or 4 out of 5
**   [4]
**   4            and nothing else in the reply
**
** So a citation before a score is none.  A number is decimal, with a point or a comma,
** and may have a sign.  It is no score where it is on another scale (4/10, 8 out of 10,
** 80%, 8 behind a label with (1-10)), one of a range (1-5, 4 or 5), of parts that are
** counted (4 of the 5), of a date (4/5/2026) or of a word (5G), nor where it numbers the
** first item of a list below its label.  What the judge only thought is not read, and
** typography counts as ASCII (see reply.h).
**
** Each form takes one pass: O(length), no memory. */
double relevance_read(const char *text, size_t length);

/* True if a source of that score is kept: score >= cutoff, where a missing score counts
** as `default_score`. */
static inline bool relevance_keeps(double score, double cutoff, double default_score) {
  return relevance_clamp(is_missing(score) ? default_score : score) >= cutoff;
}

/* What can be written from `survivors` sources, where a short report takes no more of
** them than a full one.  Nothing can from none, and a missing count is none. */
static inline enum relevance_decision relevance_decide(double survivors, double min_full,
                                                       double min_short) {
  int reached = (survivors >= min_short) + (survivors >= min_full);
  return (enum relevance_decision)((survivors > 0) * reached);
}

/* The mode of that name in any ASCII case, or NULL; owned by the settings. */
const struct relevance_mode *relevance_mode_find(const struct settings *settings,
                                                 const char *name, size_t length);

/* The mode that holds where none is named: `standard`, or the first if there is none of
** that name; owned by the settings. */
const struct relevance_mode *relevance_mode_default(const struct settings *settings);

#endif
