/*
** The gate in SQL.
**
**   gate_pass(coverage, source_quality, agreement, verification, recency,
**             recent_sources, critical_contradictions [, regression])
**   gate_pass(..., recent_sources, critical_contradictions, high, min_sources)
**   gate_pass(evidence [, high, min_sources])
**   gate_report(the same five forms)
**   gate_pass_legacy(ci, recent_sources, critical_contradictions [, min_ci])
**
** gate_pass is 1 or 0, never NULL: missing evidence is evidence missing, and does not
** pass.  gate_report is JSON that says why: each condition by itself, each dimension with
** its tier, what fails and what is missing, the arguments by their names, and in
** `unknown` the keys of an object that nobody reads.  The
** explicit floor and count are part of the call: if they can't be used, that is an error.
** The form with explicit floors always judges by dimension; the others follow the
** setting scoring_engine.  Source: ADR-007 section 4.2.
*/
#include "core/research/gate.h"

#include "core/research/confidence.h"
#include "core/research/tier.h"
#include "core/research/weights.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/gate.h"
#include "functions/research/helpers/gate_rule.h"

static inline void gate_result_verdict(sqlite3_context *context, sqlite3_value **argv,
                                       sqlite3_value *regression,
                                       const struct gate_rule *rule) {
  struct gate_evidence evidence;
  evidence_arguments(argv, &evidence);
  if (regression != NULL) evidence.regression = argument_flag(regression);
  struct gate_verdict verdict = gate_evaluate(&evidence, rule);
  sqlite3_result_int(context, gate_passed(&verdict));
}

static void gate_pass(sqlite3_context *context, int argc, sqlite3_value **argv) {
  gate_result_verdict(context, argv, argc > 7 ? argv[7] : NULL,
                      gate_rule_in_force(context));
}

static void gate_pass_explicit(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_rule rule;
  if (!evidence_gate_rule(context, argv[7], argv[8], &rule)) return;
  gate_result_verdict(context, argv, NULL, &rule);
}

/* (evidence) and (evidence, high, min_sources) */
static void gate_pass_object(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_evidence evidence;
  struct gate_rule stated;
  const struct gate_rule *rule = &stated;
  if (argc == 1)
    rule = gate_rule_in_force(context);
  else if (!evidence_object_rule(context, argv, &stated))
    return;
  if (!evidence_object(context, argv[0], &evidence)) return;
  struct gate_verdict verdict = gate_evaluate(&evidence, rule);
  sqlite3_result_int(context, gate_passed(&verdict));
}

/* A round under judgement, for the writers of its report. */
struct judged_round {
  struct gate_evidence evidence;
  struct gate_rule rule;
  const struct settings *settings;
  struct text text; /* the object that the evidence was read from, empty for none */
};

static void gate_write_conditions(struct json *json,
                                  const struct judged_round *judgement) {
  struct gate_verdict verdict = gate_evaluate(&judgement->evidence, &judgement->rule);
  unsigned low = gate_low_dimensions(&judgement->evidence.dimensions, &judgement->rule);
  json_key(json, "gate_passed");
  json_boolean(json, gate_passed(&verdict));
  json_key(json, "all_dimensions_high");
  json_boolean(json, low == 0);
  json_key(json, "sources_floor_passed");
  json_boolean(json, verdict.sources_enough);
  json_key(json, "no_critical_contradictions");
  json_boolean(json, verdict.no_contradiction);
  json_key(json, "no_regression");
  json_boolean(json, verdict.no_regression);
  json_key(json, "failed_dimensions");
  json_begin_array(json);
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if ((low & 1u << d) != 0) json_name(json, dimension_names[d]);
  }
  json_end_array(json);
}

/* What is missing, and the keys that nobody reads.  False when out of memory. */
static bool gate_write_missing(struct json *json, const struct judged_round *judgement) {
  unsigned missing = evidence_missing(&judgement->evidence);
  bool is_missing[EVIDENCE_COUNT];
  json_key(json, "missing");
  json_begin_array(json);
  for (int name = 0; name < EVIDENCE_COUNT; name++) {
    is_missing[name] = (missing & 1u << name) != 0;
    if (is_missing[name]) json_name(json, evidence_names[name]);
  }
  json_end_array(json);
  return evidence_write_unknown(json, &judgement->text, evidence_names, EVIDENCE_COUNT,
                                is_missing);
}

static void gate_write_reason(struct json *json, const struct judged_round *judgement) {
  char reason[GATE_REASON_SIZE];
  gate_reason(gate_failures(&judgement->evidence, &judgement->rule), reason);
  json_key(json, "reason");
  json_name(json, reason);
}

