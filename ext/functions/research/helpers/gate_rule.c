/* The gate's rule under the settings in force: see gate_rule.h. */
#include "functions/research/helpers/gate_rule.h"

/* It borrows from the settings and owns nothing. */
const struct connection_slot gate_rule_slot = {sizeof(struct kept_gate_rule), NULL};
