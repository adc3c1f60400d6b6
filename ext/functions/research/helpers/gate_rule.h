/*
** The rule of the gate (core/research/gate.h) under the current settings, for every
** function that judges by this gate.
**
** The rule is made once for each connection.  The settings cannot change after that, so
** the rule stays valid.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_GATE_RULE_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_GATE_RULE_H

#include "core/research/gate.h"
#include "functions/modules.h"

struct kept_gate_rule {
  bool is_made;
  struct gate_rubric research;
};

void gate_rule_keep(sqlite3_context *context, struct kept_gate_rule *kept);

/* Returns the built-in rubric `research`: the gate that judges the five dimensions. */
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
