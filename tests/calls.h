/*
** Makes calls of every function from the function table, assay_functions.
**
** The tests of allocation faults, fuzzing and threads make these calls.  So these tests
** cover a new function without new test code.
**
** Callers free() the texts that these functions return.
*/
#ifndef ASSAY_TESTS_CALLS_H
#define ASSAY_TESTS_CALLS_H

#include <stdbool.h>

#include <sqlite3.h>

enum call_kind { CALL_SCALAR, CALL_AGGREGATE, CALL_TABLE };

/* One row of the function table.  The struct owns the texts. */
struct call {
  char *name;
  char *signature;
  char *example; /* a complete statement */
  char *answer;  /* NULL: the answer is SQL's NULL */
  enum call_kind kind;
  int arguments; /* the number in the signature, with the optional arguments */
  bool direct_only;
};

struct calls {
  struct call *items;
  int count;
};

/* Reads the function table of a connection.  Returns an SQLite result code. */
int calls_read(sqlite3 *db, struct calls *calls);
void calls_free(struct calls *calls);

/* Returns an SQL statement that makes the table call_rows(n, v0 .. v9) with `rows` rows
** of values from hostile.h.  Each column has its own sequence of values. */
char *call_rows_sql(int rows);

/* Returns the SQL statement that calls a function with the expressions in `arguments`.
** The statement calls a scalar function once, selects from a table-valued function, or
** runs an aggregate over call_rows.  If `window` is a definition such as "ORDER BY n
** ROWS 2 PRECEDING", the aggregate is called as a window function. */
char *call_sql(const struct call *call, const char *const *arguments, int count,
               const char *window);

/* Returns an aggregate's example with `window` added, so that it calls a window function.
** Returns NULL if the example has no place for `window`. */
char *call_example_window(const struct call *call, const char *window);

/* Returns the example with every number in it written as TEXT: `0.8` as `'0.8'`. */
char *call_example_as_text(const struct call *call);

/* Runs a statement for at most `most` rows.  Sets `*text` to its rows or its error, with
** the type of each value and the bits of doubles.  Returns the result code of the last
** step. */
int call_outcome(sqlite3 *db, const char *sql, int most, char **text);

#endif
