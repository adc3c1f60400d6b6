/*
** An SQL value as plain data, and the order of values.
**
** The order is SQLite's: NULL, then numbers by value, then texts, then blobs.  Texts and
** blobs are ordered by their bytes (collation BINARY over UTF-8).
*/
#ifndef ASSAY_BASE_VALUE_H
#define ASSAY_BASE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first double above all 64-bit integers.  The least 64-bit integer, -2^63, is itself
** a double. */
#define VALUE_INTEGER_END 0x1p63

enum value_type { VALUE_NULL, VALUE_INTEGER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB };

struct value {
  union {
    int64_t integer;
    double real;                /* never NaN: SQLite has no NaN */
    const unsigned char *bytes; /* UTF-8 text or a blob, in the caller's memory */
  } is;
  size_t length; /* of the bytes */
  enum value_type type;
};

/* True if the real is whole and fits into 64 bits; `*integer` is then its value. */
bool value_real_is_integer(double real, int64_t *integer);

/* Compares a and b in SQLite's order: < 0, 0 or > 0.  Compares integers and reals
** exactly, even an integer that no double equals. */
int value_compare(const struct value *a, const struct value *b);

/* Like value_compare(), but values that SQLite calls equal are ordered by how they are
** stored: 1 before 1.0, -0.0 before 0.0.  Returns 0 only for identical values.  So the
** least or greatest of several values does not depend on the order in which they come. */
int value_compare_stored(const struct value *a, const struct value *b);

#endif
