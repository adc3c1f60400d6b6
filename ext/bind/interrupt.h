/*
** How a long call notices sqlite3_interrupt().
**
** SQLite checks for an interrupt between the steps of a statement, but not while an SQL
** function runs.  The oldest supported SQLite has no sqlite3_is_interrupted().  So a long
** call steps `SELECT 1`: while an interrupt is pending, stepping returns
** SQLITE_INTERRUPT.
*/
#ifndef ASSAY_BIND_INTERRUPT_H
#define ASSAY_BIND_INTERRUPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sort.h"
#include "bind/connection.h"

/* The estimated nanoseconds between two checks for an interrupt. */
#define INTERRUPT_WORK ((uint64_t)1 << 23)

struct interrupt {
  sqlite3 *db;
  sqlite3_stmt *nothing; /* SELECT 1, prepared at the first check */
  uint64_t work;         /* nanoseconds since the last check */
};

static inline struct interrupt interrupt_open(sqlite3 *db) {
  return (struct interrupt){db, NULL, 0};
}

void interrupt_close(struct interrupt *interrupt);

/* Returns true if an interrupt is pending. */
bool interrupt_look(struct interrupt *interrupt);

/* Adds the work that the caller has done, estimated in nanoseconds.  After INTERRUPT_WORK
** nanoseconds of work the function checks for an interrupt; short calls never check.
** Returns true if the call must end. */
static inline bool interrupt_pending(struct interrupt *interrupt, uint64_t work) {
  interrupt->work += work;
  return interrupt->work >= INTERRUPT_WORK && interrupt_look(interrupt);
}

/* Returns a watch (base/sort.h) that checks for interrupts.  Do not close `interrupt`
** before the sort ends. */
struct sort_watch interrupt_watch(struct interrupt *interrupt);

/* Sorts as qsort() does, inside the call of a function.  If interrupted, sets the error
** and returns false; the items are then in an unspecified order. */
bool interrupt_sort(sqlite3_context *context, void *items, size_t count, size_t size,
                    int (*compare)(const void *a, const void *b));

static inline void interrupt_result(sqlite3_context *context) {
  sqlite3_result_error_code(context, SQLITE_INTERRUPT);
}

/* Frees what `interrupt` owns.  If an interrupt `stopped` the call, sets the error and
** returns false. */
static inline bool interrupt_end(sqlite3_context *context, struct interrupt *interrupt,
                                 bool stopped) {
  interrupt_close(interrupt);
  if (stopped) interrupt_result(context);
  return !stopped;
}

/* Sets the error `rc` of a call: SQLITE_INTERRUPT or SQLITE_NOMEM. */
static inline void interrupt_result_code(sqlite3_context *context, int rc) {
  if (rc == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(context);
  } else {
    interrupt_result(context);
  }
}

#endif
