/*
** Fuzzes the loader of settings, each text on a connection of its own.
**
** A text that is refused leaves the settings as they were and says why; one that is
** accepted can be loaded again, which then changes nothing; and nothing is left behind when
** the connection is closed.
*/
#include "assay.h"
#include "choice.h"

static char *ask(sqlite3 *db, const char *sql, const uint8_t *text, size_t length,
                 int *rc) {
  sqlite3_stmt *statement = NULL;
  char *answer = NULL;
  *rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (*rc != SQLITE_OK) return NULL;
  if (text != NULL) {
    sqlite3_bind_text(statement, 1, (const char *)text, (int)length, SQLITE_STATIC);
  }
  *rc = sqlite3_step(statement);
  if (*rc == SQLITE_ROW)
    answer = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  return answer;
}

static void load(sqlite3 *db, const uint8_t *text, size_t length) {
  int rc;
  char *before = ask(db, "SELECT assay_settings_hash()", NULL, 0, &rc);
  if (before == NULL) return; /* this build has no loader */
  char *changed = ask(db, "SELECT assay_load_yaml(?1)", text, length, &rc);
  if (rc != SQLITE_ROW && strncmp(sqlite3_errmsg(db), "yaml:", 5) != 0 &&
      strncmp(sqlite3_errmsg(db), "assay_load_yaml:", 16) != 0) {
    fuzz_fail("another error", sqlite3_errmsg(db));
  }
  char *after = ask(db, "SELECT assay_settings_hash()", NULL, 0, &rc);
  bool same = after != NULL && strcmp(before, after) == 0;
  if (changed == NULL && !same) fuzz_fail("a refused text", "changed the settings");
  if (changed != NULL && same != (strcmp(changed, "0") == 0)) {
    fuzz_fail("wrong count of changes", changed);
  }
  char *again =
      changed != NULL ? ask(db, "SELECT assay_load_yaml(?1)", text, length, &rc) : NULL;
  if (again != NULL && strcmp(again, "0") != 0) fuzz_fail("changes twice", again);
  char *listed =
      ask(db, "SELECT count(*) FROM assay_settings, assay_warnings", NULL, 0, &rc);
  sqlite3_free(before);
  sqlite3_free(changed);
  sqlite3_free(after);
  sqlite3_free(again);
  sqlite3_free(listed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) abort();
  if (sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) abort();
  load(db, data, size);
  if (sqlite3_close(db) != SQLITE_OK) fuzz_fail("close", sqlite3_errmsg(db));
  if (sqlite3_memory_used() != 0) fuzz_fail("close", "memory is left");
  return 0;
}
