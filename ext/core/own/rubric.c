/* Rubrics: see rubric.h. */
#include "core/own/rubric.h"

#include <string.h>

#include "base/json_numbers.h"
#include "base/name.h"
#include "core/research/confidence.h"
#include "core/research/gate.h"

int rubric_name_compare(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t length = a_length < b_length ? a_length : b_length;
  for (size_t i = 0; i < length; i++) {
    int order = name_lower(a[i]) - name_lower(b[i]);
    if (order != 0) return order;
  }
  return (a_length > b_length) - (a_length < b_length);
}

/* Rubrics stand in the order of their names. */
const struct rubric *rubric_find(const struct settings *settings, const char *name,
                                 size_t length) {
  const struct rubric *rubrics = settings->rubrics.rubrics;
  size_t first = 0, end = settings->rubrics.rubric_count;
  while (first < end) {
    size_t middle = first + (end - first) / 2;
    const char *other = rubrics[middle].name;
    int order = rubric_name_compare(other, strlen(other), name, length);
    if (order == 0) return &rubrics[middle];
    if (order < 0) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return NULL;
}

double rubric_score(const double *numbers, int score) {
  return score_or_missing(numbers[score]);
}

double rubric_count(const double *numbers, const struct rubric_bound *bound) {
  return count_or_missing(numbers[bound->number]);
}

double rubric_regression(const struct rubric *rubric, const double *numbers) {
  return flag_or_missing(numbers[rubric->name_count - 1]);
}

static void rubric_scores(const struct rubric *rubric, const double *numbers,
                          double score[RUBRIC_NAMES_LIMIT]) {
  for (int i = 0; i < rubric->score_count; i++)
    score[i] = rubric_score(numbers, i);
}

/* The bounds that are broken: `many` says on which side.  False compares for NaN. */
static uint64_t rubric_broken(const struct rubric_bound *bounds, int count, bool many,
                              const double *numbers) {
  uint64_t broken = 0;
  for (int i = 0; i < count; i++) {
    double number = rubric_count(numbers, &bounds[i]);
    bool holds = many ? number <= bounds[i].bound : number >= bounds[i].bound;
    if (!holds) broken |= UINT64_C(1) << i;
  }
  return broken;
}

struct rubric_failures rubric_evaluate(const struct rubric *rubric,
                                       const double *numbers) {
  double score[RUBRIC_NAMES_LIMIT];
  rubric_scores(rubric, numbers, score);
  return (struct rubric_failures){
      .low = scores_below(score, rubric->high, rubric->score_count),
      .few = rubric_broken(rubric->at_least, rubric->at_least_count, false, numbers),
      .many = rubric_broken(rubric->at_most, rubric->at_most_count, true, numbers),
      .regressed = rubric_regression(rubric, numbers) != 0,
  };
}

double rubric_index(const struct rubric *rubric, const double *numbers) {
  double score[RUBRIC_NAMES_LIMIT];
  rubric_scores(rubric, numbers, score);
  return confidence_mean(score, rubric->weight, rubric->score_count, rubric->weight_sum);
}

static size_t rubric_rows(const struct rubric *rubric) {
  int count = rubric->score_count + rubric->at_least_count + rubric->at_most_count;
  return (size_t)count;
}

/* true and false are no scores and no counts. */
void rubric_read(const struct rubric *rubric, const char *text, size_t length,
                 double numbers[RUBRIC_NUMBERS]) {
  struct json_number read[RUBRIC_NUMBERS];
  int last = rubric->name_count - 1;
  json_numbers_read(text, length, rubric->names, rubric->name_count, read);
  for (int i = 0; i < last; i++)
    numbers[i] = read[i].member == JSON_NUMBER ? read[i].value : MISSING;
  numbers[last] = read[last].member == JSON_ABSENT ? 0 : read[last].value;
}

size_t rubric_row_count(const struct settings *settings) {
  const struct rubric_settings *all = &settings->rubrics;
  if (all->rubric_count == 0) return 0;
  const struct rubric *last = &all->rubrics[all->rubric_count - 1];
  return last->first_row + rubric_rows(last);
}

/* The last rubric that begins at the row or before it. */
const struct rubric *rubric_of_row(const struct settings *settings, size_t row) {
  const struct rubric *rubrics = settings->rubrics.rubrics;
  size_t first = 0, end = settings->rubrics.rubric_count;
  while (end - first > 1) {
    size_t middle = first + (end - first) / 2;
    if (rubrics[middle].first_row <= row) {
      first = middle;
    } else {
      end = middle;
    }
  }
  return &rubrics[first];
}
