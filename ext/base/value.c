/* SQLite's order of values: see value.h. */
#include "base/value.h"

#include <math.h>

#include "base/bytes.h"

bool value_real_is_integer(double real, int64_t *integer) {
  if (!(real >= -VALUE_INTEGER_END && real < VALUE_INTEGER_END)) return false;
  *integer = (int64_t)real;
  return (double)*integer == real;
}

/* Returns a type's rank in SQLite's order, which `enum value_type` follows; integers and
** reals share a rank. */
static enum value_type value_rank_of(enum value_type type) {
  return type == VALUE_INTEGER ? VALUE_REAL : type;
}

/* Compares an integer with a real.  If the real is outside the 64-bit range, its sign
** decides.  Otherwise the integer is compared with the real's whole part; if they are
** equal, the real's fraction decides. */
static int value_compare_integer_real(int64_t integer, double real) {
  if (real >= VALUE_INTEGER_END) return -1;
  if (real < -VALUE_INTEGER_END) return 1;
  int64_t whole = (int64_t)real;
  int order = (integer > whole) - (integer < whole);
  double rest = real - (double)whole;
  return order != 0 ? order : (rest < 0) - (rest > 0);
}

static int value_compare_numbers(const struct value *a, const struct value *b) {
  if (a->type == VALUE_INTEGER && b->type == VALUE_INTEGER) {
    return (a->is.integer > b->is.integer) - (a->is.integer < b->is.integer);
  }
  if (a->type == VALUE_INTEGER)
    return value_compare_integer_real(a->is.integer, b->is.real);
  if (b->type == VALUE_INTEGER)
    return -value_compare_integer_real(b->is.integer, a->is.real);
  return (a->is.real > b->is.real) - (a->is.real < b->is.real);
}

int value_compare(const struct value *a, const struct value *b) {
  enum value_type rank = value_rank_of(a->type);
  int order = (int)rank - (int)value_rank_of(b->type);
  if (order != 0 || rank == VALUE_NULL) return order;
  if (rank == VALUE_REAL) return value_compare_numbers(a, b);
  return bytes_compare(a->is.bytes, a->length, b->is.bytes, b->length);
}

int value_compare_stored(const struct value *a, const struct value *b) {
  int order = value_compare(a, b);
  if (order != 0) return order;
  order = (int)a->type - (int)b->type; /* 1 comes before 1.0 */
  if (order != 0 || a->type != VALUE_REAL) return order;
  return (signbit(b->is.real) != 0) - (signbit(a->is.real) != 0);
}
