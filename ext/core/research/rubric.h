/*
** Rubrics: a gate, an index and a report over any number of dimensions.
**
** A rubric asks for each of its scores at its High floor or above, for each of its counts
** within its bounds, and for no regression.  Nothing makes up for a failure, and what is
** missing fails (rule R3).  The gate of five dimensions is the rubric `research`: gate.h
** makes it of its settings.
**
** The code that judges each row is inline, so that the compiler can put it into its
** callers' loops, and unroll it where it knows the number of scores.
*/
#ifndef ASSAY_CORE_RESEARCH_RUBRIC_H
#define ASSAY_CORE_RESEARCH_RUBRIC_H

#include <stdint.h>

#include "core/research/confidence.h"

/* The rubric that is not a setting: the gate over the five dimensions. */
#define RUBRIC_RESEARCH "research"

/* What every rubric reads beside its own names. */
#define RUBRIC_REGRESSION "regression"

/* The order of names, in any ASCII case; 0 if rule R8 takes them for one. */
int rubric_name_compare(const char *a, size_t a_length, const char *b, size_t b_length);

/* The rubric of that name, owned by the settings; NULL if they have none, as for
** `research`. */
const struct rubric *rubric_find(const struct settings *settings, const char *name,
                                 size_t length);

/* The condition of that number. */
static inline const struct rubric_bound *rubric_condition(const struct rubric *rubric,
                                                          int condition) {
  int at_least = rubric->rule.at_least_count;
  return condition < at_least ? &rubric->at_least[condition]
                              : &rubric->at_most[condition - at_least];
}

/* The numbers of a round stand in this order: its scores, a count for each condition, and
** the regression.  What is missing, or outside its domain, is a NaN. */
#define RUBRIC_NUMBERS (2 * RUBRIC_NAMES_LIMIT + 1)

static inline int rubric_number_count(const struct rubric_rule *rule) {
  return rule->score_count + rule->condition_count + 1;
}

/* Numbers that are remembered: the five scores and two counts of `research` need no
** memory of their own. */
#define RUBRIC_FEW 7

struct rubric_numbers {
  int count;
  union {
    double few[RUBRIC_FEW];
    const double *many; /* where there are more; borrowed, or owned by who owns this */
  } is;
};

/* Borrows them where they are many. */
static inline struct rubric_numbers rubric_numbers_of(const double *numbers, int count) {
  struct rubric_numbers made = {.count = count};
  for (int i = 0; i < count && count <= RUBRIC_FEW; i++)
    made.is.few[i] = numbers[i];
  if (count > RUBRIC_FEW) made.is.many = numbers;
  return made;
}

static inline const double *rubric_numbers_at(const struct rubric_numbers *numbers) {
  return numbers->count > RUBRIC_FEW ? numbers->is.many : numbers->is.few;
}

/* Reads the numbers of a round from one JSON object by the rubric's names, in any ASCII
** case; other names are skipped.  A score is a number in 0..1, a count a whole number >=
** 0; either may be a string with such a number.  The regression is 0 or 1, false or true.
** Any other value is missing, and so is a name that is absent or appears twice; but an
** absent regression is 0, as in the calls without one.  A text that json_numbers.h does
** not read as a JSON object has no names. */
void rubric_read(const struct rubric *rubric, const char *text, size_t length,
                 double numbers[RUBRIC_NUMBERS]);

/* Beside the scores and conditions that fail. */
enum rubric_failure {
  RUBRIC_REGRESSED = 1,
  RUBRIC_REGRESSION_MISSING = 2,
  RUBRIC_LOW_INDEX = 4, /* for low scores: legacy engine */
  RUBRIC_LAST_ROUND = 8 /* of the stop policy: no further one allowed */
};

/* What keeps a round from passing, in sets of scores and of conditions.  A number is
** missing, or is there and fails: never both. */
struct rubric_failures {
  uint64_t missing;   /* scores */
  uint64_t low;       /* scores below High */
  uint64_t uncounted; /* conditions */
  uint64_t broken;    /* conditions whose bound is passed */
  unsigned others;
};

/* The confidence index: the mean of the scores under the rubric's weights, 0..1.  It
** breaks ties only. */
static inline double rubric_index(const struct rubric_rule *rule, const double *numbers) {
  return confidence_mean(numbers, rule->weight, rule->score_count, rule->weight_sum);
}

