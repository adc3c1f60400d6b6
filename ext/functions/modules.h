/*
** The modules of SQL functions.  The module NAME_module is in the file NAME.c.
*/
#ifndef ASSAY_FUNCTIONS_MODULES_H
#define ASSAY_FUNCTIONS_MODULES_H

#include "base/count_of.h"
#include "bind/connection.h"
#include "bind/function.h"

extern const struct sql_module recency_module;
extern const struct sql_module age_module;
extern const struct sql_module freshness_module;
extern const struct sql_module tier_module;
extern const struct sql_module statistics_module;
extern const struct sql_module score_module;
extern const struct sql_module mean_module;
extern const struct sql_module passes_module;
extern const struct sql_module paired_module;
extern const struct sql_module alpha_module;
extern const struct sql_module outcome_module;
extern const struct sql_module binomial_module;
extern const struct sql_module rubric_module;
extern const struct sql_module rubric_table_module;
extern const struct sql_module confidence_module;
extern const struct sql_module gate_module;
extern const struct sql_module gate_confidence_module;
extern const struct sql_module rounds_module;
extern const struct sql_module stop_module;
extern const struct sql_module penalty_module;
extern const struct sql_module weight_samples_module;
extern const struct sql_module acceptability_module;
extern const struct sql_module stability_module;
extern const struct sql_module rank_correlation_module;
extern const struct sql_module answer_rows_module;
extern const struct sql_module ranking_module;
extern const struct sql_module relevance_module;
extern const struct sql_module outside_module;
extern const struct sql_module settings_module;
extern const struct sql_module interview_module;
extern const struct sql_module vetoes_module;
extern const struct sql_module strategy_module;
extern const struct sql_module strategy_tables_module;
extern const struct sql_module graph_module;
extern const struct sql_module graph_metrics_module;
extern const struct sql_module about_module;

/* A slot identifies the memory that a module has on each connection.  The file that uses
** a slot defines it; assay.c lists all slots. */
extern const struct connection_slot gate_rule_slot;
extern const struct connection_slot weights_slot;
extern const struct connection_slot sample_matrix_slot;
extern const struct connection_slot mode_slot;

#endif
