/* Registers assay's SQL functions and tables: see register.h. */
#include "bind/register.h"

#include "bind/aggregate.h"
#include "bind/memory_table.h"
#include "bind/top_level.h"

/* Since SQLite 3.45.0 a function whose result has a subtype needs SQLITE_RESULT_SUBTYPE.
** Older versions ignore this flag.  Do not use SQLITE_SUBTYPE: it is for functions
** that read subtypes.  In SQLite 3.31 a window function with SQLITE_SUBTYPE reads wrong
** rows if it stands next to another window function. */
#ifndef SQLITE_RESULT_SUBTYPE
#define SQLITE_RESULT_SUBTYPE 0x001000000
#endif

/* Returns the flags of a function.  All functions are DETERMINISTIC, even those that load
** settings: otherwise SQLite before 3.50 would ignore DIRECTONLY in a CHECK
** constraint. */
static int register_flags_of(const struct sql_function *function) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  flags |= (function->flags & DIRECT_ONLY) != 0 ? SQLITE_DIRECTONLY : SQLITE_INNOCUOUS;
  if ((function->flags & JSON_RESULT) != 0) flags |= SQLITE_RESULT_SUBTYPE;
  return flags;
}

static sql_callback *register_scalar_of(const struct sql_function *function) {
  return (function->flags & DIRECT_ONLY) != 0 ? top_level_call : function->calls.scalar;
}

/* SQLite calls binding_close() if the registration fails, or when it drops the
** function. */
static int register_one(sqlite3 *db, struct binding *binding) {
  const struct sql_function *row = binding->function;
  binding->connection->references++;
  binding->load = binding->connection->loads;
  switch (row->calls.kind) { /* unreachable: a kind that has no case */
  case KIND_SCALAR:
    return sqlite3_create_function_v2(db, row->name, row->argument_count,
                                      register_flags_of(row), binding,
                                      register_scalar_of(row), NULL, NULL, binding_close);
  case KIND_AGGREGATE:
    return sqlite3_create_window_function(db, row->name, row->argument_count,
                                          register_flags_of(row), binding, aggregate_step,
                                          aggregate_final, aggregate_value,
                                          aggregate_inverse, binding_close);
  case KIND_TABLE:
    return sqlite3_create_module_v2(db, row->name, &memory_table_module, binding,
                                    binding_close);
  }
  return SQLITE_MISUSE;
}

/* Drops the connection's function or table with the name in `row`.  SQLite refuses to
** drop an existing function while a statement is running.  Older versions of SQLite can
** need memory to drop a function, even if no such function exists. */
static int register_drop(sqlite3 *db, const struct sql_function *row) {
  if (row->calls.kind == KIND_TABLE) {
    return sqlite3_create_module_v2(db, row->name, NULL, NULL, NULL);
  }
  return sqlite3_create_function_v2(db, row->name, row->argument_count, SQLITE_UTF8, NULL,
                                    NULL, NULL, NULL, NULL);
}

/* Drops functions that the host program has registered under assay's names.  After that,
** registering can fail only for lack of memory.  While a statement is running SQLite
** drops none of these functions: the call then fails, and sets `*failed` to the first of
** them. */
static int register_free_names(sqlite3 *db, struct connection *connection,
                               const struct sql_function **failed) {
  for (size_t i = 0; i < connection->binding_count; i++) {
    const struct binding *binding = &connection->bindings[i];
    if (binding->load > 0 || binding->function->calls.kind == KIND_TABLE) continue;
    *failed = binding->function;
    int rc = register_drop(db, binding->function);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static int register_missing(sqlite3 *db, struct connection *connection,
                            const struct sql_function **failed) {
  for (size_t i = 0; i < connection->binding_count; i++) {
    struct binding *binding = &connection->bindings[i];
    if (binding->load > 0) continue;
    *failed = binding->function;
    int rc = register_one(db, binding);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

/* Unregisters the functions that this load of assay has registered.  A function that
** SQLite refuses to unregister stays and works. */
static void register_take_back(sqlite3 *db, struct connection *connection) {
  for (size_t i = 0; i < connection->binding_count; i++) {
    const struct binding *binding = &connection->bindings[i];
    if (binding->load == connection->loads) register_drop(db, binding->function);
  }
}

int functions_register(sqlite3 *db, struct connection *connection, char **error) {
  const struct sql_function *failed = NULL;
  if (connection->complete) return SQLITE_OK;
  connection->loads++;
  int rc = register_free_names(db, connection, &failed);
  if (rc == SQLITE_OK) rc = register_missing(db, connection, &failed);
  connection->complete = rc == SQLITE_OK;
  if (rc == SQLITE_OK) return rc;
  *error = sqlite3_mprintf("assay: cannot register %s: %s", failed->signature,
                           sqlite3_errmsg(db));
  register_take_back(db, connection);
  return rc;
}
