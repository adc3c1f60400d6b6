/* Nodes of a graph as SQL values: see node.h. */
#include "node.h"

#include <math.h>
#include <string.h>

#include "number.h"

/* 2^63, the first double beyond the integers. */
#define LIMIT 9223372036854775808.0

/* A real that is whole and exact as an integer is that integer. */
static struct value number_node(double real) {
  struct value node = {.type = VALUE_REAL, .is.real = real};
  if (real >= -LIMIT && real < LIMIT && (double)(int64_t)real == real) {
    node.type = VALUE_INTEGER;
    node.is.integer = (int64_t)real;
  }
  return node;
}

/* Reads digits as an integer; false where they overflow or are no canonical spelling. */
static bool read_integer(const char *text, size_t length, int64_t *integer) {
  size_t sign = length != 0 && text[0] == '-';
  if (length == sign || (text[sign] == '0' && length > 1)) return false;
  int64_t negative = 0; /* the negative range is the larger one */
  for (size_t i = sign; i < length; i++) {
    if (!number_is_digit(text[i])) return false;
    int digit = text[i] - '0';
    if (negative < (INT64_MIN + digit) / 10) return false;
    negative = negative * 10 - digit;
  }
  if (sign == 0 && negative == INT64_MIN) return false;
  *integer = sign > 0 ? negative : -negative;
  return true;
}

/* True if the text is the way in which the number that it spells is written. */
static bool read_real(const char *text, size_t length, double *real) {
  char written[NUMBER_TEXT_SIZE];
  *real = INFINITY; /* where there is no number */
  return number_parse(text, length, real) == length && isfinite(*real) && *real != 0 &&
         number_format(*real, written) == length && memcmp(written, text, length) == 0;
}

struct value node_of(struct value value) {
  int64_t integer;
  double real;
  if (value.type == VALUE_REAL) return number_node(value.is.real);
  if (value.type != VALUE_TEXT) return value;
  const char *text = (const char *)value.is.bytes;
  if (read_integer(text, value.length, &integer)) {
    return (struct value){.type = VALUE_INTEGER, .is.integer = integer};
  }
  if (read_real(text, value.length, &real)) return number_node(real);
  return value;
}
