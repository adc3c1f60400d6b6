/*
** What the answers of check-bits are computed from: values drawn from a seeded generator
** and bound to statements, because SQLite reads and prints numbers in SQL text in one way
** in one version and in another in the next.
**
** They are usual values of each argument; what no rule can use is in hostile.h.  Who
** changes a draw changes the recorded digests.
**
** Every value is made from whole numbers by steps that IEEE 754 defines to the last bit.
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
  size_t length; /* of a TEXT or BLOB */
  char bytes[VALUE_TEXT_SIZE];
};

/* What a value may depend on. */
struct drawing {
  uint64_t *state;            /* of the generator */
  int place;                  /* of the row in its group, from 0 */
  const struct drawn *before; /* the row's values so far */
  int count;
};

typedef void value_maker(struct drawing *drawing, struct drawn *value);

/* The maker of a kind of values, such as "score"; NULL where there is none. */
value_maker *value_maker_find(const char *kind, size_t length);

/* Binds a value to parameter i of a statement.  Returns an SQLite result code. */
int value_bind(sqlite3_stmt *statement, int i, const struct drawn *value);

#endif
