/*
** Matrices of weight samples: drawn once for a connection, read by every group.
**
** Drawing a weighting takes longer than scoring a run's rounds under it, so the samples
** of a count and a seed are kept with the connection.  A few matrices are kept, the ones
** used last; together they hold no more samples than the largest may.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_SAMPLE_MATRIX_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_SAMPLE_MATRIX_H

#include "core/research/acceptability.h"
#include "bind/interrupt.h"

#define SAMPLES_DEFAULT 10000
#define SAMPLES_MAX 10000000 /* 400 MB of weights */
#define SEED_DEFAULT 42

/* The same samples, in the same order, as the table weight_samples(count, seed). */
struct sample_matrix {
  size_t count;
  sqlite3_int64 seed;
  struct sample_columns columns;
  double weights[]; /* what the columns point to */
};

/* Finds or draws a matrix.  SQLITE_OK, SQLITE_NOMEM, or SQLITE_INTERRUPT.  `*matrix` is
** borrowed until the next call on this connection. */
int sample_matrix_find(struct connection *connection, size_t count, sqlite3_int64 seed,
                       struct interrupt *interrupt, const struct sample_matrix **matrix);

#endif
