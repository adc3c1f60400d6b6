/*
** The gate's rule under the settings in force, for every function that judges by it.
**
** It is made at its first use on a connection and not for each row: settings that a rule
** has read can no longer change.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_GATE_RULE_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_GATE_RULE_H

#include "core/research/gate.h"
#include "functions/modules.h"

/* What a connection keeps. */
struct kept_gate_rule {
  bool is_made;
  struct gate_rubric research;
};

/* Makes it. */
void gate_rule_keep(sqlite3_context *context, struct kept_gate_rule *kept);

/* The rubric `research`. */
static inline const struct gate_rubric *gate_in_force(sqlite3_context *context) {
  struct kept_gate_rule *kept =
      connection_slot(binding_of(context)->connection, &gate_rule_slot);
  if (!kept->is_made) gate_rule_keep(context, kept);
  return &kept->research;
}

static inline const struct gate_rule *gate_rule_in_force(sqlite3_context *context) {
  return &gate_in_force(context)->rule;
}

#endif
