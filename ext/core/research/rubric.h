/*
** Rubrics: each has a gate, an index and a report over any number of dimensions.
**
** A rubric demands three things of a round.  Each score is at or above its High floor,
** the smallest score that is enough.  Each count is within its bounds.  There is no
** regression: the index did not fall.  No high score makes up for a failure, and a
** missing number fails (rule R3 in REFERENCE.md).
**
** The gate of the five dimensions is the rubric `research`, which gate.h makes from the
** settings.
**
** The code that judges each row is inline, so the compiler can put it into the loops of
** callers, and unroll it if the number of scores is a constant.
*/
#ifndef ASSAY_CORE_RESEARCH_RUBRIC_H
#define ASSAY_CORE_RESEARCH_RUBRIC_H

#include <stdint.h>

#include "core/research/confidence.h"

/* The built-in rubric over the five dimensions.  It is not in settings->rubrics. */
#define RUBRIC_RESEARCH "research"

/* Every rubric has this name, besides the names of its scores and counts. */
#define RUBRIC_REGRESSION "regression"

/* Compares two names: < 0, > 0, or 0 if they differ at most in ASCII case. */
int rubric_name_compare(const char *a, size_t a_length, const char *b, size_t b_length);

/* Returns the rubric of that name, owned by the settings.  NULL if the settings have no
** rubric of that name, as for `research`. */
const struct rubric *rubric_find(const struct settings *settings, const char *name,
                                 size_t length);

/* Returns a condition by its number: first those in `at_least`, then in `at_most`. */
static inline const struct rubric_bound *rubric_condition(const struct rubric *rubric,
                                                          int condition) {
  int at_least = rubric->rule.at_least_count;
  return condition < at_least ? &rubric->at_least[condition]
                              : &rubric->at_most[condition - at_least];
}

/* The numbers of a round are in this order: its scores, a count for each condition, and
** the regression.  A number that is missing or out of range is a NaN. */
#define RUBRIC_NUMBERS (2 * RUBRIC_NAMES_LIMIT + 1)

static inline int rubric_number_count(const struct rubric_rule *rule) {
  return rule->score_count + rule->condition_count + 1;
}

/* A struct rubric_numbers has room for this many numbers, so the five scores and two
** counts of `research` need no other memory. */
#define RUBRIC_FEW 7

struct rubric_numbers {
  int count;
  union {
    double few[RUBRIC_FEW];
    const double *many; /* for more than RUBRIC_FEW numbers; memory of the caller */
  } is;
};

/* Copies up to RUBRIC_FEW numbers; borrows `numbers` if there are more. */
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

/* Reads the numbers of a round from one JSON object.  Keys are matched with the rubric's
** names (ASCII case does not matter); other keys are skipped.
**
** A score is a number in 0..1, and a count is a whole number >= 0.  A string that holds
** such a number is read as that number.  The regression is 0 or 1, false or true.  Any
** other value makes the number missing; so does a key that is absent or appears twice.
** Exception: an absent regression is 0, as in a call of an SQL function that leaves it
** out.  If json_numbers.h does not read the text as a JSON object, all keys are
** absent. */
void rubric_read(const struct rubric *rubric, const char *text, size_t length,
                 double numbers[RUBRIC_NUMBERS]);

/* Failures that concern no score and no condition. */
enum rubric_failure {
  RUBRIC_REGRESSED = 1,
  RUBRIC_REGRESSION_MISSING = 2,
  RUBRIC_LOW_INDEX = 4, /* only the legacy engine sets it; that engine never sets `low` */
  RUBRIC_LAST_ROUND = 8 /* set by the stop policy: no further round is allowed */
};

/* The reasons why a round fails, as sets of scores and of conditions.  A number that
** fails is either missing or outside its bound, never both. */
struct rubric_failures {
  uint64_t missing;   /* scores that are missing */
  uint64_t low;       /* scores below High */
  uint64_t uncounted; /* conditions whose count is missing */
  uint64_t broken;    /* conditions whose count is outside its bound */
  unsigned others;
};

/* Returns the index: the mean of the scores under the rubric's weights, 0..1. */
static inline double rubric_index(const struct rubric_rule *rule, const double *numbers) {
  return confidence_mean(numbers, rule->weight, rule->score_count, rule->weight_sum);
}

/* True if every score with a weight above 0 is present, so the index omits no score. */
static inline bool rubric_is_complete(const struct rubric_rule *rule,
                                      const double *numbers) {
  bool complete = true;
  for (int i = 0; i < rule->score_count; i++)
    complete &= rule->weight[i] == 0 || !isnan(numbers[i]);
  return complete;
}

/* Returns which of the first `count` numbers are missing, as a set: bit i is number i. */
static inline uint64_t rubric_missing(const double *numbers, int count) {
  uint64_t missing = 0;
  for (int i = 0; i < count; i++)
    missing |= (uint64_t)is_missing(numbers[i]) << i;
  return missing;
}

/* Returns the set of scores below their floors, missing scores included. */
static inline uint64_t rubric_below(const struct rubric_rule *rule,
                                    const double *numbers) {
  uint64_t below = 0;
  for (int i = 0; i < rule->score_count; i++)
    below |= (uint64_t) !(numbers[i] >= rule->high[i]) << i;
  return below;
}

/* True if a count is within the bound of a condition.  False for a missing count. */
static inline bool rubric_keeps(const struct rubric_rule *rule, int condition,
                                double count) {
  double bound = rule->bound[condition];
  return condition < rule->at_least_count ? count >= bound : count <= bound;
}

/* Returns the conditions whose count is not within its bound. */
static inline uint64_t rubric_broken(const struct rubric_rule *rule,
                                     const double *counts) {
  uint64_t broken = 0;
  for (int i = 0; i < rule->condition_count; i++)
    broken |= (uint64_t)!rubric_keeps(rule, i, counts[i]) << i;
  return broken;
}

/* True if the index is high enough: the legacy engine tests the index in place of High
** floors.  False also if a score is missing, even if the index is high enough without
** it (rule R3 in REFERENCE.md).  A score without weight may be missing. */
static inline bool rubric_index_high(const struct rubric_rule *rule,
                                     const double *numbers) {
  return rubric_is_complete(rule, numbers) && rubric_index(rule, numbers) >= rule->min_ci;
}

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

/* What a round's failures mean for its run (a succession of rounds); the worst is first.
** A veto is a condition that can halt a run.  A round is halted if all its failures are
** vetoes, and the count of at least one veto is above its bound, not only missing. */
enum rubric_standing { STANDING_HALTED, STANDING_FAILED, STANDING_PASSED };

enum rubric_standing rubric_standing(const struct rubric_rule *rule,
                                     const struct rubric_failures *failures);

/* Compares the failures of two rounds: < 0, > 0, or 0 only if they are identical. */
int rubric_failures_compare(const struct rubric_failures *a,
                            const struct rubric_failures *b);

/* Sets missing[i] to true if the number called rubric->names[i] is missing. */
void rubric_missing_names(const struct rubric *rubric,
                          const struct rubric_failures *failures,
                          bool missing[RUBRIC_NUMBERS]);

/* A caller's function that receives the parts of a text, as C strings. */
typedef void rubric_take_text(void *context, const char *text);

/* Calls `take` with the parts of one line: the failures, joined with "; ".  Names of
** missing numbers come first, and are not repeated later in the line: "missing:
** verification; low dimensions: coverage, recency; insufficient recent sources".  The
** line is empty if nothing fails. */
void rubric_reason(const struct rubric *rubric, const struct rubric_failures *failures,
                   rubric_take_text *take, void *context);

#endif
