/*
** What tests share that interrupt a call by the clock.  Who includes it has defined
** _XOPEN_SOURCE as 700.
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

/* From the moment that a query calls this, a signal interrupts it again and again: an
** interrupt that comes while nothing runs is forgotten. */
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

/* A query whose last row starts the alarm, so that it rings inside the call that follows,
** which would take seconds if it did not stop. */
static inline void interrupted(const char *sql, const char *name) {
  int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
  set_alarm(0);
  tap_is_int(rc, SQLITE_INTERRUPT, "an interrupt stops %s", name);
  tap_is_int(ask("SELECT 1"), 1, "and the connection goes on");
}

#endif
