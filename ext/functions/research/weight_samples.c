/*
** Weights as tables: weight strategies (named weights), and random weights.
**
**   assay_weights
**   weight_samples(n [, seed [, around [, concentration]]])
**
** assay_weights has a row for each weight strategy of the settings.
**
** weight_samples has n rows.  A row has its number (`sample`, 1..n), five weights, and a
** BLOB of these weights.  Every argument `weights` accepts the BLOB.
**
** (1) n is a whole number in 0..10000000.  `seed` is any whole number of 64 bits; NULL
**     stands for 42.
** (2) If `around` is absent or NULL, all sets of five weights >= 0 with the sum 1 are
**     equally likely.  Otherwise the weights have a Dirichlet distribution with the mean
**     `around`, which can be any form of weights that ci_score accepts.
** (3) The greater `concentration` (.001..1e9), the closer the weights are to `around`.  A
**     weight with the mean m has the variance m (1 - m) / (concentration + 1).  NULL
**     stands for 50: a weight with the mean .2 then has a standard deviation of about
**     .056.
** (4) The same arguments give the same rows, bit for bit, on every machine and with every
**     version of SQLite.  The generator (base/random.h) and the sampling
**     (core/research/simplex.h) never change.  If n grows, rows are added, and no
**     row changes.
*/
#include "core/research/simplex.h"
#include "bind/memory_table.h"
#include "functions/modules.h"
#include "functions/research/helpers/sample_matrix.h"
#include "functions/research/helpers/weights_argument.h"

#define CONCENTRATION_DEFAULT 50.0

static sqlite3_int64 weight_samples_strategies_count(const struct table_scan *scan) {
  return (sqlite3_int64)table_scan_settings(scan)->deep_research.strategy_count;
}

