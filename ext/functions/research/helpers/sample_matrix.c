/* Matrices of weight samples: see sample_matrix.h. */
#include "functions/research/helpers/sample_matrix.h"

#include "core/research/simplex.h"
#include "functions/modules.h"

/* How many samples are drawn between two checks for an interrupt.  Drawing one sample
** takes 20 ns. */
#define CHUNK 1024
#define CHUNK_WORK ((uint64_t)20 * CHUNK)

/* A connection stores at most this number of matrices. */
#define MOST_KEPT 4

static struct sample_matrix *sample_matrix_matrix_allocate(size_t count,
                                                           sqlite3_int64 seed) {
  struct sample_matrix *matrix =
      sqlite3_malloc64(sizeof *matrix + count * DIMENSION_COUNT * sizeof(double));
  if (matrix == NULL) return NULL;
  matrix->count = count;
  matrix->seed = seed;
  for (size_t d = 0; d < DIMENSION_COUNT; d++)
    matrix->columns.weight[d] = matrix->weights + d * count;
  return matrix;
}

static bool sample_matrix_matrix_draw(struct sample_matrix *matrix,
                                      struct interrupt *interrupt) {
  struct generator generator = random_seeded((uint64_t)matrix->seed);
  for (size_t i = 0; i < matrix->count; i++) {
    double weight[DIMENSION_COUNT];
    simplex_draw(&generator, weight, DIMENSION_COUNT);
    for (size_t d = 0; d < DIMENSION_COUNT; d++)
      matrix->weights[d * matrix->count + i] = weight[d];
    if (i % CHUNK == 0 && interrupt_pending(interrupt, CHUNK_WORK)) return false;
  }
  return true;
}

/* The matrices of a connection, the most recently used first.  Unused places are NULL. */
struct kept_matrices {
  struct sample_matrix *matrix[MOST_KEPT];
};

static void sample_matrix_clear(void *memory) {
  struct kept_matrices *kept = memory;
  for (size_t i = 0; i < MOST_KEPT; i++)
    sqlite3_free(kept->matrix[i]);
}

const struct connection_slot sample_matrix_slot = {sizeof(struct kept_matrices),
                                                   sample_matrix_clear};

static void sample_matrix_move_to_front(struct kept_matrices *kept,
                                        struct sample_matrix *matrix, size_t index) {
  for (size_t i = index; i > 0; i--)
    kept->matrix[i] = kept->matrix[i - 1];
  kept->matrix[0] = matrix;
}

/* Frees the least recently used matrices until a place is free and the samples, with
** `count` more, are at most SAMPLES_MAX. */
static void sample_matrix_make_room(struct kept_matrices *kept, size_t count) {
  for (size_t i = 0; i < MOST_KEPT; i++) {
    struct sample_matrix *matrix = kept->matrix[i];
    if (matrix != NULL) count += matrix->count;
    if (count > SAMPLES_MAX || i == MOST_KEPT - 1) {
      sqlite3_free(matrix);
      kept->matrix[i] = NULL;
    }
  }
}

int sample_matrix_find(struct connection *connection, size_t count, sqlite3_int64 seed,
                       struct interrupt *interrupt, const struct sample_matrix **matrix) {
  struct kept_matrices *kept = connection_slot(connection, &sample_matrix_slot);
  for (size_t i = 0; i < MOST_KEPT; i++) {
    struct sample_matrix *found = kept->matrix[i];
    if (found == NULL || found->count != count || found->seed != seed) continue;
    sample_matrix_move_to_front(kept, found, i);
    *matrix = found;
    return SQLITE_OK;
  }
  sample_matrix_make_room(kept, count);
  struct sample_matrix *drawn = sample_matrix_matrix_allocate(count, seed);
  if (drawn == NULL) return SQLITE_NOMEM;
  if (!sample_matrix_matrix_draw(drawn, interrupt)) {
    sqlite3_free(drawn);
    return SQLITE_INTERRUPT;
  }
  sample_matrix_move_to_front(kept, drawn, MOST_KEPT - 1);
  *matrix = drawn;
  return SQLITE_OK;
}
