/*
** The interview's settings as rows.
**
**   assay_strategies    assay_scorers    assay_phases
**
** While a query reads these tables, a call can load new settings.  If the new settings
** lack the current row, the columns of this row become NULL.
*/
#include "bind/memory_table.h"
#include "functions/modules.h"

static const struct interview_settings *
strategy_tables_interview_of(const struct table_scan *scan) {
  return &table_scan_settings(scan)->interview;
}

static void strategy_tables_result_text(sqlite3_context *context, const char *text) {
  sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static sqlite3_int64 strategy_tables_strategies_count(const struct table_scan *scan) {
  return (sqlite3_int64)strategy_tables_interview_of(scan)->strategy_count;
}

static void strategy_tables_strategies_column(sqlite3_context *context,
                                              const struct table_scan *scan, int column) {
  const struct interview_strategy *s =
      &strategy_tables_interview_of(scan)->strategies[scan->row];
  const char *const texts[] = {s->id, NULL,          s->name, s->type_category,
                               NULL,  s->prompt_hint};
  if (column == 1) {
    sqlite3_result_int64(context, scan->row + 1);
  } else if (column == 4) {
    sqlite3_result_int(context, s->enabled);
  } else {
    strategy_tables_result_text(context, texts[column]);
  }
}

/* Returns the number of rows: each scorer has a row for its default weight, and a row for
** each strategy that is listed under the scorer. */
static sqlite3_int64 strategy_tables_scorers_count(const struct table_scan *scan) {
  const struct interview_settings *settings = strategy_tables_interview_of(scan);
  size_t count = settings->scorer_count;
  for (size_t i = 0; i < settings->scorer_count; i++) {
    count += settings->scorers[i].weights.count;
  }
  return (sqlite3_int64)count;
}

static void strategy_tables_scorers_column(sqlite3_context *context,
                                           const struct table_scan *scan, int column) {
  sqlite3_int64 row = scan->row;
  const struct interview_scorer *s = strategy_tables_interview_of(scan)->scorers;
  for (; (size_t)row > s->weights.count; s++) {
    row -= (sqlite3_int64)s->weights.count + 1;
  }
  bool is_default = (size_t)row == s->weights.count;
  if (column == 0) {
    strategy_tables_result_text(context, s->id);
  } else if (column == 1) {
    sqlite3_result_int(context, s->enabled);
  } else if (column == 2) {
    strategy_tables_result_text(context,
                                is_default ? "default" : s->weights.items[row].name);
  } else {
    sqlite3_result_double(context,
                          is_default ? s->default_weight : s->weights.items[row].value);
  }
}

static sqlite3_int64 strategy_tables_phases_count(const struct table_scan *scan) {
  size_t count = 0;
  for (int p = 0; p < PHASE_COUNT; p++) {
    count += strategy_tables_interview_of(scan)->profiles[p].count;
  }
  return (sqlite3_int64)count;
}

/* Sets the result to the turn or coverage at which a phase begins or ends; NULL if the
** phase has no such bound. */
static void strategy_tables_phase_bound(sqlite3_context *context,
                                        const struct phase_config *config,
                                        enum interview_phase phase, int column) {
  const int min_turns[] = {config->exploratory_min_turns, config->focused_min_turns,
                           config->closing_min_turns};
  if (column == 1) {
    sqlite3_result_int(context, min_turns[phase]);
  } else if (column == 2 && phase == PHASE_EXPLORATORY) {
    sqlite3_result_int(context, config->exploratory_max_turns);
  } else if (column == 3 && phase == PHASE_FOCUSED) {
    sqlite3_result_double(context, config->focused_trigger_coverage);
  } else if (column == 3 && phase == PHASE_CLOSING) {
    sqlite3_result_double(context, config->closing_trigger_coverage);
  }
}

static void strategy_tables_phases_column(sqlite3_context *context,
                                          const struct table_scan *scan, int column) {
  sqlite3_int64 row = scan->row;
  const struct interview_settings *settings = strategy_tables_interview_of(scan);
  int phase = 0;
  for (; phase < PHASE_COUNT - 1 && (size_t)row >= settings->profiles[phase].count;
       phase++) {
    row -= (sqlite3_int64)settings->profiles[phase].count;
  }
  const struct named_number *entry = &settings->profiles[phase].items[row];
  if (column == 0) {
    sqlite3_result_text(context, phase_names[phase], -1, SQLITE_STATIC);
  } else if (column == 4) {
    strategy_tables_result_text(context, entry->name);
  } else if (column == 5) {
    sqlite3_result_double(context, entry->value);
  } else {
    strategy_tables_phase_bound(context, &settings->phases, (enum interview_phase)phase,
                                column);
  }
}

static const struct memory_table strategies_table = {
    .schema = "CREATE TABLE assay_strategies(strategy TEXT, position INT, name TEXT, "
              "type_category TEXT, enabled INT, prompt_hint TEXT)",
    .count = strategy_tables_strategies_count,
    .column = strategy_tables_strategies_column,
};

static const struct memory_table scorers_table = {
    .schema = "CREATE TABLE assay_scorers(scorer TEXT, enabled INT, strategy TEXT, "
              "weight REAL)",
    .count = strategy_tables_scorers_count,
    .column = strategy_tables_scorers_column,
};

static const struct memory_table phases_table = {
    .schema = "CREATE TABLE assay_phases(phase TEXT, min_turns INT, max_turns INT, "
              "trigger_coverage REAL, strategy TEXT, multiplier REAL)",
    .count = strategy_tables_phases_count,
    .column = strategy_tables_phases_column,
};

static const struct sql_function functions[] = {
    {"assay_strategies", 0, PURE, MEMORY_TABLE(strategies_table),
     "table assay_strategies",
     "The strategies: strategy, position, name, type_category, enabled, prompt_hint",
     "SELECT group_concat(strategy, ' ') FROM assay_strategies",
     "deepen broaden cover_element bridge contrast ease synthesis reflection closing"},
    {"assay_scorers", 0, PURE, MEMORY_TABLE(scorers_table), "table assay_scorers",
     "The matrix: scorer, enabled, strategy or 'default', weight",
     "SELECT weight FROM assay_scorers "
     "WHERE (scorer, strategy) = ('ambiguity', 'bridge')",
     "0.1"},
    {"assay_phases", 0, PURE, MEMORY_TABLE(phases_table), "table assay_phases",
     "The profiles: phase, min_turns, max_turns, trigger_coverage, strategy, multiplier",
     "SELECT multiplier FROM assay_phases "
     "WHERE (phase, strategy) = ('focused', 'bridge')",
     "1.0"},
};

const struct sql_module strategy_tables_module = {"strategy_tables", "Interview settings",
                                                  "which numbers are in force", functions,
                                                  COUNT_OF(functions)};
