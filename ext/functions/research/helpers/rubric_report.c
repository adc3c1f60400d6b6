/* The report of a round: see rubric_report.h. */
#include "functions/research/helpers/rubric_report.h"

#include <string.h>

#include "base/edits.h"
#include "base/json_numbers.h"
#include "core/research/gate.h"
#include "core/research/tier.h"

/* A report lists at most UNKNOWN_LISTED unknown keys.  A name of the rubric is near such
** a key if at most NEAR_EDITS edits (base/edits.h) turn one into the other. */
#define UNKNOWN_LISTED 20
#define NEAR_EDITS 2

/* State for writing the keys that the rubric does not have, in the object's order. */
struct unknown_keys {
  struct json *json;
  const char *const *names;
  int count;
  const bool *missing;
  int listed;
  sqlite3_int64 more;
  bool complete;
};

/* Copies a key or a name in lower case, because case does not matter (rule R8,
** REFERENCE.md).  If a key is too long to compare, copies only its beginning. */
static size_t rubric_report_lower_key(const char *text, size_t length,
                                      char lower[EDITS_LENGTH_LIMIT + 1]) {
  size_t i = 0;
  for (; i < length && i <= EDITS_LENGTH_LIMIT; i++)
    lower[i] = (char)name_lower(text[i]);
  return i;
}

/* Returns the name nearest to a key, among the names that the evidence lacks: of equally
** near names the first, and NULL if no name is near. */
static const char *rubric_report_near(const struct unknown_keys *keys, const char *key,
                                      size_t length) {
  char a[EDITS_LENGTH_LIMIT + 1], b[EDITS_LENGTH_LIMIT + 1];
  size_t a_length = rubric_report_lower_key(key, length, a), fewest = NEAR_EDITS + 1;
  const char *near = NULL;
  for (int i = 0; i < keys->count; i++) {
    if (!keys->missing[i]) continue;
    size_t b_length = rubric_report_lower_key(keys->names[i], strlen(keys->names[i]), b);
    size_t edits = edits_between(a, a_length, b, b_length);
    if (edits >= fewest) continue;
    fewest = edits;
    near = keys->names[i];
  }
  return near;
}

static void rubric_report_write_key(struct unknown_keys *keys, const char *key,
                                    size_t length) {
  const char *near = rubric_report_near(keys, key, length);
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_append(text, key, (int)length);
  if (near != NULL) sqlite3_str_appendf(text, ": %s?", near);
  keys->complete &= sqlite3_str_errcode(text) == SQLITE_OK;
  if (keys->complete)
    json_text(keys->json, sqlite3_str_value(text), (size_t)sqlite3_str_length(text));
  sqlite3_free(sqlite3_str_finish(text));
}

static void rubric_report_take_key(void *context, const struct json_string *name) {
  struct unknown_keys *keys = context;
  if (keys->listed == UNKNOWN_LISTED) {
    keys->more++;
    return;
  }
  keys->listed++;
  char *key = sqlite3_malloc64(name->length + 1);
  if (key != NULL)
    rubric_report_write_key(keys, key,
                            json_reader_unescape(name->text, name->length, key));
  else
    keys->complete = false;
  sqlite3_free(key);
}

/* Writes `unknown`: the keys of the object that are not names of the rubric.  Each key is
** followed by the nearest name that the evidence lacks, if one is near.  After
** UNKNOWN_LISTED keys, further keys are only counted.  `missing[i]` says whether the
** evidence lacks names[i].  Returns false when out of memory. */
static bool rubric_report_unknown(struct json *json, const struct text *text,
                                  const char *const *names, int count,
                                  const bool *missing) {
  char more[40];
  struct unknown_keys keys = {json, names, count, missing, 0, 0, true};
  json_key(json, "unknown");
  json_begin_array(json);
  json_numbers_other_names(text->bytes, text->length, names, count,
                           rubric_report_take_key, &keys);
  if (keys.more > 0) {
    sqlite3_snprintf(sizeof more, more, "and %lld more", keys.more);
    json_name(json, more);
  }
  json_end_array(json);
  return keys.complete;
}

/* What a report says about the numbers in the evidence. */
struct rubric_report {
  const struct rubric *rubric;
  const double *numbers;
  const double *counts; /* one for each condition */
  struct rubric_failures failures;
  uint64_t below;               /* a bit for each score that is not High */
  uint64_t unmet;               /* a bit for each condition that is not met */
  bool missing[RUBRIC_NUMBERS]; /* for each score or count */
};

static struct rubric_report rubric_report_of(const struct rubric *rubric,
                                             const double *numbers) {
  const struct rubric_rule *rule = &rubric->rule;
  struct rubric_report report = {.rubric = rubric,
                                 .numbers = numbers,
                                 .counts = numbers + rule->score_count,
                                 .failures = rubric_evaluate(rule, numbers),
                                 .below = rubric_below(rule, numbers)};
  struct rubric_failures all = report.failures;
  all.missing = rubric_missing(numbers, rule->score_count);
  rubric_missing_names(rubric, &all, report.missing);
  report.unmet = report.failures.broken | report.failures.uncounted;
  return report;
}

/* Returns true for the built-in rubric.  Only this rubric has phrases for its conditions;
** the key `reason` uses them. */
static bool rubric_report_is_research(const struct rubric_report *report) {
  return report->rubric->phrases != NULL;
}

