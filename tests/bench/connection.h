/*
** The code that bench.c and instructions.c share.  It loads the extension, registers
** functions that do almost nothing, builds tables, and runs queries to their end.
**
** Any failure ends the program with a message, because half a measurement is useless.
*/
#ifndef ASSAY_BENCH_CONNECTION_H
#define ASSAY_BENCH_CONNECTION_H

#include <sqlite3.h>

_Noreturn void bench_fail(const char *what, const char *why);

/* Opens a database and loads the extension.  Also registers functions that take any
** number of arguments, to measure the cost of a call.  The scalar no_op(...) and the
** aggregate no_op_aggregate(...), which is also a window function, show the cost of
** calling any function.  reader_number(...) and reader_text(...) read each argument by
** its type, and return a number or a constant text.  Both readers and the aggregate
** reader_aggregate(...) show the cost of any function that uses its arguments. */
sqlite3 *bench_open(const char *path, const char *extension);

void bench_execute(sqlite3 *db, const char *sql);

/* Prepares a query and frees its text.  sqlite3_mprintf() must have made the text. */
sqlite3_stmt *bench_prepare(sqlite3 *db, char *sql);

/* Runs a query to its end, with `limit` as its parameter ?1: the query reads the table
** rows whose key is below ?1.  Returns the number of result rows. */
long long bench_run(sqlite3_stmt *query, long long limit);

/* Returns the first column of the query's first row, with ?1 as in bench_run(). */
long long bench_number(sqlite3_stmt *query, long long limit);

/* Builds the tables that the jobs read, with `rows` rows each. */
void bench_build_tables(sqlite3 *db, long long rows);

#endif
