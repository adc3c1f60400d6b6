/*
** Matrices of weight samples: drawn once for a connection, read by every group.
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
#define SAMPLES_MAX 10000000 /* their weights take 400 MB */
#define SEED_DEFAULT 42

/* The samples of the table weight_samples(count, seed), in the same order. */
struct sample_matrix {
  size_t count;
  sqlite3_int64 seed;
  struct sample_columns columns;
  double weights[]; /* the memory that the columns point to */
};

/* Sets `*matrix` to a stored or newly drawn matrix, borrowed until the next call on this
** connection.  Returns SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int sample_matrix_find(struct connection *connection, size_t count, sqlite3_int64 seed,
                       struct interrupt *interrupt, const struct sample_matrix **matrix);

#endif
