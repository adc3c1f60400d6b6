/*
** Rubrics in SQL: the gate, the index and the report over dimensions of your own.
**
**   rubric_pass(rubric, evidence)     rubric_report(rubric, evidence)
**   rubric_index(rubric, evidence)
**
**   1. A rubric is a setting, evaluation.rubrics.NAME: scores with their floors and
**      weights, counts that must be at_least or at_most so many.  Its name is part of the
**      call and matches in any ASCII case (rule R8); an unknown one is a mistake.  Of one
**      that a load has left out the error says where and why.
**   2. Evidence is one JSON object, read by the rubric's names, and `regression` beside
**      them.  It is data: what is no object, or lacks a name, is missing and fails (R3).
**   3. A rubric passes where each score is High or better, each count within its bounds,
**      and nothing regressed.  rubric_pass is 1 or 0, never NULL.
**   4. `research` is built in: the gate over the five dimensions, under the settings that
**      hold for it.  Its answers are those of gate_pass, ci_score and gate_report, since
**      they are computed by the same functions.
*/
#include "core/own/rubric.h"

#include <string.h>

#include "core/research/confidence.h"
#include "settings/loading/load.h"
#include "settings/keys/listing.h"
#include "bind/argument.h"
#include "functions/modules.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/gate.h"
#include "functions/research/helpers/gate_rule.h"

/* Stands for the built-in one. */
static const struct rubric rubric_research = {.name = RUBRIC_RESEARCH};

/* An error names at most so many rubrics. */
#define NAMED_RUBRICS 20

/* `rubric must be one of research, a, b`, and how many are not named. */
static void rubric_refuse(sqlite3_context *context, sqlite3_value *value,
                          const struct settings *settings) {
  sqlite3_str *names = sqlite3_str_new(NULL);
  size_t count = settings->rubrics.rubric_count, named = 0;
  for (; named < count && named + 1 < NAMED_RUBRICS; named++)
    sqlite3_str_appendf(names, ", %s", settings->rubrics.rubrics[named].name);
  if (named < count)
    sqlite3_str_appendf(names, " and %lld more", (sqlite3_int64)(count - named));
  bool complete = sqlite3_str_errcode(names) == SQLITE_OK;
  char *list = sqlite3_str_finish(names);
  if (complete)
    argument_error(context, value, "rubric must be one of %s%s", RUBRIC_RESEARCH,
                   list != NULL ? list : "");
  else
    sqlite3_result_error_nomem(context);
  sqlite3_free(list);
}

/* Is a report's key that of the rubric whose path is `path`, or below it? */
static bool rubric_is_of_report(const char *path, const char *key) {
  size_t length = strlen(path);
  return strlen(key) >= length && name_matches(path, key, length) &&
         (key[length] == 0 || key[length] == '.');
}

/* The first report of a part of the rubric, else the last of all of it: reports of one
** place are sorted by what they say, and the one that says no more than that it is left
** out is the first.  NULL where no load has reported it. */
static const struct settings_warning *
rubric_report_of(const struct loaded_settings *loaded, const char *path) {
  const struct settings_warning *found = NULL;
  for (size_t i = 0; loaded != NULL && i < loaded->warning_count; i++) {
    const struct settings_warning *warning = &loaded->warnings[i];
    if (!rubric_is_of_report(path, warning->key)) continue;
    if (warning->key[strlen(path)] != 0) return warning;
    found = warning;
  }
  return found;
}

/* Appends why a report has the rubric left out.  The message begins with the key: of one
** that is not known only its last name is said, the place says the rest. */
static void rubric_append_report(sqlite3_str *text,
                                 const struct settings_warning *warning) {
  static const char unknown[] = " is not a setting";
  const char *rest = warning->message + strlen(warning->key);
  const char *last = strrchr(warning->key, '.') + 1;
  sqlite3_str_appendf(text, "%s:%d: ", warning->file, warning->line);
  /* unreachable: the first report of a key begins with it */
  if (strncmp(warning->message, warning->key, strlen(warning->key)) == 0 &&
      strncmp(rest, unknown, strlen(unknown)) == 0) {
    sqlite3_str_appendf(text, "unknown key '%s'%s", last, rest + strlen(unknown));
  } else {
    sqlite3_str_appendall(text, warning->message);
  }
}

