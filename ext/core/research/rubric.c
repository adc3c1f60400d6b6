/* Rubrics: see rubric.h. */
#include "core/research/rubric.h"

#include <string.h>

#include "base/json_numbers.h"
#include "base/name.h"

int rubric_name_compare(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t length = a_length < b_length ? a_length : b_length;
  for (size_t i = 0; i < length; i++) {
    int order = name_lower(a[i]) - name_lower(b[i]);
    if (order != 0) return order;
  }
  return (a_length > b_length) - (a_length < b_length);
}

const struct rubric *rubric_find(const struct settings *settings, const char *name,
                                 size_t length) {
  for (size_t i = 0; i < settings->rubrics.rubric_count; i++) {
    const struct rubric *rubric = &settings->rubrics.rubrics[i];
    if (rubric_name_compare(rubric->name, strlen(rubric->name), name, length) == 0)
      return rubric;
  }
  return NULL;
}

/* true and false are neither scores nor counts. */
static double rubric_number(const struct json_number *number) {
  return number->member == JSON_NUMBER ? number->value : MISSING;
}

void rubric_read(const struct rubric *rubric, const char *text, size_t length,
                 double numbers[RUBRIC_NUMBERS]) {
  struct json_number read[RUBRIC_NUMBERS];
  const struct json_number *regression = &read[rubric->name_count - 1];
  int scores = rubric->rule.score_count, conditions = rubric->rule.condition_count;
  json_numbers_read(text, length, rubric->names, rubric->name_count, read);
  for (int i = 0; i < scores; i++)
    numbers[i] = score_or_missing(rubric_number(&read[i]));
  for (int i = 0; i < conditions; i++)
    numbers[scores + i] =
        count_or_missing(rubric_number(&read[rubric_condition(rubric, i)->number]));
  numbers[scores + conditions] =
      regression->member == JSON_ABSENT ? 0 : flag_or_missing(regression->value);
}

enum rubric_standing rubric_standing(const struct rubric_rule *rule,
                                     const struct rubric_failures *failures) {
  struct rubric_failures rest = *failures;
  rest.uncounted &= ~rule->vetoes;
  rest.broken &= ~rule->vetoes;
  if (rubric_passed(failures)) return STANDING_PASSED;
  bool halted = rubric_passed(&rest) && failures->broken != 0;
  return halted ? STANDING_HALTED : STANDING_FAILED;
}

int rubric_failures_compare(const struct rubric_failures *a,
                            const struct rubric_failures *b) {
  const uint64_t left[] = {a->others, a->broken, a->low, a->uncounted, a->missing};
  const uint64_t right[] = {b->others, b->broken, b->low, b->uncounted, b->missing};
  for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
    if (left[i] != right[i]) return left[i] > right[i] ? 1 : -1;
  }
  return 0;
}

void rubric_missing_names(const struct rubric *rubric,
                          const struct rubric_failures *failures,
                          bool missing[RUBRIC_NUMBERS]) {
  for (int i = 0; i < rubric->name_count; i++)
    missing[i] = i < rubric->rule.score_count && (failures->missing >> i & 1) != 0;
  for (int i = 0; i < rubric->rule.condition_count; i++)
    missing[rubric_condition(rubric, i)->number] |= (failures->uncounted >> i & 1) != 0;
  missing[rubric->name_count - 1] = (failures->others & RUBRIC_REGRESSION_MISSING) != 0;
}

/* A reason that is written part by part. */
struct rubric_reason {
  rubric_take_text *take;
  void *context;
  bool begun;         /* true if a part has been written */
  const char *phrase; /* the phrase of the last part, to which names may be added */
};

/* Writes a phrase and a name as a new part; writes only the name if the last part has the
** same phrase. */
static void rubric_reason_part(struct rubric_reason *reason, const char *phrase,
                               const char *name) {
  bool same = reason->phrase == phrase;
  if (reason->begun) reason->take(reason->context, same ? ", " : "; ");
  if (!same) reason->take(reason->context, phrase);
  reason->take(reason->context, name);
  reason->phrase = phrase;
  reason->begun = true;
}

static void rubric_reason_conditions(struct rubric_reason *reason,
                                     const struct rubric *rubric, uint64_t broken,
                                     const bool *missing) {
  for (int i = 0; i < rubric->rule.condition_count; i++) {
    const struct rubric_bound *bound = rubric_condition(rubric, i);
    if ((broken >> i & 1) == 0 || missing[bound->number]) continue;
    if (rubric->phrases != NULL)
      rubric_reason_part(reason, rubric->phrases[i], "");
    else if (i < rubric->rule.at_least_count)
      rubric_reason_part(reason, "too few: ", bound->id.name);
    else
      rubric_reason_part(reason, "too many: ", bound->id.name);
  }
}

void rubric_reason(const struct rubric *rubric, const struct rubric_failures *failures,
                   rubric_take_text *take, void *context) {
  struct rubric_reason reason = {.take = take, .context = context};
  bool missing[RUBRIC_NUMBERS];
  rubric_missing_names(rubric, failures, missing);
  for (int i = 0; i < rubric->name_count; i++) {
    if (missing[i]) rubric_reason_part(&reason, "missing: ", rubric->names[i]);
  }
  for (int i = 0; i < rubric->rule.score_count; i++) {
    if ((failures->low >> i & 1) != 0 && !missing[i])
      rubric_reason_part(&reason, "low dimensions: ", rubric->names[i]);
  }
  if ((failures->others & RUBRIC_LOW_INDEX) != 0)
    rubric_reason_part(&reason, "low confidence index", "");
  rubric_reason_conditions(&reason, rubric, failures->broken, missing);
  if ((failures->others & RUBRIC_REGRESSED) != 0)
    rubric_reason_part(&reason, "confidence regression detected", "");
  if ((failures->others & RUBRIC_LAST_ROUND) != 0)
    rubric_reason_part(&reason, "round limit reached", "");
}
