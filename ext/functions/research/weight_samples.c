/*
** Weights as tables: the strategies in force, and random weights.
**
**   assay_weights
**   weight_samples(n [, seed [, around [, concentration]]])
**
** assay_weights has a row for each weight strategy of the settings.
**
** weight_samples gives n rows: sample 1..n, five weights, and the same packed as a BLOB
** that every weights argument takes.
**
** (1) n is a whole number in 0..10000000.  seed is any whole number of 64 bits, NULL is
**     42.
** (2) Without `around` (or NULL) the weights are uniform on the simplex, else a Dirichlet
**     distribution with that mean: `around` is as the weights of ci_score.
** (3) concentration, .001..1e9, says how close to it: a weight of mean m has the variance
**     m (1 - m) / (concentration + 1).  NULL is 50: a weight of .2 varies by about .056.
** (4) The same arguments give the same rows, bit for bit, on every machine and with every
**     version of SQLite.  The generator (base/random.h) and what is made of it
**     (core/research/simplex.h) are part of the contract.  A smaller n gives the first
**     rows of a greater one.
*/
#include "core/research/simplex.h"
#include "bind/memory_table.h"
#include "functions/modules.h"
#include "bind/parameters.h"
#include "functions/research/sample_matrix.h"
#include "functions/research/weights_argument.h"

#define CONCENTRATION_DEFAULT 50.0

static sqlite3_int64
weight_samples_strategies_count(const struct connection *connection) {
  return (sqlite3_int64)connection->settings->deep_research.strategy_count;
}

/* Settings that a later load replaces live as long as the connection, and with them the
** texts of a statement under way. */
static void weight_samples_strategies_column(sqlite3_context *context,
                                             const struct connection *connection,
                                             sqlite3_int64 row, int column) {
  const struct weight_strategy *strategy =
      &connection->settings->deep_research.strategies[row];
  if (column == 0) {
    sqlite3_result_text(context, strategy->name, -1, SQLITE_STATIC);
  } else if (column <= DIMENSION_COUNT) {
    sqlite3_result_double(context, strategy->weights.weight[column - 1]);
  } else if (column == DIMENSION_COUNT + 1) {
    sqlite3_result_double(context, strategy->weights.sum);
  } else {
    sqlite3_result_text(context, strategy->basis, -1, SQLITE_STATIC);
  }
}

static const struct memory_table strategies_table = {
    .schema =
        "CREATE TABLE assay_weights(strategy TEXT, coverage REAL, source_quality REAL, "
        "agreement REAL, verification REAL, recency REAL, sum REAL, basis TEXT)",
    .count = weight_samples_strategies_count,
    .column = weight_samples_strategies_column,
};

/* The columns of weight_samples; those from COLUMN_N on are hidden: its parameters. */
enum {
  COLUMN_SAMPLE,
  COLUMN_COVERAGE,
  COLUMN_WEIGHTS = COLUMN_COVERAGE + DIMENSION_COUNT,
  COLUMN_N,
  COLUMN_SEED,
  COLUMN_AROUND,
  COLUMN_CONCENTRATION,
  COLUMN_COUNT
};

#define PARAMETER_COUNT (COLUMN_COUNT - COLUMN_N)

struct samples_table {
  sqlite3_vtab base;
  const struct binding *binding;
};

struct samples_cursor {
  sqlite3_vtab_cursor base;
  sqlite3_value *parameters[PARAMETER_COUNT]; /* as given, NULL where not; owned */
  struct generator generator;
  bool uniform;
  struct weights around;
  double concentration;
  sqlite3_int64 count;
  sqlite3_int64 sample; /* the current one, from 1 */
  double weight[DIMENSION_COUNT];
};

static int weight_samples_samples_connect(sqlite3 *db, void *client, int argc,
                                          const char *const *argv, sqlite3_vtab **table,
                                          char **error) {
  int rc = sqlite3_declare_vtab(
      db,
      "CREATE TABLE weight_samples(sample INTEGER, coverage REAL, source_quality REAL, "
      "agreement REAL, verification REAL, recency REAL, weights BLOB, n HIDDEN, "
      "seed HIDDEN, around HIDDEN, concentration HIDDEN)");
  if (rc == SQLITE_OK) rc = sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  if (rc != SQLITE_OK) return rc;
  struct samples_table *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct samples_table){.binding = client};
  *table = &opened->base;
  return SQLITE_OK;
}

