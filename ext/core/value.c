/* SQLite's order of values: see value.h. */
#include "value.h"

#include <math.h>
#include <string.h>

/* Numbers of both kinds share a rank. */
static int rank_of(enum value_type type) {
  static const int ranks[] = {0, 1, 1, 2, 3};
  return ranks[type];
}

/* An integer against a real.  Beyond 2^63 the real's sign decides; within, its whole part
** is an exact integer, and what is left over decides between equals. */
static int compare_integer_real(int64_t integer, double real) {
  if (real >= 9223372036854775808.0) return -1;
  if (real < -9223372036854775808.0) return 1;
  int64_t whole = (int64_t)real;
  if (integer != whole) return integer < whole ? -1 : 1;
  double rest = real - (double)whole;
  return rest > 0 ? -1 : rest < 0;
}

static int compare_numbers(const struct value *a, const struct value *b) {
  if (a->type == VALUE_INTEGER && b->type == VALUE_INTEGER) {
    return (a->is.integer > b->is.integer) - (a->is.integer < b->is.integer);
  }
  if (a->type == VALUE_INTEGER) return compare_integer_real(a->is.integer, b->is.real);
  if (b->type == VALUE_INTEGER) return -compare_integer_real(b->is.integer, a->is.real);
  return (a->is.real > b->is.real) - (a->is.real < b->is.real);
}

static int compare_bytes(const struct value *a, const struct value *b) {
  size_t shared = a->length < b->length ? a->length : b->length;
  int order = shared > 0 ? memcmp(a->is.bytes, b->is.bytes, shared) : 0;
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

int value_compare(const struct value *a, const struct value *b) {
  int rank = rank_of(a->type);
  if (rank != rank_of(b->type)) return rank < rank_of(b->type) ? -1 : 1;
  if (rank == 0) return 0;
  return rank == 1 ? compare_numbers(a, b) : compare_bytes(a, b);
}

int value_compare_stored(const struct value *a, const struct value *b) {
  int order = value_compare(a, b);
  if (order != 0) return order;
  if (a->type != b->type) return a->type < b->type ? -1 : 1;
  if (a->type != VALUE_REAL) return 0;
  return (signbit(b->is.real) != 0) - (signbit(a->is.real) != 0);
}
