/* Evidence from the arguments of a call: see evidence.h. */
#include "functions/research/helpers/evidence.h"

#include <string.h>

#include "functions/research/helpers/gate_rule.h"

bool evidence_text(sqlite3_context *context, sqlite3_value *value, struct text *text) {
  if (!argument_optional_text(context, value, text)) return false;
  if (text->bytes == NULL) text->bytes = "";
  return true;
}

bool evidence_numbers(sqlite3_context *context, const struct rubric *rubric,
                      sqlite3_value *value, double numbers[RUBRIC_NUMBERS]) {
  struct text text;
  if (!evidence_text(context, value, &text)) return false;
  rubric_read(rubric, text.bytes, text.length, numbers);
  return true;
}

bool evidence_object(sqlite3_context *context, sqlite3_value *value,
                     struct gate_evidence *evidence) {
  double numbers[RUBRIC_NUMBERS];
  if (!evidence_numbers(context, &gate_in_force(context)->rubric, value, numbers))
    return false;
  memcpy(evidence->numbers, numbers, sizeof evidence->numbers);
  return true;
}

bool evidence_gate_rule(sqlite3_context *context, sqlite3_value **values,
                        bool behind_object, struct gate_rule *rule) {
  static const char *const names[][2] = {
      {"high", "min_sources"},
      {"high, the second of (evidence, high, min_sources),",
       "min_sources, the third of (evidence, high, min_sources),"}};
  double floor;
  double count;
  if (!argument_stated_score(context, values[0], names[behind_object][0], &floor) ||
      !argument_stated_count(context, values[1], names[behind_object][1], &count))
    return false;
  *rule = gate_rule_explicit(settings_of(context), floor, count);
  return true;
}