static int weight_samples_samples_best_index(sqlite3_vtab *table,
                                             sqlite3_index_info *info) {
  int rc = parameters_plan(info, COLUMN_N, PARAMETER_COUNT);
  if (rc != SQLITE_OK || !parameters_give_first(info)) return rc;
  info->estimatedRows = SAMPLES_DEFAULT;
  info->estimatedCost = SAMPLES_DEFAULT;
  info->orderByConsumed = info->nOrderBy == 1 &&
                          info->aOrderBy[0].iColumn == COLUMN_SAMPLE &&
                          !info->aOrderBy[0].desc;
  return SQLITE_OK;
}

static int weight_samples_samples_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int weight_samples_samples_open(sqlite3_vtab *table,
                                       sqlite3_vtab_cursor **cursor) {
  struct samples_cursor *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct samples_cursor){.uniform = true};
  *cursor = &opened->base;
  return SQLITE_OK;
}

static int weight_samples_samples_close(sqlite3_vtab_cursor *cursor) {
  parameters_free(((struct samples_cursor *)cursor)->parameters, PARAMETER_COUNT);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static const struct binding *
weight_samples_binding_of_cursor(const struct samples_cursor *cursor) {
  return ((const struct samples_table *)cursor->base.pVtab)->binding;
}

static int weight_samples_parameter_error(struct samples_cursor *cursor,
                                          sqlite3_value *value, const char *rule) {
  return parameters_error(
      cursor->base.pVtab, SQLITE_ERROR,
      argument_message(weight_samples_binding_of_cursor(cursor)->function, value, rule));
}

/* A parameter that is given and not NULL, else NULL. */
static sqlite3_value *weight_samples_parameter(const struct samples_cursor *cursor,
                                               int column) {
  sqlite3_value *value = cursor->parameters[column - COLUMN_N];
  return value != NULL && sqlite3_value_type(value) != SQLITE_NULL ? value : NULL;
}

static int weight_samples_read_count_and_seed(struct samples_cursor *cursor) {
  sqlite3_value *n = cursor->parameters[0];
  if (n == NULL) {
    return parameters_error(
        cursor->base.pVtab, SQLITE_ERROR,
        sqlite3_mprintf("weight_samples: n must be given, as in weight_samples(1000)"));
  }
  if (!argument_integer(n, &cursor->count) || cursor->count < 0 ||
      cursor->count > SAMPLES_MAX) {
    return weight_samples_parameter_error(cursor, n,
                                          "n must be a whole number in 0..10000000");
  }
  sqlite3_int64 seed = SEED_DEFAULT;
  sqlite3_value *stated = weight_samples_parameter(cursor, COLUMN_SEED);
  if (stated != NULL && !argument_integer(stated, &seed)) {
    return weight_samples_parameter_error(cursor, stated,
                                          "seed must be a whole number of 64 bits");
  }
  cursor->generator = random_seeded((uint64_t)seed);
  return SQLITE_OK;
}

static int weight_samples_read_distribution(struct samples_cursor *cursor) {
  sqlite3_value *around = weight_samples_parameter(cursor, COLUMN_AROUND);
  sqlite3_value *concentration = weight_samples_parameter(cursor, COLUMN_CONCENTRATION);
  cursor->uniform = around == NULL;
  if (around != NULL) {
    char *error;
    int rc = weights_read(weight_samples_binding_of_cursor(cursor), around, "around",
                          &cursor->around, &error);
    if (rc != SQLITE_OK) return parameters_error(cursor->base.pVtab, rc, error);
  }
  cursor->concentration = CONCENTRATION_DEFAULT;
  if (concentration == NULL) return SQLITE_OK;
  cursor->concentration = argument_number(concentration);
  if (cursor->concentration >= SIMPLEX_MIN_CONCENTRATION &&
      cursor->concentration <= SIMPLEX_MAX_CONCENTRATION) {
    return SQLITE_OK;
  }
  return weight_samples_parameter_error(cursor, concentration,
                                        "concentration must be a number in 0.001..1e9");
}

static void weight_samples_draw(struct samples_cursor *cursor) {
  if (cursor->sample > cursor->count) return;
  if (cursor->uniform) {
    simplex_draw(&cursor->generator, cursor->weight);
  } else {
    simplex_draw_around(&cursor->generator, &cursor->around, cursor->concentration,
                        cursor->weight);
  }
}

static int weight_samples_samples_filter(sqlite3_vtab_cursor *base, int plan,
                                         const char *name, int argc,
                                         sqlite3_value **argv) {
  struct samples_cursor *cursor = (struct samples_cursor *)base;
  int rc = parameters_keep(cursor->parameters, PARAMETER_COUNT, plan, argv);
  if (rc == SQLITE_OK) rc = weight_samples_read_count_and_seed(cursor);
  if (rc == SQLITE_OK) rc = weight_samples_read_distribution(cursor);
  if (rc != SQLITE_OK) return rc;
  cursor->sample = 1;
  weight_samples_draw(cursor);
  return SQLITE_OK;
}

static int weight_samples_samples_next(sqlite3_vtab_cursor *base) {
  struct samples_cursor *cursor = (struct samples_cursor *)base;
  cursor->sample++;
  weight_samples_draw(cursor);
  return SQLITE_OK;
}

static int weight_samples_samples_eof(sqlite3_vtab_cursor *base) {
  const struct samples_cursor *cursor = (struct samples_cursor *)base;
  return cursor->sample > cursor->count;
}

static int weight_samples_samples_column(sqlite3_vtab_cursor *base,
                                         sqlite3_context *context, int column) {
  const struct samples_cursor *cursor = (struct samples_cursor *)base;
  if (column == COLUMN_SAMPLE) {
    sqlite3_result_int64(context, cursor->sample);
  } else if (column < COLUMN_WEIGHTS) {
    sqlite3_result_double(context, cursor->weight[column - COLUMN_COVERAGE]);
  } else if (column == COLUMN_WEIGHTS) {
    unsigned char bytes[WEIGHTS_BYTES];
    weights_to_bytes(cursor->weight, bytes);
    sqlite3_result_blob(context, bytes, sizeof bytes, SQLITE_TRANSIENT);
  } else if (cursor->parameters[column - COLUMN_N] != NULL) {
    sqlite3_result_value(context, cursor->parameters[column - COLUMN_N]);
  }
  return SQLITE_OK;
}

static int weight_samples_samples_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = ((struct samples_cursor *)base)->sample;
  return SQLITE_OK;
}

