/*
** TAP for tests written in SQL, in the manner of pgTAP: functions that return lines of
** the Test Anything Protocol as text.  The program that runs the SQL prints the lines.
**
**   SELECT plan(2);
**   SELECT is_eq(1 + 1, 2, 'one and one are two');
**   SELECT throws('SELECT 1 +', '%incomplete input%', 'a sum has two sides');
**
**   plan(n)                           announces n > 0 tests; optional, at most once
**   ok(condition, name)               the condition is true; NULL is not
**   is_eq(got, want, name)            got IS want, with one storage class: 1 is not 1.0.
**                                     Texts are equal byte by byte
**   near(got, want, tolerance, name)  numbers at most tolerance apart; NULL and text fail
**   throws(sql, pattern, name)        running the SQL fails, with a message LIKE pattern
**   lives(sql, name)                  running the SQL to its end does not fail
**   results_eq(got, want, name)       two queries give the same rows in the same order,
**                                     value by value as is_eq compares them
**   skip(n, reason)                   counts n > 0 tests that cannot run here as passed
**   note(text)                        a comment
**   finish()                          the plan if none was given, and what went wrong
**   passed()                          1 if the planned number of tests ran, at least
**                                     one, and none failed, else 0
**
** After a failed test, comments show the expected value and the value that the test got.
**
** The SQL given to throws(), lives() and results_eq() runs in the same connection, inside
** the statement that calls the function.  SQLite refuses a statement that must run alone,
** such as VACUUM.  throws() and lives() accept several statements; each side of
** results_eq() is one query.
*/
#ifndef ASSAY_TESTS_SQLTAP_H
#define ASSAY_TESTS_SQLTAP_H

#include <sqlite3.h>

/* Adds all the functions above to a connection.  Each connection counts its own tests,
** from 1.  Returns an SQLite result code. */
int sqltap_register(sqlite3 *db);

#endif
