/*
** SQL values that a fuzzer's bytes choose, and the connections on which the fuzzer uses
** these values.
**
** There are four connections: in UTF-8 and in UTF-16, each with the built-in settings and
** with other settings.  On each connection a function has already read the settings, so
** they can no longer change.  Each connection has an empty table call_rows(n, g, p, v0 ..
** v15): a row's number, group, partition and arguments.
*/
#ifndef ASSAY_TESTS_FUZZ_CHOICE_H
#define ASSAY_TESTS_FUZZ_CHOICE_H

#include <sqlite3.h>

#include "answers.h"
#include "arguments.h"
#include "calls.h"
#include "source.h"

enum encoding { ENCODING_UTF8, ENCODING_UTF16, ENCODING_COUNT };
enum { SETTINGS_COUNT = 2 };

sqlite3 *choice_connection(int settings, enum encoding encoding);

/* Returns the arguments that the SQL function keep() has recorded, on any connection. */
struct answers *choice_kept(void);

/* From now on, keep() checks that the function of `call` may give each recorded value.
** If `call` is NULL, keep() checks nothing. */
void choice_expect(const struct call *call, bool is_unicode);

/* Returns the function table, always the same one.  The first call of choice_calls()
** checks the lists in arguments.c and answers.c against the table. */
const struct calls *choice_calls(void);

/* Chooses an aggregate if `is_aggregate`, otherwise a function of another kind.  If the
** source's first line names functions, chooses one of them. */
const struct call *choice_call(struct source *source, bool is_aggregate);

/* Does what argument_of() (arguments.h) does, but looks each argument up only once.
** `call` must be from choice_calls(). */
const struct argument *choice_argument(const struct call *call, int index);

/* Call it at the beginning of each input.  Frees the prepared statements if there are too
** many. */
void choice_begin(void);

/* Returns the statement of an SQL text, which must be valid; the caller resets it.  Only
** the first call with a text prepares it. */
sqlite3_stmt *choice_statement(sqlite3 *db, const char *sql);

/* Returns the value of an SQL expression that uses no column. */
sqlite3_value *choice_expression(sqlite3 *db, const char *expression);

/* Chooses a value for the argument: a hostile value, a usual value of the argument, or a
** number.  Sets `*is_right` to false if the value could be a mistake in the call.  The
** caller frees the value with sqlite3_value_free(). */
sqlite3_value *choice_value(struct source *source, sqlite3 *db,
                            const struct argument *argument, bool *is_right);

/* Converts the value to the encoding of the connection `db` and back, and returns the
** result.  The caller frees it. */
sqlite3_value *choice_round_trip(sqlite3 *db, sqlite3_value *value);

void choice_bind(sqlite3_stmt *statement, sqlite3_value *const *values, int count);

/* The number, group and partition of a row of call_rows. */
struct place {
  int number;
  int group;
  int partition;
};

void choice_insert(sqlite3 *db, struct place place, sqlite3_value *const *values,
                   int count);
void choice_empty(sqlite3 *db);

/* Returns false for a text that is not UTF-8, else true. */
bool choice_is_unicode(sqlite3_value *value);

struct sql {
  char text[4096];
  size_t length;
};

void sql_add(struct sql *sql, const char *format, ...);

#endif
