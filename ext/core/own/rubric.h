/*
** Rubrics: a gate, an index and a report over dimensions of the user's own.
**
** A rubric asks for each of its scores at its High floor or above, for each of its counts
** within its bounds, and for no regression.  As in the gate nothing makes up for a
** failure, and what is missing fails (rule R3).
**
** Scores and index are judged by the gate's own loops (gate.h, confidence.h), given
** another number of dimensions.
*/
#ifndef ASSAY_CORE_OWN_RUBRIC_H
#define ASSAY_CORE_OWN_RUBRIC_H

#include <stdint.h>

#include "core/research/tier.h"
#include "core/settings.h"

/* The rubric that is not a setting: the gate over the five dimensions. */
#define RUBRIC_RESEARCH "research"

/* What every rubric reads beside its own names. */
#define RUBRIC_REGRESSION "regression"

/* Which of a rubric's parts fail, each a set of bits in the order of its list.  A count
** that is missing fails each of its bounds. */
struct rubric_failures {
  uint64_t low;   /* scores below High */
  uint64_t few;   /* counts below at_least */
  uint64_t many;  /* counts above at_most */
  bool regressed; /* or it is not known whether */
};

/* The order of names, in any ASCII case; 0 where rule R8 takes them for one. */
int rubric_name_compare(const char *a, size_t a_length, const char *b, size_t b_length);

/* The rubric of that name, owned by the settings; NULL where they have none, as for
** `research`.  O(log n). */
const struct rubric *rubric_find(const struct settings *settings, const char *name,
                                 size_t length);

/* The most names that a rubric reads: scores, bounds on both sides, the regression. */
#define RUBRIC_NUMBERS (3 * RUBRIC_NAMES_LIMIT + 1)

/* Reads the numbers that one JSON object has under the rubric's names, in their order, as
** evidence_from_json() reads those of a round: NaN where there is none, but 0 for a
** regression that is not there. */
void rubric_read(const struct rubric *rubric, const char *text, size_t length,
                 double numbers[RUBRIC_NUMBERS]);

/* What follows judges these numbers.  One outside its domain is missing, too. */

double rubric_score(const double *numbers, int score);
double rubric_count(const double *numbers, const struct rubric_bound *bound);

/* 0 or 1, or missing; evidence that does not speak of a regression has a 0 there. */
double rubric_regression(const struct rubric *rubric, const double *numbers);

struct rubric_failures rubric_evaluate(const struct rubric *rubric,
                                       const double *numbers);

static inline bool rubric_passed(const struct rubric_failures *failures) {
  return (failures->low | failures->few | failures->many) == 0 && !failures->regressed;
}

/* The weighted mean of the scores, 0..1; a missing score counts as 0.  It breaks ties
** only, like the confidence index. */
double rubric_index(const struct rubric *rubric, const double *numbers);

/* The number of rows that the listing of all rubrics has, and the rubric and part that
** row `row` is about: the rubric's scores come first, then at_least, then at_most.
** O(log n). */
size_t rubric_row_count(const struct settings *settings);
const struct rubric *rubric_of_row(const struct settings *settings, size_t row);

#endif
