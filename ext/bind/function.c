/* Registration of the function table: see function.h. */
#include "function.h"

#include <string.h>

#include "aggregate.h"
#include "listing.h"

/* Since 3.45.0 a function must announce that it sets a subtype; older libraries mask off
** a flag they do not know.  SQLITE_SUBTYPE is for functions that read subtypes: with it,
** a window function next to another one reads the wrong rows in SQLite 3.31. */
#ifndef SQLITE_RESULT_SUBTYPE
#define SQLITE_RESULT_SUBTYPE 0x001000000
#endif

static int flags_of(const struct sql_function *function) {
  int flags = SQLITE_UTF8;
  flags |= (function->flags & DIRECT_ONLY) != 0 ? SQLITE_DIRECTONLY
                                                : SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  if ((function->flags & JSON_RESULT) != 0) flags |= SQLITE_RESULT_SUBTYPE;
  return flags;
}

/* SQLite closes the binding itself when a registration fails. */
static int register_row(sqlite3 *db, const struct sql_function *row,
                        struct binding *binding) {
  const struct function_calls *calls = &row->calls;
  switch (row->kind) { /* unreachable: a kind that the enumeration lacks */
  case KIND_SCALAR:
    return sqlite3_create_function_v2(db, row->name, row->argument_count, flags_of(row),
                                      binding, calls->scalar, NULL, NULL, binding_close);
  case KIND_AGGREGATE:
    return sqlite3_create_window_function(
        db, row->name, row->argument_count, flags_of(row), binding, aggregate_step,
        aggregate_final, aggregate_value, aggregate_inverse, binding_close);
  case KIND_TABLE:
    return sqlite3_create_module_v2(
        db, row->name, calls->listing != NULL ? &listing_module : calls->table, binding,
        binding_close);
  }
  return SQLITE_MISUSE;
}

static bool same_function(const struct sql_function *a, const struct sql_function *b) {
  return a->argument_count == b->argument_count && strcmp(a->name, b->name) == 0;
}

static int register_module(sqlite3 *db, const struct sql_module *module,
                           struct connection *connection, char **error) {
  for (size_t i = 0; i < module->function_count; i++) {
    const struct sql_function *row = &module->functions[i];
    if (i > 0 && same_function(row, row - 1)) continue;
    struct binding *binding = binding_open(connection, row);
    if (binding == NULL) return SQLITE_NOMEM;
    int rc = register_row(db, row, binding);
    if (rc != SQLITE_OK) {
      *error = sqlite3_mprintf("assay: cannot register %s: %s", row->signature,
                               sqlite3_errmsg(db));
      return rc;
    }
  }
  return SQLITE_OK;
}

int functions_register(sqlite3 *db, struct connection *connection, char **error) {
  for (const struct sql_module *const *m = connection->modules; *m != NULL; m++) {
    int rc = register_module(db, *m, connection, error);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}
