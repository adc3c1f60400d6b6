/*
** What the gate's report and that of a rubric share.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_GATE_H
#define ASSAY_FUNCTIONS_RESEARCH_GATE_H

#include "core/research/gate.h"
#include "core/research/tier.h"
#include "bind/argument.h"
#include "bind/json.h"

/* Ends the call with gate_report()'s answer for evidence, under the settings' rule.
** `text` is the object that it was read from. */
void gate_result_report_of(sqlite3_context *context, const struct gate_evidence *evidence,
                           const struct text *text);

/* Writes a score with its tier under these floors, and whether that passes. */
void gate_write_dimension(struct json *json, double score,
                          const struct tier_floors *floors);

#endif
