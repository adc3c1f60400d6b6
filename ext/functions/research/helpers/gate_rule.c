/* The gate's rule under the current settings: see gate_rule.h. */
#include "functions/research/helpers/gate_rule.h"

void gate_rule_keep(sqlite3_context *context, struct kept_gate_rule *kept) {
  const struct settings *settings = settings_of(context);
  struct gate_rule rule = gate_rule_of(settings);
  gate_rubric_open(&kept->research, settings, &rule);
  kept->is_made = true;
}

/* The rule borrows all memory from the settings, so nothing needs to be freed. */
const struct connection_slot gate_rule_slot = {sizeof(struct kept_gate_rule), NULL};