/* Ends the call where a load has left the rubric out; false where none has, and when out
** of memory with the error set and true. */
static bool rubric_refuse_left_out(sqlite3_context *context, sqlite3_value *value) {
  struct text name;
  if (!argument_text(context, value, &name)) return false;
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation.rubrics.");
  listing_append_segment(text, name.bytes, name.length);
  char *path = sqlite3_str_finish(text);
  if (path == NULL) {
    sqlite3_result_error_nomem(context);
    return true;
  }
  const struct settings_warning *warning =
      rubric_report_of(binding_of(context)->connection->loaded, path);
  sqlite3_free(path);
  if (warning == NULL) return false;
  text = sqlite3_str_new(NULL);
  sqlite3_str_appendf(text, "%s: rubric '%.*s' was left out: ",
                      binding_of(context)->function->name, (int)name.length, name.bytes);
  rubric_append_report(text, warning);
  argument_result_message(context, sqlite3_str_finish(text));
  return true;
}

/* The rubric that the first argument names, looked up once for each statement where it is
** constant; NULL with the error set. */
static const struct rubric *rubric_argument(sqlite3_context *context,
                                            sqlite3_value **argv) {
  const struct rubric *rubric = auxdata_find(context, 0);
  struct text name;
  if (rubric != NULL) return rubric;
  const struct settings *settings = settings_of(context);
  if (argument_text(context, argv[0], &name)) {
    bool research = name_matches(RUBRIC_RESEARCH, name.bytes, name.length);
    rubric = research ? &rubric_research : rubric_find(settings, name.bytes, name.length);
  } else if (sqlite3_value_type(argv[0]) == SQLITE_TEXT) {
    return NULL; /* out of memory */
  }
  if (rubric == NULL) {
    if (!rubric_refuse_left_out(context, argv[0]))
      rubric_refuse(context, argv[0], settings);
  } else {
    auxdata_borrow(context, 0, rubric);
  }
  return rubric;
}

/* What a rubric is asked of: the research evidence, or numbers by the rubric's names. */
struct rubric_call {
  const struct rubric *rubric;
  struct text text; /* of the evidence */
  struct gate_evidence evidence;
  double numbers[RUBRIC_NUMBERS];
};

/* False with the error set. */
static bool rubric_call_open(sqlite3_context *context, sqlite3_value **argv,
                             struct rubric_call *call) {
  call->rubric = rubric_argument(context, argv);
  if (call->rubric == NULL) return false;
  if (!evidence_text(context, argv[1], &call->text)) return false;
  if (call->rubric == &rubric_research)
    return evidence_object(context, argv[1], &call->evidence);
  rubric_read(call->rubric, call->text.bytes, call->text.length, call->numbers);
  return true;
}

static bool rubric_research_passes(sqlite3_context *context,
                                   const struct gate_evidence *evidence) {
  struct gate_verdict verdict = gate_evaluate(evidence, gate_rule_in_force(context));
  return gate_passed(&verdict);
}

static void rubric_pass(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct rubric_call call;
  bool passed;
  if (!rubric_call_open(context, argv, &call)) return;
  if (call.rubric == &rubric_research) {
    passed = rubric_research_passes(context, &call.evidence);
  } else {
    struct rubric_failures failures = rubric_evaluate(call.rubric, call.numbers);
    passed = rubric_passed(&failures);
  }
  sqlite3_result_int(context, passed);
}

static void rubric_index_call(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct rubric_call call;
  if (!rubric_call_open(context, argv, &call)) return;
  double index =
      call.rubric == &rubric_research
          ? confidence_index(&call.evidence.dimensions,
                             weights_default(settings_of(context)), METHOD_ARITHMETIC)
          : rubric_index(call.rubric, call.numbers);
  sqlite3_result_double(context, index);
}

/* What a report says of the numbers by their names. */
struct rubric_judgement {
  const struct rubric *rubric;
  const double *numbers;
  struct rubric_failures failures;
  bool missing[RUBRIC_NUMBERS]; /* as a score or as a count */
  bool broken[RUBRIC_NUMBERS];  /* one of its bounds */
};

static void rubric_judge_bounds(struct rubric_judgement *judgement,
                                const struct rubric_bound *bounds, int count,
                                uint64_t broken) {
  for (int i = 0; i < count; i++) {
    int number = bounds[i].number;
    judgement->missing[number] |=
        is_missing(rubric_count(judgement->numbers, &bounds[i]));
    judgement->broken[number] |= (broken >> i & 1) != 0;
  }
}

