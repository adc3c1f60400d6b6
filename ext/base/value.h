/*
** An SQL value as plain data, and its order.
**
** The order is SQLite's: NULL, then numbers by value, then texts, then blobs, each of
** the latter by its bytes (collation BINARY over UTF-8).
*/
#ifndef ASSAY_BASE_VALUE_H
#define ASSAY_BASE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first double beyond the 64-bit integers; the least of them is a double itself. */
#define VALUE_INTEGER_END 0x1p63

enum value_type { VALUE_NULL, VALUE_INTEGER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB };

struct value {
  union {
    int64_t integer;
    double real; /* never NaN: SQLite has none */
    const unsigned char
        *bytes; /* text as UTF-8, or a blob; owner: whoever filled it in */
  } is;
  size_t length; /* of the bytes */
  enum value_type type;
};

/* The integer that a real is: true where it is whole and fits. */
bool value_real_is_integer(double real, int64_t *integer);

/* < 0, 0, > 0 as SQLite orders a and b.  Integers and reals compare exactly, also where
** the integer has no double. */
int value_compare(const struct value *a, const struct value *b);

/* The same, and values that SQLite holds equal are told apart by how they are stored: 1
** comes before 1.0, -0.0 before 0.0.  0 only for values that nobody can tell apart, so a
** choice by this order does not depend on which of them came first (rule R5). */
int value_compare_stored(const struct value *a, const struct value *b);

#endif