/* SQLite borrows the texts from the settings, which live as long as the connection, even
** after a load has replaced them. */
static void weight_samples_strategies_column(sqlite3_context *context,
                                             const struct table_scan *scan, int column) {
  const struct weight_strategy *strategy =
      &table_scan_settings(scan)->deep_research.strategies[scan->row];
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

/* The columns of weight_samples.  The columns from COLUMN_N on are a call's arguments. */
enum {
  COLUMN_SAMPLE,
  COLUMN_COVERAGE,
  COLUMN_WEIGHTS = COLUMN_COVERAGE + DIMENSION_COUNT,
  COLUMN_N,
};

enum { N, SEED, AROUND, CONCENTRATION, ARGUMENT_COUNT };

struct samples {
  struct generator generator;
  bool uniform;
  struct weights around;
  double concentration;
  sqlite3_int64 count;
  double weight[DIMENSION_COUNT]; /* the weights of the current row */
};

static int weight_samples_read_count(struct table_scan *scan, struct samples *samples) {
  sqlite3_value *n = scan->argument[N];
  if (argument_integer(n, &samples->count) && samples->count >= 0 &&
      samples->count <= SAMPLES_MAX) {
    return SQLITE_OK;
  }
  return table_scan_mistake(scan, n, "n must be a whole number in 0..10000000");
}

static int weight_samples_read_seed(struct table_scan *scan, struct samples *samples) {
  sqlite3_value *stated = table_scan_argument(scan, SEED);
  sqlite3_int64 seed = SEED_DEFAULT;
  if (stated != NULL && !argument_integer(stated, &seed)) {
    return table_scan_mistake(scan, stated, "seed must be a whole number of 64 bits");
  }
  samples->generator = random_seeded((uint64_t)seed);
  return SQLITE_OK;
}

static int weight_samples_read_around(struct table_scan *scan, struct samples *samples) {
  sqlite3_value *around = table_scan_argument(scan, AROUND);
  char *error;
  samples->uniform = around == NULL;
  if (around == NULL) return SQLITE_OK;
  int rc = weights_read(scan->binding, around, "around", &samples->around, &error);
  return rc == SQLITE_OK ? rc : table_scan_fail(scan, rc, error);
}

static int weight_samples_read_concentration(struct table_scan *scan,
                                             struct samples *samples) {
  sqlite3_value *stated = table_scan_argument(scan, CONCENTRATION);
  samples->concentration =
      stated != NULL ? argument_number(stated) : CONCENTRATION_DEFAULT;
  if (samples->concentration >= SIMPLEX_MIN_CONCENTRATION &&
      samples->concentration <= SIMPLEX_MAX_CONCENTRATION) {
    return SQLITE_OK;
  }
  return table_scan_mistake(scan, stated, "concentration must be a number in 0.001..1e9");
}

static int weight_samples_fill(struct table_scan *scan) {
  struct samples *samples = scan->state;
  int rc = weight_samples_read_count(scan, samples);
  if (rc == SQLITE_OK) rc = weight_samples_read_seed(scan, samples);
  if (rc == SQLITE_OK) rc = weight_samples_read_around(scan, samples);
  if (rc == SQLITE_OK) rc = weight_samples_read_concentration(scan, samples);
  return rc;
}

static sqlite3_int64 weight_samples_count(const struct table_scan *scan) {
  return ((const struct samples *)scan->state)->count;
}

static void weight_samples_draw(const struct table_scan *scan) {
  struct samples *samples = scan->state;
  if (samples->uniform) {
    simplex_draw(&samples->generator, samples->weight, DIMENSION_COUNT);
  } else {
    simplex_draw_around(&samples->generator, &samples->around, samples->concentration,
                        samples->weight);
  }
}

static void weight_samples_column(sqlite3_context *context, const struct table_scan *scan,
                                  int column) {
  const struct samples *samples = scan->state;
  if (column == COLUMN_SAMPLE) {
    sqlite3_result_int64(context, scan->row + 1);
  } else if (column < COLUMN_WEIGHTS) {
    sqlite3_result_double(context, samples->weight[column - COLUMN_COVERAGE]);
  } else {
    unsigned char bytes[WEIGHTS_BYTES];
    weights_to_bytes(samples->weight, bytes);
    sqlite3_result_blob(context, bytes, sizeof bytes, SQLITE_TRANSIENT);
  }
}

/* Tells the planner that rows are sorted by `sample`. */
static void weight_samples_plan(sqlite3_index_info *info) {
  info->orderByConsumed = info->nOrderBy == 1 &&
                          info->aOrderBy[0].iColumn == COLUMN_SAMPLE &&
                          !info->aOrderBy[0].desc;
}

static const struct memory_table samples_table = {
    .schema =
        "CREATE TABLE weight_samples(sample INTEGER, coverage REAL, source_quality REAL, "
        "agreement REAL, verification REAL, recency REAL, weights BLOB, n HIDDEN, "
        "seed HIDDEN, around HIDDEN, concentration HIDDEN)",
    .count = weight_samples_count,
    .column = weight_samples_column,
    .first_argument = COLUMN_N,
    .argument_count = ARGUMENT_COUNT,
    .required = "n must be given, as in weight_samples(1000)",
    .rows = SAMPLES_DEFAULT,
    .plan = weight_samples_plan,
    .state_size = sizeof(struct samples),
    .fill = weight_samples_fill,
    .next = weight_samples_draw,
};

static const struct sql_function functions[] = {
    {"assay_weights", 0, PURE, MEMORY_TABLE(strategies_table), "table assay_weights",
     "The weight strategies in force: strategy, the five weights, sum, basis",
     "SELECT coverage FROM assay_weights WHERE strategy = 'proposed'", "0.25"},
    {"weight_samples", 4, PURE, MEMORY_TABLE(samples_table),
     "table weight_samples(n [, seed [, around [, concentration]]])",
     "Random weights: sample, the five, weights (a BLOB for ci_score); uniform or around",
     "SELECT round(avg(coverage), 2) FROM weight_samples(1000)", "0.2"},
};

const struct sql_module weight_samples_module = {"weight_samples", "Weights",
                                                 "what depends on the weights", functions,
                                                 COUNT_OF(functions)};
