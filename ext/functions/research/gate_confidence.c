/*
** How sure the gate's verdict is, in SQL: an aggregate and a window function.
**
**   gate_confidence(cluster, coverage, source_quality, agreement, verification, recency,
**                   recent_sources, critical_contradictions [, high, min_sources])
**   gate_confidence(cluster, evidence [, high, min_sources])
**   rubric_confidence(rubric, cluster, evidence)
**
** A row holds one judge's evidence about a round.  The cluster names the judge, or a
** family of judges.  A draw takes clusters at random (core/research/gate_confidence.h),
** and the gate (gate.c) judges the round by these clusters only.  The answer is a REAL
** 0..1: the share of draws in which the round passes.
**
** A share of 1 or 0 says that the verdict does not depend on who judged.  The share is
** nearer to 0 or 1 than the probability that the round passes with other judges.  With
** three judges the share is .29 if this probability is .50, and 1.00 if it is .90.
**
** A row without any score is skipped; if fewer than two clusters are left, the answer is
** NULL.  The rubric (rubric.c), `high` and `min_sources` must be the same in every row of
** a group, and not NULL.
*/
#include "core/research/gate_confidence.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/interrupt.h"
#include "bind/sorted.h"
#include "bind/value_copy.h"
#include "functions/modules.h"
#include "functions/research/helpers/rubric_argument.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/gate_rule.h"

struct gate_confidence_group {
  struct agreement agreement; /* requires equal rubric, high, min_sources in all rows */
  struct sorted judgements;   /* each judgement owns its cluster and numbers */
  int argument_count;
};

static bool gate_confidence_own(void *judgement) {
  struct judge_evidence *judge = judgement;
  if (!value_own(&judge->cluster)) return false;
  if (rubric_numbers_own(&judge->said)) return true;
  value_free(&judge->cluster);
  return false;
}

static void gate_confidence_free(void *judgement) {
  struct judge_evidence *judge = judgement;
  value_free(&judge->cluster);
  rubric_numbers_free(&judge->said);
}

static const struct sorted_kind judgements_kind = {
    sizeof(struct judge_evidence), gate_confidence_compare, gate_confidence_own,
    gate_confidence_free};

/* Returns the number of arguments with evidence: one object, or five scores and two
** counts.  The cluster comes before them; `high` and `min_sources` can follow. */
static int gate_confidence_evidence_count(int argc) {
  return argc < 8 ? 1 : DIMENSION_COUNT + 2;
}

static bool gate_confidence_is_of_rubric(int argc) {
  return argc == 3;
}

static bool gate_confidence_is_explicit(int argc) {
  return argc == 4 || argc == 10;
}

/* Reads a row's numbers and returns the rubric that judges them.  On failure, sets the
** error and returns NULL. */
static const struct rubric *gate_confidence_numbers(sqlite3_context *context, int argc,
                                                    sqlite3_value **argv,
                                                    double numbers[RUBRIC_NUMBERS]) {
  const struct rubric *rubric = &gate_in_force(context)->rubric;
  if (gate_confidence_is_of_rubric(argc)) {
    rubric = rubric_argument(context, argv[0]);
    bool read = rubric != NULL && evidence_numbers(context, rubric, argv[2], numbers);
    return read ? rubric : NULL;
  }
  struct gate_evidence evidence;
  if (!evidence_read(context, argv + 1, gate_confidence_evidence_count(argc), &evidence))
    return NULL;
  memcpy(numbers, evidence.numbers, sizeof evidence.numbers);
  return rubric;
}

/* Reads a row into a judgement, and returns the rubric that judges it.  The judgement
** borrows memory from the row and from `numbers`.  If the row has no score, returns NULL
** without an error.  On failure, sets the error and returns NULL. */
static const struct rubric *gate_confidence_read(sqlite3_context *context, int argc,
                                                 sqlite3_value **argv,
                                                 double numbers[RUBRIC_NUMBERS],
                                                 struct judge_evidence *judgement) {
  const struct rubric *rubric = gate_confidence_numbers(context, argc, argv, numbers);
  if (rubric == NULL) return NULL;
  bool is_scored = false;
  for (int i = 0; i < rubric->rule.score_count; i++)
    is_scored |= !is_missing(numbers[i]);
  int cluster = gate_confidence_is_of_rubric(argc);
  if (!is_scored || !argument_value(context, argv[cluster], &judgement->cluster))
    return NULL;
  judgement->said = rubric_numbers_of(numbers, rubric_number_count(&rubric->rule) - 1);
  return rubric;
}

/* Reads what must be the same in all rows of a group: the rubric, or `high` and
** `min_sources`.  Returns the number of values in `stated`, or -1 after an error. */
static int gate_confidence_state(sqlite3_context *context, int argc, sqlite3_value **argv,
                                 const struct rubric *rubric, struct value stated[2]) {
  struct gate_rule rule;
  if (gate_confidence_is_of_rubric(argc)) {
    stated[0] = rubric_parameter(rubric);
    return 1;
  }
  if (!gate_confidence_is_explicit(argc)) return 0;
  if (!evidence_gate_rule(context, argv + argc - 2, false, &rule)) return -1;
  stated[0] = parameter_number(rule.high[0]);
  stated[1] = parameter_number(rule.bound[GATE_SOURCES]);
  return 2;
}

