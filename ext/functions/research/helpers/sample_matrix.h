/*
** Matrices of weight samples.  A connection draws a matrix once for all groups of rows.
**
** Drawing weights takes longer than scoring a run's rounds under these weights.  So the
** connection stores the samples for a count and a seed as a matrix.  It stores only the
** matrices used last; together they have at most SAMPLES_MAX samples.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_SAMPLE_MATRIX_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_SAMPLE_MATRIX_H

#include "core/research/acceptability.h"
#include "bind/interrupt.h"

#define SAMPLES_DEFAULT 10000
#define SAMPLES_MAX 10000000 /* 400 MB of weights */
#define SEED_DEFAULT 42

/* The samples of the table weight_samples(count, seed), in the same order. */
struct sample_matrix {
  size_t count;
  sqlite3_int64 seed;
  struct sample_columns columns;
  double weights[]; /* `columns` points into this memory */
};

/* Sets `*matrix` to a stored or newly drawn matrix, valid until this connection's next
** call.  Returns SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int sample_matrix_find(struct connection *connection, size_t count, sqlite3_int64 seed,
                       struct interrupt *interrupt, const struct sample_matrix **matrix);

#endif
