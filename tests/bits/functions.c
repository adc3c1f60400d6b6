/*
** The calls whose answers are compared bit by bit, a line each.  The kinds of arguments
** are those of values.c.  Every overload that the function table has stands here, or its
** function among the excused: a test sees to that.
*/
#include "functions.h"

#define SCALAR(name, arguments)                                                          \
  { name, arguments, FORM_SCALAR, 2000 }
#define AGGREGATE(name, arguments)                                                       \
  { name, arguments, FORM_AGGREGATE, 200 }
#define COSTLY(name, arguments)                                                          \
  { name, arguments, FORM_AGGREGATE, 20 }
/* What takes a logarithm, a power or a quantile: where it differs, one answer of some
** thousands may. */
#define MANY_SCALARS(name, arguments)                                                    \
  { name, arguments, FORM_SCALAR, 50000 }
#define MANY_AGGREGATES(name, arguments)                                                 \
  { name, arguments, FORM_AGGREGATE, 1000 }
#define TABLE(name, arguments, scans)                                                    \
  { name, arguments, FORM_TABLE, scans }

#define SCORES "score score score score score"
#define GOOD "good good good good good"
#define EVIDENCE GOOD " count critical"
#define POLICY " =few =more =high =count"
#define POLICIES " =caps =caps =highs =floors"