static bool gate_confidence_enter(sqlite3_context *context, void *group, int argc,
                                  sqlite3_value **argv) {
  struct gate_confidence_group *confidence = group;
  struct judge_evidence judgement;
  struct value stated[2];
  double numbers[RUBRIC_NUMBERS];
  confidence->argument_count = argc;
  const struct rubric *rubric =
      gate_confidence_read(context, argc, argv, numbers, &judgement);
  if (rubric == NULL) return false;
  int count = gate_confidence_state(context, argc, argv, rubric, stated);
  if (count < 0) return false;
  if (!aggregate_kept(context, group,
                      sorted_add(&confidence->judgements, &judgements_kind, &judgement)))
    return false;
  return count == 0 ||
         agreement_state(context, &confidence->agreement, stated, (size_t)count);
}

static void gate_confidence_leave(sqlite3_context *context, void *group,
                                  sqlite3_value **argv) {
  struct gate_confidence_group *confidence = group;
  struct judge_evidence judgement;
  double numbers[RUBRIC_NUMBERS];
  if (gate_confidence_read(context, confidence->argument_count, argv, numbers,
                           &judgement) != NULL)
    sorted_drop(context, &confidence->judgements, &judgements_kind, &judgement);
}

static struct rubric_rule gate_confidence_rule(sqlite3_context *context,
                                               const struct gate_confidence_group *group,
                                               struct gate_rule *rule) {
  const struct value *stated = agreement_stated(&group->agreement);
  if (gate_confidence_is_of_rubric(group->argument_count))
    return rubric_stated(context, &group->agreement)->rule;
  *rule = *gate_rule_in_force(context);
  if (gate_confidence_is_explicit(group->argument_count))
    *rule =
        gate_rule_explicit(settings_of(context), stated[0].is.real, stated[1].is.real);
  return gate_rubric_rule(rule);
}

static void gate_confidence_answer(sqlite3_context *context, void *group) {
  struct gate_confidence_group *confidence = group;
  struct gate_rule gate;
  struct rubric_rule rule = gate_confidence_rule(context, confidence, &gate);
  size_t count = confidence->judgements.items.count;
  const struct judge_evidence *judgements =
      sorted_items(context, &confidence->judgements, &judgements_kind);
  if (judgements == NULL) return;
  size_t *room = call_memory(context, (2 * count + 1) * sizeof *room);
  if (room == NULL) return;
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  double share = gate_confidence(judgements, count, &rule, room, &watch);
  if (interrupt_end(context, &interrupt, watch.stopped) && !is_missing(share))
    sqlite3_result_double(context, share);
  sqlite3_free(room);
}

static void gate_confidence_clear(void *group) {
  struct gate_confidence_group *confidence = group;
  sorted_clear(&confidence->judgements, &judgements_kind);
}

#define SHARE(...)                                                                       \
  AGGREGATE(struct gate_confidence_group, gate_confidence_enter, gate_confidence_leave,  \
            gate_confidence_answer, gate_confidence_clear, __VA_ARGS__)

static const struct sql_function functions[] = {
    {"gate_confidence", 8, PURE, SHARE(NULL),
     "gate_confidence(cluster, " EVIDENCE_SIGNATURE ")",
     "Share 0..1 of draws of judges in which the gate passes; low shares understate; "
     "NULL: one cluster",
     "SELECT gate_confidence(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0) "
     "FROM (VALUES ('ann', 0.7), ('bob', 0.9))",
     "0.75"},
    {"gate_confidence", 10, PURE, SHARE("high", "min_sources"),
     "gate_confidence(cluster, " EVIDENCE_SIGNATURE ", high, min_sources)",
     "The same with your own High floor and your own least number of recent sources",
     "SELECT gate_confidence(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0, 0.85, 10) "
     "FROM (VALUES ('ann', 0.7), ('bob', 0.9))",
     "0.25"},
    {"gate_confidence", 2, PURE, SHARE(NULL), "gate_confidence(cluster, evidence)",
     "The same from one JSON object per judge with these names",
     "SELECT gate_confidence(column1, '{\"coverage\":' || column2 || "
     "',\"source_quality\":1,\"agreement\":1,\"verification\":1,\"recency\":1,"
     "\"recent_sources\":12,\"critical_contradictions\":0}') "
     "FROM (VALUES ('ann', 0.7), ('bob', 0.9))",
     "0.75"},
    {"gate_confidence", 4, PURE, SHARE("high", "min_sources"),
     "gate_confidence(cluster, evidence, high, min_sources)",
     "The same with floors of your own",
     "SELECT gate_confidence(column1, '{\"coverage\":' || column2 || "
     "',\"source_quality\":1,\"agreement\":1,\"verification\":1,\"recency\":1,"
     "\"recent_sources\":12,\"critical_contradictions\":0}', 0.85, 10) "
     "FROM (VALUES ('ann', 0.7), ('bob', 0.9))",
     "0.25"},
    {"rubric_confidence", 3, PURE, SHARE("rubric"),
     "rubric_confidence(rubric, cluster, evidence)",
     "gate_confidence by a rubric of your own",
     "SELECT rubric_confidence('research', column1, '{\"coverage\":' || column2 || "
     "',\"source_quality\":1,\"agreement\":1,\"verification\":1,\"recency\":1,"
     "\"recent_sources\":12,\"critical_contradictions\":0}') "
     "FROM (VALUES ('ann', 0.7), ('bob', 0.9))",
     "0.75"},
};

const struct sql_module gate_confidence_module = {
    "gate_confidence", "Error bars of the gate", "how sure is a score", functions,
    COUNT_OF(functions)};