static void rubric_report_names(struct json *json, const char *key,
                                const struct rubric *rubric, const bool *flags) {
  json_key(json, key);
  json_begin_array(json);
  for (int i = 0; i < rubric->name_count; i++) {
    if (flags[i]) json_name(json, rubric->names[i]);
  }
  json_end_array(json);
}

static void rubric_report_verdicts(struct json *json,
                                   const struct rubric_report *report) {
  const struct rubric *rubric = report->rubric;
  bool low[RUBRIC_NUMBERS] = {false}, unmet[RUBRIC_NUMBERS] = {false};
  for (int i = 0; i < rubric->rule.score_count; i++)
    low[i] = (report->below >> i & 1) != 0;
  for (int i = 0; i < rubric->rule.condition_count; i++)
    unmet[rubric_condition(rubric, i)->number] |= (report->unmet >> i & 1) != 0;
  json_key_boolean(json, "gate_passed", rubric_passed(&report->failures));
  json_key_boolean(json, "all_dimensions_high", report->below == 0);
  if (rubric_report_is_research(report)) {
    json_key_boolean(json, "sources_floor_passed", !unmet[EVIDENCE_RECENT_SOURCES]);
    json_key_boolean(json, "no_critical_contradictions",
                     !unmet[EVIDENCE_CRITICAL_CONTRADICTIONS]);
  } else {
    json_key_boolean(json, "all_conditions_met", report->unmet == 0);
  }
  json_key_boolean(json, "no_regression",
                   report->counts[rubric->rule.condition_count] == 0);
  rubric_report_names(json, "failed_dimensions", rubric, low);
  if (!rubric_report_is_research(report))
    rubric_report_names(json, "failed_conditions", rubric, unmet);
  rubric_report_names(json, "missing", rubric, report->missing);
}

static void rubric_report_part(void *json, const char *part) {
  json_part(json, part);
}

void rubric_write_reason(struct json *json, const struct rubric *rubric,
                         const struct rubric_failures *failures) {
  json_key(json, "reason");
  json_begin_text(json);
  rubric_reason(rubric, failures, rubric_report_part, json);
  json_end_text(json);
}

static void rubric_report_score(struct json *json, double score,
                                const struct tier_floors *floors) {
  enum tier tier = tier_classify(score, floors);
  json_begin_object(json);
  json_key_number(json, "score", score);
  json_key_name(json, "tier", tier == TIER_NONE ? NULL : tier_names[tier]);
  json_key_number(json, "tier_rank", tier == TIER_NONE ? MISSING : (double)tier);
  json_key_boolean(json, "gate_passed", tier >= TIER_HIGH);
  json_end_object(json);
}

static void rubric_report_conditions(struct json *json, const char *side,
                                     const struct rubric_report *report, int first,
                                     int end) {
  json_key(json, side);
  json_begin_object(json);
  for (int i = first; i < end; i++) {
    json_key(json, rubric_condition(report->rubric, i)->id.name);
    json_begin_object(json);
    json_key_number(json, "count", report->counts[i]);
    json_key_number(json, "bound", report->rubric->rule.bound[i]);
    json_key_boolean(json, "gate_passed", (report->unmet >> i & 1) == 0);
    json_end_object(json);
  }
  json_end_object(json);
}

/* Writes the counts: three keys for `research`, otherwise the object `conditions`. */
static void rubric_report_counts(struct json *json, const struct rubric_report *report) {
  const struct rubric_rule *rule = &report->rubric->rule;
  if (rubric_report_is_research(report)) {
    json_key_number(json, "recent_sources_count", report->counts[GATE_SOURCES]);
    json_key_number(json, "min_recent_sources", rule->bound[GATE_SOURCES]);
    json_key_number(json, "critical_contradictions", report->counts[GATE_CONTRADICTIONS]);
    return;
  }
  json_key(json, "conditions");
  json_begin_object(json);
  rubric_report_conditions(json, "at_least", report, 0, rule->at_least_count);
  rubric_report_conditions(json, "at_most", report, rule->at_least_count,
                           rule->condition_count);
  json_end_object(json);
}

/* Writes the scores, the counts and the confidence index.  Only the scoring engine
** `legacy` judges by this index. */
static void rubric_report_grounds(struct json *json, const struct rubric_report *report) {
  const struct rubric *rubric = report->rubric;
  const struct rubric_rule *rule = &rubric->rule;
  json_key(json, "dimensions");
  json_begin_object(json);
  for (int i = 0; i < rule->score_count; i++) {
    json_key(json, rubric->names[i]);
    rubric_report_score(json, report->numbers[i], &rubric->scores[i].floors);
  }
  json_end_object(json);
  rubric_report_counts(json, report);
  json_key_number(json, "ci_score", rubric_index(rule, report->numbers));
  json_key_name(json, "ci_role",
                rule->engine == ENGINE_LEGACY ? "primary_gate" : "tiebreaker_only");
  json_key_name(json, "scoring_engine", scoring_engine_names[rule->engine]);
}

void rubric_result_report(sqlite3_context *context, const struct rubric *rubric,
                          const double *numbers, const struct text *text) {
  struct rubric_report report = rubric_report_of(rubric, numbers);
  struct json json = json_open(context);
  rubric_report_verdicts(&json, &report);
  bool complete = rubric_report_unknown(&json, text, rubric->names, rubric->name_count,
                                        report.missing);
  rubric_write_reason(&json, rubric, &report.failures);
  rubric_report_grounds(&json, &report);
  json_result(context, &json);
  if (!complete) sqlite3_result_error_nomem(context);
}