/* True if every score that weighs anything is there: the index then leaves nothing
** out. */
static inline bool rubric_is_complete(const struct rubric_rule *rule,
                                      const double *numbers) {
  bool complete = true;
  for (int i = 0; i < rule->score_count; i++)
    complete &= rule->weight[i] == 0 || !isnan(numbers[i]);
  return complete;
}

/* Which of this many numbers are missing: a set of bits in their order. */
static inline uint64_t rubric_missing(const double *numbers, int count) {
  uint64_t missing = 0;
  for (int i = 0; i < count; i++)
    missing |= (uint64_t)is_missing(numbers[i]) << i;
  return missing;
}

/* The scores below their floors, a missing one too. */
static inline uint64_t rubric_below(const struct rubric_rule *rule,
                                    const double *numbers) {
  uint64_t below = 0;
  for (int i = 0; i < rule->score_count; i++)
    below |= (uint64_t) !(numbers[i] >= rule->high[i]) << i; /* NaN too */
  return below;
}

/* Does a count keep the bound of the condition?  A missing one does not. */
static inline bool rubric_keeps(const struct rubric_rule *rule, int condition,
                                double count) {
  double bound = rule->bound[condition];
  return condition < rule->at_least_count ? count >= bound : count <= bound;
}

/* The conditions whose count does not. */
static inline uint64_t rubric_broken(const struct rubric_rule *rule,
                                     const double *counts) {
  uint64_t broken = 0;
  for (int i = 0; i < rule->condition_count; i++)
    broken |= (uint64_t)!rubric_keeps(rule, i, counts[i]) << i;
  return broken;
}

/* The legacy engine's condition, in place of High scores.  Missing evidence is a failure
** there, too (R3): without it an index can only be too low, but nobody knows by how
** much.  A score without weight may be missing. */
static inline bool rubric_index_high(const struct rubric_rule *rule,
                                     const double *numbers) {
  return rubric_is_complete(rule, numbers) && rubric_index(rule, numbers) >= rule->min_ci;
}

/* All that fails. */
static inline struct rubric_failures rubric_evaluate(const struct rubric_rule *rule,
                                                     const double *numbers) {
  const double *counts = numbers + rule->score_count;
  double regression = counts[rule->condition_count];
  struct rubric_failures failures = {
      .missing = rubric_missing(numbers, rule->score_count),
      .uncounted = rubric_missing(counts, rule->condition_count),
  };
  failures.broken = rubric_broken(rule, counts) & ~failures.uncounted;
  if (regression != 0)
    failures.others =
        is_missing(regression) ? RUBRIC_REGRESSION_MISSING : RUBRIC_REGRESSED;
  if (rule->engine == ENGINE_MULTIDIMENSIONAL) {
    failures.low = rubric_below(rule, numbers) & ~failures.missing;
  } else if (rubric_index_high(rule, numbers)) {
    failures.missing = 0;
  } else if (rubric_index(rule, numbers) < rule->min_ci) {
    failures.others |= RUBRIC_LOW_INDEX;
  }
  return failures;
}

static inline bool rubric_passed(const struct rubric_failures *failures) {
  return (failures->missing | failures->low | failures->uncounted | failures->broken |
          failures->others) == 0;
}

/* How a round by itself stands with the gate, the worst first: it is halted where nothing
** fails but vetoes, and one of them is broken. */
enum rubric_standing { STANDING_HALTED, STANDING_FAILED, STANDING_PASSED };

enum rubric_standing rubric_standing(const struct rubric_rule *rule,
                                     const struct rubric_failures *failures);

/* < 0, 0, > 0: an order in which failures that differ stand apart. */
int rubric_failures_compare(const struct rubric_failures *a,
                            const struct rubric_failures *b);

/* Which of a rubric's names are missing, as a score or as a count: a flag for each. */
void rubric_missing_names(const struct rubric *rubric,
                          const struct rubric_failures *failures,
                          bool missing[RUBRIC_NUMBERS]);

/* What takes a part of a text: a C string. */
typedef void rubric_take_text(void *context, const char *text);

/* Gives what fails as one line, joined with "; ".  What is missing comes first and is not
** named again: "missing: verification; low dimensions: coverage, recency; insufficient
** recent sources".  Empty if nothing fails. */
void rubric_reason(const struct rubric *rubric, const struct rubric_failures *failures,
                   rubric_take_text *take, void *context);

#endif
