/*
** Calls of every function, made from the function table itself.
**
** The checks that must reach everything (allocation faults, fuzzing, threads) take the
** rows of assay_functions and make statements of them, so that a function that is added
** later is checked without a line written for it.
*/
#ifndef ASSAY_TESTS_CALLS_H
#define ASSAY_TESTS_CALLS_H

#include <stdbool.h>

#include <sqlite3.h>

enum call_kind { CALL_SCALAR, CALL_AGGREGATE, CALL_TABLE };

/* One row of the function table; the texts are its own. */
struct call {
  char *name;
  char *signature;
  char *example; /* a whole statement */
  char *answer;  /* NULL for SQL's NULL */
  enum call_kind kind;
  int arguments; /* as many as the signature names, optional ones included */
  bool direct_only;
};

struct calls {
  struct call *items;
  int count;
};

/* Reads the function table of a connection.  Returns an SQLite result code. */
int calls_read(sqlite3 *db, struct calls *calls);
void calls_free(struct calls *calls);

/* A statement that makes the table call_rows(n, v0 .. v9) with `rows` rows of
** hostile values, each column another sequence.  To be freed with free(). */
char *call_rows_sql(int rows);

/* The statement that calls a function with these expressions as arguments: a scalar by
** itself, a table by selecting from it, an aggregate over call_rows, as a window function
** where `window` is a definition such as "ORDER BY n ROWS 2 PRECEDING".  To be freed with
** free(). */
char *call_sql(const struct call *call, const char *const *arguments, int count,
               const char *window);

/* The example of an aggregate as a window function, or NULL where its text does not show
** how.  To be freed with free(). */
char *call_example_window(const struct call *call, const char *window);

/* The example with every number in it written as TEXT: `0.8` as `'0.8'`.  To be freed
** with free(). */
char *call_example_as_text(const struct call *call);

/* The rows of a statement, or its error, as text to compare: every value with its type,
** doubles by their bits.  At most `most` rows are read.  Returns the result code of the
** last step; the text is to be freed with free(). */
int call_outcome(sqlite3 *db, const char *sql, int most, char **text);

#endif