void gate_write_dimension(struct json *json, double score,
                          const struct tier_floors *floors) {
  enum tier tier = tier_classify(score, floors);
  json_begin_object(json);
  json_key(json, "score");
  json_number(json, score);
  json_key(json, "tier");
  json_name(json, tier == TIER_NONE ? NULL : tier_names[tier]);
  json_key(json, "tier_rank");
  json_number(json, tier == TIER_NONE ? MISSING : (double)tier);
  json_key(json, "gate_passed");
  json_boolean(json, tier >= TIER_HIGH);
  json_end_object(json);
}

static void gate_write_dimensions(struct json *json,
                                  const struct judged_round *judgement) {
  json_key(json, "dimensions");
  json_begin_object(json);
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    struct tier_floors floors =
        gate_floors(judgement->settings, &judgement->rule, (enum dimension)d);
    json_key(json, dimension_names[d]);
    gate_write_dimension(json, judgement->evidence.dimensions.score[d], &floors);
  }
  json_end_object(json);
}

/* What the judgement rests on; the index decides nothing but under the legacy engine. */
static void gate_write_grounds(struct json *json, const struct judged_round *judgement) {
  const struct gate_evidence *evidence = &judgement->evidence;
  bool legacy = judgement->rule.engine == ENGINE_LEGACY;
  json_key(json, "recent_sources_count");
  json_number(json, evidence->recent_sources);
  json_key(json, "min_recent_sources");
  json_number(json, judgement->rule.min_recent_sources);
  json_key(json, "critical_contradictions");
  json_number(json, evidence->critical_contradictions);
  json_key(json, "ci_score");
  json_number(json,
              confidence_index(&evidence->dimensions,
                               weights_default(judgement->settings), METHOD_ARITHMETIC));
  json_key(json, "ci_role");
  json_name(json, legacy ? "primary_gate" : "tiebreaker_only");
  json_key(json, "scoring_engine");
  json_name(json, scoring_engine_names[judgement->rule.engine]);
}

static void gate_result_report(sqlite3_context *context,
                               const struct judged_round *judgement) {
  struct json json = json_open(context);
  json_begin_object(&json);
  gate_write_conditions(&json, judgement);
  bool complete = gate_write_missing(&json, judgement);
  gate_write_reason(&json, judgement);
  gate_write_dimensions(&json, judgement);
  gate_write_grounds(&json, judgement);
  json_end_object(&json);
  json_result(context, &json);
  if (!complete) sqlite3_result_error_nomem(context);
}

void gate_result_report_of(sqlite3_context *context, const struct gate_evidence *evidence,
                           const struct text *text) {
  struct judged_round judgement = {
      .evidence = *evidence, .settings = settings_of(context), .text = *text};
  judgement.rule = gate_rule_of(judgement.settings);
  gate_result_report(context, &judgement);
}

/* Evidence in any of its forms, of `count` values; the text is that of an object.  False
** when out of memory, with the error set. */
static bool gate_read_evidence(sqlite3_context *context, sqlite3_value **argv, int count,
                               struct gate_evidence *evidence, struct text *text) {
  *text = (struct text){"", 0};
  if (count == 1)
    return evidence_text(context, argv[0], text) &&
           evidence_object(context, argv[0], evidence);
  evidence_arguments(argv, evidence);
  if (count > 7) evidence->regression = argument_flag(argv[7]);
  return true;
}

static void gate_report(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_evidence evidence;
  struct text text;
  if (gate_read_evidence(context, argv, argc, &evidence, &text))
    gate_result_report_of(context, &evidence, &text);
}

static void gate_report_explicit(sqlite3_context *context, int argc,
                                 sqlite3_value **argv) {
  struct judged_round judgement = {.settings = settings_of(context)};
  int count = argc - 2; /* of the evidence */
  bool stated = count == 1 ? evidence_object_rule(context, argv, &judgement.rule)
                           : evidence_gate_rule(context, argv[count], argv[count + 1],
                                                &judgement.rule);
  if (stated &&
      gate_read_evidence(context, argv, count, &judgement.evidence, &judgement.text))
    gate_result_report(context, &judgement);
}

static void gate_pass_legacy(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct deep_research_settings *s = &settings_of(context)->deep_research;
  double min_ci = s->min_ci;
  if (argc > 3 && !argument_stated_score(context, argv[3], "min_ci", &min_ci)) return;
  sqlite3_result_int(context,
                     gate_passes_legacy(argument_score(argv[0]), argument_count(argv[1]),
                                        argument_count(argv[2]), min_ci,
                                        s->min_recent_sources));
}

