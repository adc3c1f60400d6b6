/*
** Rubrics as rows.
**
**   table assay_rubrics     rubric, part, name, elite, high, medium, weight, bound
**
** A row for each score of a rubric, with its floors and weight, and for each of its
** bounds: `part` is score, at_least or at_most.  The built-in one comes first, as the
** settings that it follows have it; under the legacy engine the index is judged instead
** of its scores.  Reading the table freezes nothing.
*/
#include "core/own/rubric.h"

#include "core/research/evidence.h"
#include "core/research/weights.h"
#include "bind/memory_table.h"
#include "functions/modules.h"

/* One row: a score has floors and a weight, the others have a bound. */
struct rubric_row {
  const char *rubric;
  const char *part;
  const char *name;
  const struct tier_floors *floors; /* NULL for a bound */
  double weight;
  int bound;
};

/* The built-in rubric: five scores, sources at least, contradictions at most. */
#define RUBRIC_TABLE_BUILT_IN (DIMENSION_COUNT + 2)

static struct rubric_row rubric_table_built_in(const struct settings *settings, int row) {
  const struct deep_research_settings *research = &settings->deep_research;
  struct rubric_row built_in = {.rubric = RUBRIC_RESEARCH, .name = evidence_names[row]};
  if (row < DIMENSION_COUNT) {
    built_in.part = "score";
    built_in.floors = &research->floors[row];
    built_in.weight = weights_default(settings)->weight[row];
  } else if (row == EVIDENCE_RECENT_SOURCES) {
    built_in.part = "at_least";
    built_in.bound = research->min_recent_sources;
  } else {
    built_in.part = "at_most";
  }
  return built_in;
}

static struct rubric_row rubric_table_bound(const struct rubric *rubric, const char *part,
                                            const struct rubric_bound *bound) {
  return (struct rubric_row){.rubric = rubric->name,
                             .part = part,
                             .name = bound->id.name,
                             .bound = bound->bound};
}

static struct rubric_row rubric_table_own(const struct settings *settings, size_t row) {
  const struct rubric *rubric = rubric_of_row(settings, row);
  int part = (int)(row - rubric->first_row);
  if (part < rubric->score_count) {
    const struct rubric_score *score = &rubric->scores[part];
    return (struct rubric_row){.rubric = rubric->name,
                               .part = "score",
                               .name = score->id.name,
                               .floors = &score->floors,
                               .weight = score->weight};
  }
  part -= rubric->score_count;
  if (part < rubric->at_least_count)
    return rubric_table_bound(rubric, "at_least", &rubric->at_least[part]);
  part -= rubric->at_least_count;
  return rubric_table_bound(rubric, "at_most", &rubric->at_most[part]);
}

static sqlite3_int64 rubric_table_count(const struct table_scan *scan) {
  const struct settings *settings = table_scan_connection(scan)->settings;
  return RUBRIC_TABLE_BUILT_IN + (sqlite3_int64)rubric_row_count(settings);
}

/* Floors and weight, of which a bound has none. */
static void rubric_table_score(sqlite3_context *context, const struct rubric_row *row,
                               int column) {
  if (row->floors == NULL) return;
  const double numbers[] = {row->floors->elite, row->floors->high, row->floors->medium,
                            row->weight};
  sqlite3_result_double(context, numbers[column]);
}

/* Texts are copied: a load in the same statement may replace them. */
static void rubric_table_column(sqlite3_context *context, const struct table_scan *scan,
                                int column) {
  const struct settings *settings = table_scan_connection(scan)->settings;
  sqlite3_int64 number = scan->row;
  struct rubric_row row =
      number < RUBRIC_TABLE_BUILT_IN
          ? rubric_table_built_in(settings, (int)number)
          : rubric_table_own(settings, (size_t)(number - RUBRIC_TABLE_BUILT_IN));
  const char *const texts[] = {row.rubric, row.part, row.name};
  if (column < 3) {
    sqlite3_result_text(context, texts[column], -1, SQLITE_TRANSIENT);
  } else if (column < 7) {
    rubric_table_score(context, &row, column - 3);
  } else if (row.floors == NULL) {
    sqlite3_result_int(context, row.bound);
  }
}

static const struct memory_table rubrics_table = {
    .schema = "CREATE TABLE assay_rubrics(rubric TEXT, part TEXT, name TEXT, elite REAL, "
              "high REAL, medium REAL, weight REAL, bound INT)",
    .count = rubric_table_count,
    .column = rubric_table_column,
};

static const struct sql_function functions[] = {
    {"assay_rubrics", 0, PURE, MEMORY_TABLE(rubrics_table), "table assay_rubrics",
     "The rubrics in force: rubric, part, name, elite, high, medium, weight, bound",
     "SELECT bound FROM assay_rubrics WHERE (rubric, part) = ('research', 'at_least')",
     "10"},
};

const struct sql_module rubric_table_module = {"rubric_table", "Rubrics in force",
                                               "which numbers are in force", functions,
                                               COUNT_OF(functions)};
