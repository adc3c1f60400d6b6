/*
** Eight connections in eight threads call every function for THREAD_SECONDS seconds (1 by
** default).  Each connection has its own settings.  Under the thread sanitizer, the test
** shows that connections share no data.  Without the sanitizer, it shows that each answer
** equals the answer of a connection that works alone.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assay.h"
#include "calls.h"
#include "hostile.h"
#include "tap.h"

enum { THREADS = 8, MOST_ROWS = 100, STATEMENTS = 4096 };

struct worker {
  pthread_t thread;
  sqlite3 *db;
  int number;
  time_t end;
  char **statements; /* shared by the threads, which do not change it */
  int count;
  char *answers[STATEMENTS];
  long calls;
  long wrong;
};

/* Gives a worker settings of its own, if the extension has YAML support. */
static void load_settings(struct worker *worker) {
  char sql[300];
  snprintf(sql, sizeof sql,
           "SELECT assay_load_yaml('evaluation: {deep_research: {max_rounds: %d, "
           "min_recent_sources: %d}}')",
           2 + worker->number, worker->number);
  if (sqlite3_exec(worker->db, sql, NULL, NULL, NULL) == SQLITE_OK) return;
  const char *message = sqlite3_errmsg(worker->db);
  if (strstr(message, "no such function") == NULL) tap_bail("%s", message);
}

static void worker_open(struct worker *worker) {
  if (sqlite3_open(":memory:", &worker->db) != SQLITE_OK) tap_bail("cannot open");
  if (sqlite3_assay_init(worker->db, NULL, NULL) != SQLITE_OK) tap_bail("cannot load");
  load_settings(worker);
  char *rows = call_rows_sql(12);
  if (sqlite3_exec(worker->db, rows, NULL, NULL, NULL) != SQLITE_OK) tap_bail("no rows");
  free(rows);
}

/* In the first round each worker runs alone.  Its answers in all later rounds must equal
** its answers in the first round. */
static void call_all(struct worker *worker, bool first) {
  for (int i = 0; i < worker->count; i++) {
    char *answer;
    call_outcome(worker->db, worker->statements[i], MOST_ROWS, &answer);
    worker->calls++;
    if (first) {
      worker->answers[i] = answer;
      continue;
    }
    worker->wrong += strcmp(answer, worker->answers[i]) != 0;
    free(answer);
  }
}

/* Every second round uses a new connection, so connections open and close while other
** threads work. */
static void *work(void *pointer) {
  struct worker *worker = pointer;
  for (int round = 1; round == 1 || time(NULL) < worker->end; round++) {
    if (round % 2 == 0) {
      sqlite3_close(worker->db);
      worker_open(worker);
    }
    call_all(worker, false);
  }
  return NULL;
}

/* Makes two statements for each function: its example, and a call with unusual values
** (hostile_values). */
static int make_statements(sqlite3 *db, char **statements) {
  static const char *const columns[] = {"v0", "v1", "v2", "v3", "v4",
                                        "v5", "v6", "v7", "v8", "v9"};
  struct calls calls;
  int made = 0;
  if (calls_read(db, &calls) != SQLITE_OK) tap_bail("no function table");
  for (int i = 0; i < calls.count && made + 2 <= STATEMENTS; i++) {
    const struct call *call = &calls.items[i];
    if (call->direct_only) continue;
    const char *arguments[10];
    int count = call->arguments < 10 ? call->arguments : 10;
    for (int a = 0; a < count; a++) {
      arguments[a] = call->kind == CALL_AGGREGATE
                         ? columns[a]
                         : hostile_values[(i * 7 + a * 11) % COUNT_OF(hostile_values)];
    }
    statements[made++] = call_sql(call, arguments, count, NULL);
    statements[made++] = sqlite3_mprintf("%s", call->example);
  }
  calls_free(&calls);
  return made;
}

int main(void) {
  static char *statements[STATEMENTS];
  static struct worker workers[THREADS];
  const char *text = getenv("THREAD_SECONDS");
  int seconds = text != NULL && atoi(text) > 0 ? atoi(text) : 1;
  long calls = 0;
  worker_open(&workers[0]);
  int count = make_statements(workers[0].db, statements);
  sqlite3_close(workers[0].db);
  for (int i = 0; i < THREADS; i++) {
    struct worker *worker = &workers[i];
    worker->number = i;
    worker->statements = statements;
    worker->count = count;
    worker_open(worker);
    call_all(worker, true);
  }
  for (int i = 0; i < THREADS; i++) {
    workers[i].end = time(NULL) + seconds;
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
      tap_bail("cannot start a thread");
    }
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(workers[i].thread, NULL);
    calls += workers[i].calls;
    tap_is_int(workers[i].wrong, 0, "thread %d: every answer is its connection's own", i);
    sqlite3_close(workers[i].db);
  }
  tap_note("%ld calls in %d threads", calls, THREADS);
  return tap_done();
}