const struct compared compared_functions[] = {
    MANY_SCALARS("recency_decay", "age"),
    MANY_SCALARS("recency_decay", "age days"),
    MANY_SCALARS("recency_decay", "age domain"),
    SCALAR("recency_window", ""),
    SCALAR("recency_window", "domain"),
    SCALAR("is_recent", "age"),
    SCALAR("is_recent", "age days"),
    SCALAR("age_days", "date date"),
    AGGREGATE("freshness_window", "age"),
    SCALAR("freshness_class", "age"),
    SCALAR("tier_of", "score"),
    SCALAR("tier_of", "score dimension"),
    SCALAR("tier_of", "score elite high medium"),
    SCALAR("tier_rank", "tier"),
    SCALAR("tier_meets", "tier tier"),
    MANY_AGGREGATES("tier_confidence", "score =dimension"),
    MANY_AGGREGATES("tier_confidence", "score =dimension cluster"),
    MANY_AGGREGATES("tier_confidence", "judged_days =recency_days cluster"),
    SCALAR("high_floor", ""),
    SCALAR("high_floor", "difficulty"),
    SCALAR("high_floor", "difficulty dimension"),
    SCALAR("score_of", "own_score"),
    SCALAR("score_of", "own_score best"),
    SCALAR("score_of", "own_score best worst"),
    SCALAR("why_missing", "own_score kind_of_datum"),
    SCALAR("why_missing", "date kind_of_datum"),
    SCALAR("ci_score", SCORES),
    SCALAR("ci_score", SCORES " weights"),
    MANY_SCALARS("ci_score", SCORES " weights method"),
    SCALAR("ci_score", "evidence"),
    SCALAR("ci_score", "evidence weights"),
    MANY_SCALARS("ci_score", "evidence weights method"),
    SCALAR("gate_pass", EVIDENCE),
    SCALAR("gate_pass", EVIDENCE " flag"),
    SCALAR("gate_pass", EVIDENCE " high count"),
    SCALAR("gate_pass", "evidence"),
    SCALAR("gate_pass", "evidence high count"),
    SCALAR("gate_report", EVIDENCE),
    SCALAR("gate_report", EVIDENCE " flag"),
    SCALAR("gate_report", EVIDENCE " high count"),
    SCALAR("gate_report", "evidence"),
    SCALAR("gate_report", "evidence high count"),
    SCALAR("rubric_pass", "rubric evidence"),
    SCALAR("rubric_index", "rubric evidence"),
    SCALAR("rubric_report", "rubric evidence"),
    TABLE("assay_rubrics", "", 1),
    SCALAR("gate_pass_legacy", "good count critical"),
    SCALAR("gate_pass_legacy", "good count critical high"),
    AGGREGATE("best_round", "round flag score"),
    AGGREGATE("best_round", "words round flag score"),
    AGGREGATE("best_round", "round " EVIDENCE),
    AGGREGATE("best_round", "round " EVIDENCE " =weights"),
    AGGREGATE("best_round", "round evidence"),
    AGGREGATE("stop_action", "round " EVIDENCE),
    AGGREGATE("stop_action", "round " EVIDENCE POLICY),
    AGGREGATE("stop_action", "round evidence"),
    AGGREGATE("stop_action", "round evidence" POLICY),
    AGGREGATE("stop_round", "round " EVIDENCE),
    AGGREGATE("stop_round", "round " EVIDENCE POLICY),
    AGGREGATE("stop_round", "round evidence"),
    AGGREGATE("stop_round", "round evidence" POLICY),
    AGGREGATE("stop_report", "round " EVIDENCE),
    AGGREGATE("stop_report", "instant " EVIDENCE POLICY),
    AGGREGATE("stop_report", "round evidence"),
    AGGREGATE("stop_report", "instant evidence" POLICY),
    AGGREGATE("gate_sweep", "small " EVIDENCE " =highs =floors"),
    AGGREGATE("gate_sweep", "small evidence =highs =floors"),
    AGGREGATE("stop_sweep", "few round " EVIDENCE POLICIES),
    AGGREGATE("stop_sweep", "few instant evidence" POLICIES),
    TABLE("assay_weights", "", 1),
    TABLE("weight_samples", "samples", 1),
    TABLE("weight_samples", "samples seed", 10),
    TABLE("weight_samples", "samples seed weights", 20),
    TABLE("weight_samples", "samples seed weights concentration", 100),
    COSTLY("round_acceptability", "round flag " SCORES),
    AGGREGATE("round_acceptability", "instant flag " SCORES " =samples"),
    AGGREGATE("round_acceptability", "round flag " SCORES " =samples =seed"),
    COSTLY("round_acceptability", "round evidence"),
    AGGREGATE("round_acceptability", "instant evidence =samples"),
    AGGREGATE("round_acceptability", "round evidence =samples =seed"),
    AGGREGATE("weight_stability", "round flag " SCORES),
    AGGREGATE("weight_stability", "instant flag " SCORES " =weights"),
    AGGREGATE("weight_stability", "round evidence"),
    AGGREGATE("weight_stability", "instant evidence =weights"),
    AGGREGATE("kendall_tau", "number number"),
    AGGREGATE("mean_of", "number"),
    AGGREGATE("mean_of", "number weight"),
    SCALAR("graduated_penalty", "count count word_length"),
    SCALAR("graduated_penalty", "count words"),
    SCALAR("graduated_penalty", "count count word_length delta_0 delta_1 delta_2"),
    SCALAR("query_word_count", "words"),
    SCALAR("query_avg_word_length", "words"),
    AGGREGATE("precision_at_k", "small grade =small"),
    AGGREGATE("recall_at_k", "small grade =small =total"),
    AGGREGATE("average_precision", "small grade"),
    AGGREGATE("average_precision", "small grade =total"),
    AGGREGATE("reciprocal_rank", "small grade"),
    MANY_AGGREGATES("ndcg_at_k", "rank grade =rank"),
    SCALAR("relevance_of", "reply"),
    SCALAR("relevance_of", "reply few"),
    SCALAR("relevance_keep", "grade"),
    SCALAR("relevance_keep", "grade mode"),
    SCALAR("relevance_decision", "count mode"),
    SCALAR("relevance_decision", "count more few"),
    AGGREGATE("relevance_gate", "grade =mode"),
    AGGREGATE("relevance_report", "source grade =mode"),
    TABLE("assay_modes", "", 1),
    SCALAR("coverage_gap_score", "count flag"),
    SCALAR("ambiguity_score", "score"),
    SCALAR("depth_breadth_balance_score", "type score score"),
    SCALAR("engagement_score", "type count momentum"),
    SCALAR("strategy_diversity_score", "count"),
    SCALAR("novelty_score", "count"),
    SCALAR("peripheral_readiness_score", "strategy score count"),
    SCALAR("contrast_opportunity_score", "strategy flag score"),
    SCALAR("cluster_saturation_score", "strategy score raw"),
    SCALAR("ambiguity_of", "ambiguity_reply"),
    SCALAR("interview_phase", "count score"),
    SCALAR("interview_phase", "count score few many medium many high"),
    SCALAR("knowledge_ceiling_veto", "words words"),
    SCALAR("knowledge_ceiling_veto", "words words phrases"),
    SCALAR("element_exhausted_veto", "count count"),
    SCALAR("element_exhausted_veto", "count count count count"),
    SCALAR("recent_redundancy_veto", "words words"),
    SCALAR("recent_redundancy_veto", "words words score"),
    SCALAR("text_similarity", "words words"),
    SCALAR("strategy_weight", "scorer strategy"),
    SCALAR("phase_multiplier", "phase strategy"),
    AGGREGATE("strategy_score", "=strategy =phase scorer raw"),
    AGGREGATE("strategy_score", "weight raw =raw"),
    AGGREGATE("strategy_contributions", "=strategy =phase scorer raw"),
    AGGREGATE("best_strategy", "strategy raw flag small"),
    TABLE("assay_strategies", "", 1),
    TABLE("assay_scorers", "", 1),
    TABLE("assay_phases", "", 1),
    AGGREGATE("louvain", "node node"),
    AGGREGATE("louvain", "node node weight"),
    AGGREGATE("modularity", "node node node_cluster node_cluster"),
    AGGREGATE("modularity", "node node node_cluster node_cluster weight"),
    TABLE("graph_metrics", "edges", 50),
    TABLE("graph_metrics", "edges node small", 50),
};
const int compared_function_count =
    sizeof compared_functions / sizeof compared_functions[0];

#define READS "reads a file, a text or the environment and counts reports"
#define SAYS "says what is built or in force"
#define TAKES_APART "takes apart what another one answers"

const struct excused excused_functions[] = {
    {"ambiguity_prompt", "a fixed text around its argument"},
    {"assay_load", READS},
    {"assay_load_yaml", READS},
    {"assay_load_env", READS},
    {"assay_settings_hash", "tests/unit/digest.c has its vectors"},
    {"assay_settings_yaml", "tests/property/settings_yaml.c reads it back"},
    {"assay_require", "compares two texts"},
    {"assay_settings", "names the environment as an origin"},
    {"assay_warnings", "texts about files"},
    {"acceptability_rows", TAKES_APART},
    {"stability_rows", TAKES_APART},
    {"stop_rows", TAKES_APART},
    {"gate_sweep_rows", TAKES_APART},
    {"stop_sweep_rows", TAKES_APART},
    {"assay_functions", SAYS},
    {"assay_debug", SAYS},
    {"assay_version", SAYS},
};
const int excused_function_count = sizeof excused_functions / sizeof excused_functions[0];
