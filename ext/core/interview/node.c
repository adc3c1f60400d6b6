/* Nodes of a graph as SQL values: see node.h. */
#include "core/interview/node.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

static struct value node_number(double real) {
  struct value node = {.type = VALUE_REAL, .is.real = real};
  int64_t integer;
  if (value_real_is_integer(real, &integer)) {
    node.type = VALUE_INTEGER;
    node.is.integer = integer;
  }
  return node;
}

/* Reads an integer as SQLite writes it: no plus, no leading zero, nothing around it. */
static bool node_read_integer(const char *text, size_t length, int64_t *integer) {
  size_t sign = length != 0 && text[0] == '-';
  if (length == sign || (text[sign] == '0' && length > 1)) return false;
  for (size_t i = sign; i < length; i++) {
    if (!number_is_digit(text[i])) return false;
  }
  return number_integer(text, length, integer);
}

/* True if the text is a number, exactly as number_format() writes it. */
static bool node_read_real(const char *text, size_t length, double *real) {
  char written[NUMBER_TEXT_SIZE];
  *real = INFINITY; /* number_parse() changes it only if there is a number */
  return number_parse(text, length, real) == length && isfinite(*real) && *real != 0 &&
         number_format(*real, written) == length && memcmp(written, text, length) == 0;
}

struct value node_of(struct value value) {
  int64_t integer;
  double real;
  if (value.type == VALUE_REAL) return node_number(value.is.real);
  if (value.type != VALUE_TEXT) return value;
  const char *text = (const char *)value.is.bytes;
  if (node_read_integer(text, value.length, &integer)) {
    return (struct value){.type = VALUE_INTEGER, .is.integer = integer};
  }
  if (node_read_real(text, value.length, &real)) return node_number(real);
  return value;
}
