/*
** The rubrics (see rubric.c) as rows of a table.
**
**   table assay_rubrics     rubric, part, name, elite, high, medium, weight, bound, veto
**
** A row is a score with floors and weight, or one bound of a count.  `part` says which:
** score, at_least or at_most.  `veto` is 1 if a count above the bound can halt the run
** (the rounds of one question).
**
** The built-in rubric `research` comes first, with its current settings.  If the setting
** scoring_engine is `legacy`, gate_pass does not use the floors of `research`, but the
** weighted mean of the scores.  After a read of the table, the settings can still change.
*/
#include "core/research/gate.h"

#include "bind/memory_table.h"
#include "functions/modules.h"

static size_t rubric_table_rows(const struct rubric *rubric) {
  return (size_t)(rubric->rule.score_count + rubric->rule.condition_count);
}

static sqlite3_int64 rubric_table_count(const struct table_scan *scan) {
  const struct rubric_settings *own = &table_scan_settings(scan)->rubrics;
  size_t rows = (size_t)DIMENSION_COUNT + (size_t)GATE_CONDITION_COUNT;
  for (size_t i = 0; i < own->rubric_count; i++)
    rows += rubric_table_rows(&own->rubrics[i]);
  return (sqlite3_int64)rows;
}

/* Returns the rubric of a row, and sets `*part` to the row's number within the rubric. */
static const struct rubric *rubric_table_find(const struct settings *settings,
                                              const struct rubric *research, size_t row,
                                              int *part) {
  const struct rubric *rubric = research;
  for (size_t i = 0; row >= rubric_table_rows(rubric); i++) {
    row -= rubric_table_rows(rubric);
    rubric = &settings->rubrics.rubrics[i];
  }
  *part = (int)row;
  return rubric;
}

static void rubric_table_score(sqlite3_context *context, const struct rubric_score *score,
                               int column) {
  const double numbers[] = {score->floors.elite, score->floors.high, score->floors.medium,
                            score->weight};
  if (column < 7) sqlite3_result_double(context, numbers[column - 3]);
}

static void rubric_table_condition(sqlite3_context *context, const struct rubric *rubric,
                                   int condition, int column) {
  if (column == 7)
    sqlite3_result_int(context, rubric_condition(rubric, condition)->bound);
  if (column == 8 && condition >= rubric->rule.at_least_count)
    sqlite3_result_int(context, (rubric->rule.vetoes >> condition & 1) != 0);
}

static void rubric_table_column(sqlite3_context *context, const struct table_scan *scan,
                                int column) {
  const struct settings *settings = table_scan_settings(scan);
  struct gate_rubric research;
  struct gate_rule rule = gate_rule_of(settings);
  int part;
  gate_rubric_open(&research, settings, &rule);
  const struct rubric *rubric =
      rubric_table_find(settings, &research.rubric, (size_t)scan->row, &part);
  int condition = part - rubric->rule.score_count;
  const char *kind = condition < rubric->rule.at_least_count ? "at_least" : "at_most";
  const char *const texts[] = {
      rubric->name, condition < 0 ? "score" : kind,
      condition < 0 ? rubric->names[part] : rubric_condition(rubric, condition)->id.name};
  if (column < 3)
    sqlite3_result_text(context, texts[column], -1, SQLITE_TRANSIENT);
  else if (condition < 0)
    rubric_table_score(context, &rubric->scores[part], column);
  else
    rubric_table_condition(context, rubric, condition, column);
}

static const struct memory_table rubrics_table = {
    .schema = "CREATE TABLE assay_rubrics(rubric TEXT, part TEXT, name TEXT, elite REAL, "
              "high REAL, medium REAL, weight REAL, bound INT, veto INT)",
    .count = rubric_table_count,
    .column = rubric_table_column,
};

static const struct sql_function functions[] = {
    {"assay_rubrics", 0, PURE, MEMORY_TABLE(rubrics_table), "table assay_rubrics",
     "The rubrics in force: rubric, part, name, elite, high, medium, weight, bound, veto",
     "SELECT bound FROM assay_rubrics WHERE (rubric, part) = ('research', 'at_least')",
     "10"},
};

const struct sql_module rubric_table_module = {"rubric_table", "Rubrics in force",
                                               "which numbers are in force", functions,
                                               COUNT_OF(functions)};
