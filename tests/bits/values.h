/*
** The inputs of bits.c: values that a seeded generator draws.  They are bound to
** statements and not written as SQL text, because versions of SQLite read and print
** numbers in SQL text differently.
**
** The inputs are mostly valid values.  hostile.h has the invalid values.  If a draw
** changes, the recorded digests change.
**
** Every value is made from whole numbers with operations that IEEE 754 defines to the
** last bit.
*/
#ifndef ASSAY_TESTS_BITS_VALUES_H
#define ASSAY_TESTS_BITS_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

enum { VALUE_TEXT_SIZE = 800 };

/* A value of an SQL type, or NULL. */
struct drawn {
  int type; /* SQLITE_INTEGER and so on */
  sqlite3_int64 integer;
  double real;
  size_t length; /* the number of bytes of a TEXT or BLOB */
  char bytes[VALUE_TEXT_SIZE];
};

/* What the drawn value of an argument can depend on. */
struct drawing {
  uint64_t *state;            /* the state of the generator */
  int place;                  /* the number of the row in its group, from 0 */
  const struct drawn *before; /* the values that are already drawn for the row */
  int count;
};

typedef void value_maker(struct drawing *drawing, struct drawn *value);

/* Returns the function that makes a kind of values, such as "score", or NULL for an
** unknown kind. */
value_maker *value_maker_find(const char *kind, size_t length);

/* Binds a value to parameter i of a statement.  Returns an SQLite result code. */
int value_bind(sqlite3_stmt *statement, int i, const struct drawn *value);

#endif
