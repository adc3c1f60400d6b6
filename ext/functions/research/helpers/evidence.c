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

/* What the floor and the count are called where they can't be used. */
static bool evidence_stated_rule(sqlite3_context *context, sqlite3_value *high,
                                 sqlite3_value *min_sources, const char *const names[2],
                                 struct gate_rule *rule) {
  double floor;
  double count;
  if (!argument_stated_score(context, high, names[0], &floor)) return false;
  if (!argument_stated_count(context, min_sources, names[1], &count)) return false;
  *rule = gate_rule_explicit(settings_of(context), floor, count);
  return true;
}

bool evidence_gate_rule(sqlite3_context *context, sqlite3_value *high,
                        sqlite3_value *min_sources, struct gate_rule *rule) {
  static const char *const names[] = {"high", "min_sources"};
  return evidence_stated_rule(context, high, min_sources, names, rule);
}

bool evidence_object_rule(sqlite3_context *context, sqlite3_value **argv,
                          struct gate_rule *rule) {
  static const char *const names[] = {
      "high, the second of (evidence, high, min_sources),",
      "min_sources, the third of (evidence, high, min_sources),"};
  return evidence_stated_rule(context, argv[1], argv[2], names, rule);
}
