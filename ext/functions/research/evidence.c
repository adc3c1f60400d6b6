/* Evidence from the arguments of a call: see evidence.h. */
#include "functions/research/evidence.h"

bool evidence_object(sqlite3_context *context, sqlite3_value *value,
                     struct gate_evidence *evidence) {
  struct text text;
  if (!argument_optional_text(context, value, &text)) return false;
  evidence_from_json(text.bytes != NULL ? text.bytes : "", text.length, evidence);
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
