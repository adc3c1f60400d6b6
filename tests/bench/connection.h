/*
** What the benchmark and the instruction count share: a connection with the extension as
** users load it, functions that do next to nothing, tables, and queries that are run to
** the end.
**
** A measurement has no use for half a result: whatever fails ends the program with a
** message.
*/
#ifndef ASSAY_BENCH_CONNECTION_H
#define ASSAY_BENCH_CONNECTION_H

#include <sqlite3.h>

_Noreturn void bench_fail(const char *what, const char *why);

/* Opens a database and loads the extension.  Beside it stand, for any number of
** arguments, the scalar function no_op(...) and the aggregate no_op_aggregate(...), which
** is a window function too: what calling any function costs; and reader_number(...) and
** reader_text(...), which read each argument as the type it has and return a number or a
** constant text, with the aggregate reader_aggregate(...): what any function costs that
** uses its arguments. */
sqlite3 *bench_open(const char *path, const char *extension);

void bench_execute(sqlite3 *db, const char *sql);

/* Prepares a query; sqlite3_mprintf() made its text, which is freed here. */
sqlite3_stmt *bench_prepare(sqlite3 *db, char *sql);

/* Runs a query to its end with ?1 bound to a limit.  Returns its rows. */
long long bench_run(sqlite3_stmt *query, long long limit);

/* The first column of the first row, with ?1 bound to a limit. */
long long bench_number(sqlite3_stmt *query, long long limit);

/* Builds the tables that the jobs read, `rows` rows each, always the same ones. */
void bench_build_tables(sqlite3 *db, long long rows);

#endif
