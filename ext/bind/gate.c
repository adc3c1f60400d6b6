/*
** The gate in SQL.
**
**   gate_pass(coverage, source_quality, agreement, verification, recency,
**             recent_sources, critical_contradictions [, regression])
**   gate_pass(..., recent_sources, critical_contradictions, high, min_sources)
**   gate_pass_legacy(ci, recent_sources, critical_contradictions [, min_ci])
**
** 1 or 0, never NULL: missing evidence is evidence missing, and does not pass.  The
** explicit floor and count are part of the call: if they can't be used, that is an error.
** The form with explicit floors always judges by dimension; the others follow the
** setting scoring_engine.  Source: ADR-007 section 4.2.
*/
#include "../core/gate.h"

#include "argument.h"
#include "modules.h"

static void result_verdict(sqlite3_context *context, const struct gate_evidence *evidence,
                           const struct gate_rule *rule) {
  struct gate_verdict verdict = gate_evaluate(evidence, rule);
  sqlite3_result_int(context, gate_passed(&verdict));
}

static void pass(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct gate_evidence evidence;
  argument_evidence(argv, &evidence);
  if (argc > 7) evidence.regression = argument_flag(argv[7]);
  struct gate_rule rule = gate_rule_of(settings_of(context));
  result_verdict(context, &evidence, &rule);
}

static void pass_explicit(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct gate_evidence evidence;
  struct gate_rule rule;
  if (!argument_gate_rule(context, argv[7], argv[8], &rule)) return;
  argument_evidence(argv, &evidence);
  result_verdict(context, &evidence, &rule);
}

static void pass_legacy(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct deep_research_settings *s = &settings_of(context)->deep_research;
  double min_ci = s->min_ci;
  if (argc > 3) {
    min_ci = argument_score(argv[3]);
    if (is_missing(min_ci)) {
      argument_error(context, argv[3], "min_ci must be a number in 0..1");
      return;
    }
  }
  sqlite3_result_int(context,
                     gate_passes_legacy(argument_score(argv[0]), argument_count(argv[1]),
                                        argument_count(argv[2]), min_ci,
                                        s->min_recent_sources));
}

#define EVIDENCE                                                                         \
  "coverage, source_quality, agreement, verification, recency, recent_sources, "         \
  "critical_contradictions"

static const struct sql_function functions[] = {
    {"gate_pass",
     7,
     KIND_SCALAR,
     PURE,
     {.scalar = pass},
     "gate_pass(" EVIDENCE ")",
     "1 if all five are High, sources enough, no contradiction; missing evidence fails",
     "gate_pass(0.95, 0.95, 0.9, 0.2, 0.95, 12, 0)",
     "0"},
    {"gate_pass",
     8,
     KIND_SCALAR,
     PURE,
     {.scalar = pass},
     "gate_pass(" EVIDENCE ", regression)",
     "The same, and 0 unless regression is 0",
     "gate_pass(0.9, 0.85, 0.8, 0.85, 0.8, 12, 0, 0)",
     "1"},
    {"gate_pass",
     9,
     KIND_SCALAR,
     PURE,
     {.scalar = pass_explicit},
     "gate_pass(" EVIDENCE ", high, min_sources)",
     "The same with a High floor and a count of recent sources of your own",
     "gate_pass(0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, 0.7, 5)",
     "1"},
    {"gate_pass_legacy",
     3,
     KIND_SCALAR,
     PURE,
     {.scalar = pass_legacy},
     "gate_pass_legacy(ci, recent_sources, critical_contradictions)",
     "The superseded rule: ci >= .80, sources enough, no contradiction; to compare",
     "gate_pass_legacy(0.8, 12, 0)",
     "1"},
    {"gate_pass_legacy",
     4,
     KIND_SCALAR,
     PURE,
     {.scalar = pass_legacy},
     "gate_pass_legacy(ci, recent_sources, critical_contradictions, min_ci)",
     "The superseded rule with a floor of your own",
     "gate_pass_legacy(0.79, 12, 0, 0.75)",
     "1"},
};

const struct sql_module gate_module = {"gate", "Gate", functions, COUNT_OF(functions)};