static void rubric_judge(struct rubric_judgement *judgement) {
  const struct rubric *rubric = judgement->rubric;
  const double *numbers = judgement->numbers;
  judgement->failures = rubric_evaluate(rubric, numbers);
  memset(judgement->missing, 0, sizeof judgement->missing);
  memset(judgement->broken, 0, sizeof judgement->broken);
  for (int i = 0; i < rubric->score_count; i++)
    judgement->missing[i] = is_missing(rubric_score(numbers, i));
  rubric_judge_bounds(judgement, rubric->at_least, rubric->at_least_count,
                      judgement->failures.few);
  rubric_judge_bounds(judgement, rubric->at_most, rubric->at_most_count,
                      judgement->failures.many);
  judgement->missing[rubric->name_count - 1] =
      is_missing(rubric_regression(rubric, numbers));
}

/* The names of the numbers for which the flag is set. */
static void rubric_write_names(struct json *json, const char *key,
                               const struct rubric *rubric, const bool *flags) {
  json_key(json, key);
  json_begin_array(json);
  for (int i = 0; i < rubric->name_count; i++) {
    if (flags[i]) json_name(json, rubric->names[i]);
  }
  json_end_array(json);
}

static void rubric_write_verdicts(struct json *json,
                                  const struct rubric_judgement *judgement) {
  const struct rubric *rubric = judgement->rubric;
  const struct rubric_failures *failures = &judgement->failures;
  bool low[RUBRIC_NUMBERS] = {false};
  for (int i = 0; i < rubric->score_count; i++)
    low[i] = (failures->low >> i & 1) != 0;
  json_key(json, "gate_passed");
  json_boolean(json, rubric_passed(failures));
  json_key(json, "all_dimensions_high");
  json_boolean(json, failures->low == 0);
  json_key(json, "all_conditions_met");
  json_boolean(json, (failures->few | failures->many) == 0);
  json_key(json, "no_regression");
  json_boolean(json, !failures->regressed);
  rubric_write_names(json, "failed_dimensions", rubric, low);
  rubric_write_names(json, "failed_conditions", rubric, judgement->broken);
  rubric_write_names(json, "missing", rubric, judgement->missing);
}

/* Appends a name, and the phrase before the first one. */
static void rubric_append_name(sqlite3_str *reason, const char *phrase, bool *named,
                               const char *name) {
  if (!*named && sqlite3_str_length(reason) > 0) sqlite3_str_appendall(reason, "; ");
  sqlite3_str_appendf(reason, "%s%s", *named ? ", " : phrase, name);
  *named = true;
}

static void rubric_append_bounds(sqlite3_str *reason, const char *phrase,
                                 const struct rubric_judgement *judgement,
                                 const struct rubric_bound *bounds, int count,
                                 uint64_t broken) {
  bool named = false;
  for (int i = 0; i < count; i++) {
    if ((broken >> i & 1) != 0 && !judgement->missing[bounds[i].number])
      rubric_append_name(reason, phrase, &named, bounds[i].id.name);
  }
}

/* As in the gate, what is missing comes first and is not named again. */
static void rubric_append_reason(sqlite3_str *reason,
                                 const struct rubric_judgement *judgement) {
  const struct rubric *rubric = judgement->rubric;
  const struct rubric_failures *failures = &judgement->failures;
  bool named = false;
  for (int i = 0; i < rubric->name_count; i++) {
    if (judgement->missing[i])
      rubric_append_name(reason, "missing: ", &named, rubric->names[i]);
  }
  named = false;
  for (int i = 0; i < rubric->score_count; i++) {
    if ((failures->low >> i & 1) != 0 && !judgement->missing[i])
      rubric_append_name(reason, "low dimensions: ", &named, rubric->names[i]);
  }
  rubric_append_bounds(reason, "too few: ", judgement, rubric->at_least,
                       rubric->at_least_count, failures->few);
  rubric_append_bounds(reason, "too many: ", judgement, rubric->at_most,
                       rubric->at_most_count, failures->many);
  named = false;
  if (failures->regressed && !judgement->missing[rubric->name_count - 1])
    rubric_append_name(reason, "", &named, "confidence regression detected");
}