/* No xCreate: the table exists without being created. */
static const sqlite3_module samples_table_module = {
    .iVersion = 0,
    .xConnect = weight_samples_samples_connect,
    .xBestIndex = weight_samples_samples_best_index,
    .xDisconnect = weight_samples_samples_disconnect,
    .xOpen = weight_samples_samples_open,
    .xClose = weight_samples_samples_close,
    .xFilter = weight_samples_samples_filter,
    .xNext = weight_samples_samples_next,
    .xEof = weight_samples_samples_eof,
    .xColumn = weight_samples_samples_column,
    .xRowid = weight_samples_samples_rowid,
};

static const struct sql_function functions[] = {
    {"assay_weights", 0, PURE, MEMORY_TABLE(strategies_table), "table assay_weights",
     "The weight strategies in force: strategy, the five weights, sum, basis",
     "SELECT coverage FROM assay_weights WHERE strategy = 'proposed'", "0.25"},
    {"weight_samples", 4, PURE, TABLE(samples_table_module),
     "table weight_samples(n [, seed [, around [, concentration]]])",
     "Random weights: sample, the five, weights (a BLOB for ci_score); uniform or around",
     "SELECT round(avg(coverage), 2) FROM weight_samples(1000)", "0.2"},
};

const struct sql_module weight_samples_module = {"weight_samples", "Weights",
                                                 "what hangs on the weights", functions,
                                                 COUNT_OF(functions)};
