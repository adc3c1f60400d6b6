/* Evidence from the arguments of a call: see evidence.h. */
#include "functions/research/evidence.h"

bool evidence_gate_rule(sqlite3_context *context, sqlite3_value *high,
                        sqlite3_value *min_sources, struct gate_rule *rule) {
  double floor;
  double count;
  if (!argument_stated_score(context, high, "high", &floor)) return false;
  if (!argument_stated_count(context, min_sources, "min_sources", &count)) return false;
  *rule = gate_rule_explicit(settings_of(context), floor, count);
  return true;
}