/* False when out of memory. */
static bool rubric_write_reason(struct json *json,
                                const struct rubric_judgement *judgement) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  rubric_append_reason(text, judgement);
  bool complete = sqlite3_str_errcode(text) == SQLITE_OK;
  char *reason = sqlite3_str_finish(text); /* NULL for an empty text, too */
  json_key(json, "reason");
  json_name(json, reason != NULL ? reason : "");
  sqlite3_free(reason);
  return complete;
}

static void rubric_write_bounds(struct json *json, const char *side,
                                const double *numbers, const struct rubric_bound *bounds,
                                int count, uint64_t broken) {
  json_key(json, side);
  json_begin_object(json);
  for (int i = 0; i < count; i++) {
    json_key(json, bounds[i].id.name);
    json_begin_object(json);
    json_key(json, "count");
    json_number(json, rubric_count(numbers, &bounds[i]));
    json_key(json, "bound");
    json_number(json, bounds[i].bound);
    json_key(json, "gate_passed");
    json_boolean(json, (broken >> i & 1) == 0);
    json_end_object(json);
  }
  json_end_object(json);
}

static void rubric_write_grounds(struct json *json,
                                 const struct rubric_judgement *judgement) {
  const struct rubric *rubric = judgement->rubric;
  const double *numbers = judgement->numbers;
  json_key(json, "dimensions");
  json_begin_object(json);
  for (int i = 0; i < rubric->score_count; i++) {
    json_key(json, rubric->scores[i].id.name);
    gate_write_dimension(json, rubric_score(numbers, i), &rubric->scores[i].floors);
  }
  json_end_object(json);
  json_key(json, "conditions");
  json_begin_object(json);
  rubric_write_bounds(json, "at_least", numbers, rubric->at_least, rubric->at_least_count,
                      judgement->failures.few);
  rubric_write_bounds(json, "at_most", numbers, rubric->at_most, rubric->at_most_count,
                      judgement->failures.many);
  json_end_object(json);
  json_key(json, "ci_score");
  json_number(json, rubric_index(rubric, numbers));
  json_key(json, "ci_role");
  json_name(json, "tiebreaker_only");
  json_key(json, "scoring_engine");
  json_name(json, scoring_engine_names[ENGINE_MULTIDIMENSIONAL]);
}

static void rubric_report(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct rubric_call call;
  if (!rubric_call_open(context, argv, &call)) return;
  if (call.rubric == &rubric_research) {
    gate_result_report_of(context, &call.evidence, &call.text);
    return;
  }
  struct rubric_judgement judgement = {.rubric = call.rubric, .numbers = call.numbers};
  rubric_judge(&judgement);
  struct json json = json_open(context);
  json_begin_object(&json);
  rubric_write_verdicts(&json, &judgement);
  bool complete =
      evidence_write_unknown(&json, &call.text, (const char *const *)call.rubric->names,
                             call.rubric->name_count, judgement.missing);
  complete &= rubric_write_reason(&json, &judgement);
  rubric_write_grounds(&json, &judgement);
  json_end_object(&json);
  json_result(context, &json);
  if (!complete) sqlite3_result_error_nomem(context);
}

static const struct sql_function functions[] = {
    {"rubric_pass", 2, PURE, SCALAR(rubric_pass), "rubric_pass(rubric, evidence)",
     "1 if evidence as JSON passes the rubric of that name; missing evidence fails",
     "rubric_pass('research', '{\"coverage\": 0.9, \"source_quality\": 0.8}')", "0"},
    {"rubric_index", 2, PURE, SCALAR(rubric_index_call), "rubric_index(rubric, evidence)",
     "The weighted mean of the rubric's scores, 0..1; breaks ties only",
     "rubric_index('research', '{\"coverage\": 0.9, \"source_quality\": 0.8}')", "0.385"},
    {"rubric_report", 2, JSON_RESULT, SCALAR(rubric_report),
     "rubric_report(rubric, evidence)",
     "JSON: each condition of the rubric, what fails, what is missing, and why",
     "rubric_report('research', '{}') LIKE '{\"gate_passed\":false,%'", "1"},
};

const struct sql_module rubric_module = {"rubric", "Rubrics", "is a round good enough",
                                         functions, COUNT_OF(functions)};