static const struct sql_function functions[] = {
    {"gate_pass", 7, PURE, SCALAR(gate_pass), "gate_pass(" EVIDENCE_SIGNATURE ")",
     "1 if all five are High, sources enough, no contradiction; missing evidence fails",
     "gate_pass(0.95, 0.95, 0.9, 0.2, 0.95, 12, 0)", "0"},
    {"gate_pass", 8, PURE, SCALAR(gate_pass),
     "gate_pass(" EVIDENCE_SIGNATURE ", regression)",
     "The same, and 0 unless regression is 0",
     "gate_pass(0.9, 0.85, 0.8, 0.85, 0.8, 12, 0, 0)", "1"},
    {"gate_pass", 9, PURE, SCALAR(gate_pass_explicit),
     "gate_pass(" EVIDENCE_SIGNATURE ", high, min_sources)",
     "The same with a High floor and a count of recent sources of your own",
     "gate_pass(0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, 0.7, 5)", "1"},
    {"gate_pass", 1, PURE, SCALAR(gate_pass_object), "gate_pass(evidence)",
     "The same of one JSON object by these names, regression too",
     "gate_pass('{\"coverage\": 0.9, \"source_quality\": 0.9, \"agreement\": 0.8, "
     "\"verification\": 0.8, \"recency\": 0.9, \"recent_sources\": 12, "
     "\"critical_contradictions\": 0}')",
     "1"},
    {"gate_pass", 3, PURE, SCALAR(gate_pass_object),
     "gate_pass(evidence, high, min_sources)",
     "The same with a High floor and a count of recent sources of your own",
     "gate_pass('{\"coverage\": 0.9, \"recent_sources\": 12}', 0, 0)", "0"},
    {"gate_report", 7, JSON_RESULT, SCALAR(gate_report),
     "gate_report(" EVIDENCE_SIGNATURE ")",
     "JSON: each condition, each dimension's tier, what fails, what is missing, and why",
     "gate_report(0.95, 0.95, 0.9, 0.2, 0.95, 12, 0) "
     "LIKE '%\"reason\":\"low dimensions: verification\"%'",
     "1"},
    {"gate_report", 8, JSON_RESULT, SCALAR(gate_report),
     "gate_report(" EVIDENCE_SIGNATURE ", regression)",
     "The same for a round that may have regressed",
     "gate_report(0.9, 0.8, 0.8, 0.8, 0.8, 12, NULL, 0) "
     "LIKE '%\"missing\":[\"critical_contradictions\"]%'",
     "1"},
    {"gate_report", 9, JSON_RESULT, SCALAR(gate_report_explicit),
     "gate_report(" EVIDENCE_SIGNATURE ", high, min_sources)",
     "The same with a High floor and a count of recent sources of your own",
     "gate_report(0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, 0.7, 5) LIKE '{\"gate_passed\":true,%'",
     "1"},
    {"gate_report", 1, JSON_RESULT, SCALAR(gate_report), "gate_report(evidence)",
     "The same of one JSON object by these names, regression too",
     "gate_report('{\"coverage\": 0.9, \"source_quality\": 0.9, \"agreement\": 0.8, "
     "\"verification\": \"n/a\", \"recency\": 0.3, \"recent_sources\": 12, "
     "\"critical_contradictions\": 0}') "
     "LIKE '%\"reason\":\"missing: verification; low dimensions: recency\"%'",
     "1"},
    {"gate_report", 3, JSON_RESULT, SCALAR(gate_report_explicit),
     "gate_report(evidence, high, min_sources)",
     "The same with a High floor and a count of recent sources of your own",
     "gate_report('{\"coverge\": 0.9}', 0.7, 5) "
     "LIKE '%,\"unknown\":[\"coverge: coverage?\"],%'",
     "1"},
    {"gate_pass_legacy", 3, PURE, SCALAR(gate_pass_legacy),
     "gate_pass_legacy(ci, recent_sources, critical_contradictions)",
     "The superseded rule: ci >= .80, sources enough, no contradiction; to compare",
     "gate_pass_legacy(0.8, 12, 0)", "1"},
    {"gate_pass_legacy", 4, PURE, SCALAR(gate_pass_legacy),
     "gate_pass_legacy(ci, recent_sources, critical_contradictions, min_ci)",
     "The superseded rule with a floor of your own",
     "gate_pass_legacy(0.79, 12, 0, 0.75)", "1"},
};

const struct sql_module gate_module = {"gate", "Gate", "is a round good enough",
                                       functions, COUNT_OF(functions)};
