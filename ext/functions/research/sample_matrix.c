/* Matrices of weight samples: see sample_matrix.h. */
#include "functions/research/sample_matrix.h"

#include "core/research/simplex.h"

/* Samples drawn between two thoughts of an interrupt; each takes some 20 ns. */
#define CHUNK 1024
#define CHUNK_WORK ((uint64_t)20 * CHUNK)

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

/* False where an interrupt came before the end. */
static bool sample_matrix_matrix_draw(struct sample_matrix *matrix,
                                      struct interrupt *interrupt) {
  struct generator generator = random_seeded((uint64_t)matrix->seed);
  for (size_t i = 0; i < matrix->count; i++) {
    double weight[DIMENSION_COUNT];
    simplex_draw(&generator, weight);
    for (size_t d = 0; d < DIMENSION_COUNT; d++)
      matrix->weights[d * matrix->count + i] = weight[d];
    if (i % CHUNK == 0 && interrupt_pending(interrupt, CHUNK_WORK)) return false;
  }
  return true;
}

/* Puts a matrix in front of those that move up to take the place it left, the `index`-th.
** The order is that of last use. */
static void sample_matrix_move_to_front(struct connection *connection,
                                        struct sample_matrix *matrix, size_t index) {
  for (size_t i = index; i > 0; i--)
    connection->kept[i] = connection->kept[i - 1];
  connection->kept[0] = matrix;
}

/* Drops those used longest ago, until `count` samples and one place are free. */
static void sample_matrix_make_room(struct connection *connection, size_t count) {
  for (size_t i = 0; i < CONNECTION_KEEPS; i++) {
    struct sample_matrix *matrix = connection->kept[i];
    if (matrix != NULL) count += matrix->count;
    if (count > SAMPLES_MAX || i == CONNECTION_KEEPS - 1) {
      sqlite3_free(matrix);
      connection->kept[i] = NULL;
    }
  }
}

int sample_matrix_find(struct connection *connection, size_t count, sqlite3_int64 seed,
                       struct interrupt *interrupt, const struct sample_matrix **matrix) {
  for (size_t i = 0; i < CONNECTION_KEEPS; i++) {
    struct sample_matrix *kept = connection->kept[i];
    if (kept == NULL || kept->count != count || kept->seed != seed) continue;
    sample_matrix_move_to_front(connection, kept, i);
    *matrix = kept;
    return SQLITE_OK;
  }
  sample_matrix_make_room(connection, count);
  struct sample_matrix *drawn = sample_matrix_matrix_allocate(count, seed);
  if (drawn == NULL) return SQLITE_NOMEM;
  if (!sample_matrix_matrix_draw(drawn, interrupt)) {
    sqlite3_free(drawn);
    return SQLITE_INTERRUPT;
  }
  sample_matrix_move_to_front(connection, drawn, CONNECTION_KEEPS - 1);
  *matrix = drawn;
  return SQLITE_OK;
}
