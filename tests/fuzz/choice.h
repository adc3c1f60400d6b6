/*
** SQL values that a fuzzer's bytes choose, and the connections that it uses them on.
**
** There are four connections: with the built-in settings and with others, in UTF-8 and in
** UTF-16.  Their settings are in use, so nothing that is called changes them.  Each has
** an empty table call_rows(n, g, p, v0 .. v15): number, group, partition and arguments.
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

/* What keep(X) has noted, on all connections. */
struct answers *choice_kept(void);

/* The function that keep(X) holds its argument against; NULL for none. */
void choice_expect(const struct call *call, bool is_unicode);

/* The function table; the same one in every call, with every list held against it. */
const struct calls *choice_calls(void);

/* An aggregate, or anything else: one of the functions that the source's first line
** names, or any where it names none. */
const struct call *choice_call(struct source *source, bool is_aggregate);

/* argument_of(), looked up once; `call` is one of choice_calls(). */
const struct argument *choice_argument(const struct call *call, int index);

/* Begins an input: forgets statements where they have become too many. */
void choice_begin(void);

/* The statement of an SQL text that must prepare, made once.  Whoever steps it resets
** it. */
sqlite3_stmt *choice_statement(sqlite3 *db, const char *sql);

/* The value of an expression without a column. */
sqlite3_value *choice_expression(sqlite3 *db, const char *expression);

/* A value for such an argument, a usual one or a number where it is not wild; `*is_right`
** becomes false where it may be a mistake in the call.  To be freed with
** sqlite3_value_free(). */
sqlite3_value *choice_value(struct source *source, sqlite3 *db,
                            const struct argument *argument, bool *is_right);

/* The value as one that has been in that connection's encoding; to be freed too. */
sqlite3_value *choice_round_trip(sqlite3 *db, sqlite3_value *value);

/* Binds values to the first parameters. */
void choice_bind(sqlite3_stmt *statement, sqlite3_value *const *values, int count);

/* Where a row of call_rows stands. */
struct place {
  int number;
  int group;
  int partition;
};

/* Adds a row to call_rows; takes all of them away. */
void choice_insert(sqlite3 *db, struct place place, sqlite3_value *const *values,
                   int count);
void choice_empty(sqlite3 *db);

/* False for a text that is not UTF-8. */
bool choice_is_unicode(sqlite3_value *value);

/* SQL text of bounded length. */
struct sql {
  char text[4096];
  size_t length;
};

void sql_add(struct sql *sql, const char *format, ...);

#endif
