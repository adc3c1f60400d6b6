/* Functions of the host program that read and write files: see host_files.h. */
#include "bind/host_files.h"

#include <stddef.h>

/* The functions to drop.  fsdir is a table, so its `argument_count` is not used. */
static const struct host_function {
  const char *name;
  int argument_count;
  int is_table;
} host_functions[] = {
    {"readfile", 1, 0},   {"writefile", -1, 0}, {"fsdir", 0, 1},
    {"sha3_query", 1, 0}, {"sha3_query", 2, 0},
};

static int host_files_drop_one(sqlite3 *db, const struct host_function *function) {
  if (function->is_table) {
    return sqlite3_create_module_v2(db, function->name, NULL, NULL, NULL);
  }
  return sqlite3_create_function_v2(db, function->name, function->argument_count,
                                    SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
}

int host_files_drop(sqlite3 *db, char **message) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof host_functions / sizeof host_functions[0]; i++) {
    rc = host_files_drop_one(db, &host_functions[i]);
    if (rc == SQLITE_OK) continue;
    *message = sqlite3_mprintf("assay: cannot take %s away from this connection: %s",
                               host_functions[i].name, sqlite3_errmsg(db));
    break;
  }
  return rc;
}
