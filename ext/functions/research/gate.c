/*
** The gate in SQL.  It decides whether a round (one attempt to answer a question) passes.
**
**   gate_pass(coverage, source_quality, agreement, verification, recency,
**             recent_sources, critical_contradictions [, regression])
**   gate_pass(..., recent_sources, critical_contradictions, high, min_sources)
**   gate_pass(evidence [, high, min_sources])
**   gate_report(the arguments of gate_pass)
**   gate_pass_legacy(ci, recent_sources, critical_contradictions [, min_ci])
**
** gate_pass is 1 or 0, never NULL: missing evidence never gives 1.  gate_report is JSON:
** whether each condition is met, each score with its tier, both counts, what fails or is
** missing, and the reason.  The key `unknown` lists evidence keys that assay ignores.
**
** `high` (0..1) is the floor of every score; `min_sources` (a whole number >= 0) is the
** least number of recent sources.  Any other value is an error.  If a call has no `high`
** and the setting scoring_engine is `legacy`, the gate judges the weighted mean of the
** scores, not each score.  gate_pass_legacy judges this mean, `ci`, by the floor min_ci.
**
** Source: ADR-007 section 4.2.
*/
#include "core/research/gate.h"

#include "functions/modules.h"
#include "functions/research/helpers/rubric_report.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/gate_rule.h"

static inline void gate_result_verdict(sqlite3_context *context, sqlite3_value **argv,
                                       sqlite3_value *regression,
                                       const struct gate_rule *rule) {
  struct gate_evidence evidence;
  evidence_arguments(argv, &evidence);
  if (regression != NULL) evidence.regression = argument_flag(regression);
  sqlite3_result_int(context, gate_passes(&evidence, rule));
}

static void gate_pass(sqlite3_context *context, int argc, sqlite3_value **argv) {
  gate_result_verdict(context, argv, argc > 7 ? argv[7] : NULL,
                      gate_rule_in_force(context));
}

static void gate_pass_explicit(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_rule rule;
  if (!evidence_gate_rule(context, argv + 7, false, &rule)) return;
  gate_result_verdict(context, argv, NULL, &rule);
}

static void gate_pass_object(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_evidence evidence;
  struct gate_rule stated;
  const struct gate_rule *rule = &stated;
  if (argc == 1)
    rule = gate_rule_in_force(context);
  else if (!evidence_gate_rule(context, argv + 1, true, &stated))
    return;
  if (!evidence_object(context, argv[0], &evidence)) return;
  sqlite3_result_int(context, gate_passes(&evidence, rule));
}

/* Reads evidence from `count` values: an object, or scores and counts.  Sets `text` to
** the object's text, or to "".  Returns false and sets the error when out of memory. */
static bool gate_read_evidence(sqlite3_context *context, sqlite3_value **argv, int count,
                               struct gate_evidence *evidence, struct text *text) {
  *text = (struct text){"", 0};
  if (count == 1) {
    /* unreachable: evidence_object() can't fail on a text that was read before */
    return evidence_text(context, argv[0], text) &&
           evidence_object(context, argv[0], evidence);
  }
  evidence_arguments(argv, evidence);
  if (count > 7) evidence->regression = argument_flag(argv[7]);
  return true;
}

static void gate_report(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_evidence evidence;
  struct text text;
  if (gate_read_evidence(context, argv, argc, &evidence, &text))
    rubric_result_report(context, &gate_in_force(context)->rubric, evidence.numbers,
                         &text);
}

static void gate_report_explicit(sqlite3_context *context, int argc,
                                 sqlite3_value **argv) {
  struct gate_evidence evidence;
  struct gate_rule rule;
  struct gate_rubric stated;
  struct text text;
  int count = argc - 2;
  if (!evidence_gate_rule(context, argv + count, count == 1, &rule) ||
      !gate_read_evidence(context, argv, count, &evidence, &text))
    return;
  gate_rubric_open(&stated, settings_of(context), &rule);
  rubric_result_report(context, &stated.rubric, evidence.numbers, &text);
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
     "The same with your own High floor and your own least number of recent sources",
     "gate_pass(0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, 0.7, 5)", "1"},
    {"gate_pass", 1, PURE, SCALAR(gate_pass_object), "gate_pass(evidence)",
     "The same from one JSON object with these names, regression too",
     "gate_pass('{\"coverage\": 0.9, \"source_quality\": 0.9, \"agreement\": 0.8, "
     "\"verification\": 0.8, \"recency\": 0.9, \"recent_sources\": 12, "
     "\"critical_contradictions\": 0}')",
     "1"},
    {"gate_pass", 3, PURE, SCALAR(gate_pass_object),
     "gate_pass(evidence, high, min_sources)",
     "The same with your own High floor and your own least number of recent sources",
     "gate_pass('{\"coverage\": 0.9, \"recent_sources\": 12}', 0, 0)", "0"},
    {"gate_report", 7, JSON_RESULT, SCALAR(gate_report),
     "gate_report(" EVIDENCE_SIGNATURE ")",
     "JSON: each condition, each dimension's tier, what fails or is missing, the reason",
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
     "The same with your own High floor and your own least number of recent sources",
     "gate_report(0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, 0.7, 5) LIKE '{\"gate_passed\":true,%'",
     "1"},
    {"gate_report", 1, JSON_RESULT, SCALAR(gate_report), "gate_report(evidence)",
     "The same from one JSON object with these names, regression too",
     "gate_report('{\"coverage\": 0.9, \"source_quality\": 0.9, \"agreement\": 0.8, "
     "\"verification\": \"n/a\", \"recency\": 0.3, \"recent_sources\": 12, "
     "\"critical_contradictions\": 0}') "
     "LIKE '%\"reason\":\"missing: verification; low dimensions: recency\"%'",
     "1"},
    {"gate_report", 3, JSON_RESULT, SCALAR(gate_report_explicit),
     "gate_report(evidence, high, min_sources)",
     "The same with your own High floor and your own least number of recent sources",
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
