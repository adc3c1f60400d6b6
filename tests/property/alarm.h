/*
** Helpers for tests that interrupt a call after some time.  A file that includes this
** header must define _XOPEN_SOURCE as 700 first.
*/
#ifndef ASSAY_TESTS_PROPERTY_ALARM_H
#define ASSAY_TESTS_PROPERTY_ALARM_H

#include <signal.h>
#include <sys/time.h>

#include "../database.h"

static inline void on_alarm(int number) {
  (void)number;
  sqlite3_interrupt(db);
}

static inline void set_alarm(int milliseconds) {
  struct itimerval every = {{0, milliseconds * 1000}, {0, milliseconds * 1000}};
  setitimer(ITIMER_REAL, &every, NULL);
}

/* After a query has called this function, a signal interrupts the query every 20
** milliseconds.  One signal is not enough, because SQLite forgets an interrupt that comes
** while no statement runs. */
static inline void start_interrupting(sqlite3_context *context, int argc,
                                      sqlite3_value **argv) {
  (void)argc, (void)argv;
  set_alarm(20);
  sqlite3_result_int(context, 1);
}

static inline void alarm_open(void) {
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_alarm}, NULL);
  sqlite3_create_function(db, "start_interrupting", 0, SQLITE_UTF8, NULL,
                          start_interrupting, NULL, NULL);
}

/* Runs a query whose last row starts the alarm.  Then the query computes its answer,
** which would take seconds.  The alarm must interrupt this work. */
static inline void interrupted(const char *sql, const char *name) {
  int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
  set_alarm(0);
  tap_is_int(rc, SQLITE_INTERRUPT, "an interrupt stops %s", name);
  tap_is_int(ask("SELECT 1"), 1, "and the connection goes on");
}

#endif
