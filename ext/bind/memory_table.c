/* Eponymous virtual tables over rows in memory: see memory_table.h. */
#include "bind/memory_table.h"

#include "bind/top_level.h"

struct memory_table_vtab {
  sqlite3_vtab base;
  sqlite3 *db;
  const struct binding *binding;
};

struct memory_table_cursor {
  sqlite3_vtab_cursor base;
  sqlite3_int64 row;
};

static const struct binding *memory_table_binding_of_cursor(sqlite3_vtab_cursor *cursor) {
  return ((struct memory_table_vtab *)cursor->pVtab)->binding;
}

static int memory_table_connect(sqlite3 *db, void *client, int argc,
                                const char *const *argv, sqlite3_vtab **table,
                                char **error) {
  const struct binding *binding = client;
  int rc = sqlite3_declare_vtab(db, binding->function->calls.memory_table->schema);
  bool direct_only = (binding->function->flags & DIRECT_ONLY) != 0;
  if (rc == SQLITE_OK) {
    rc = sqlite3_vtab_config(db, direct_only ? SQLITE_VTAB_DIRECTONLY
                                             : SQLITE_VTAB_INNOCUOUS);
  }
  if (rc != SQLITE_OK) return rc;
  struct memory_table_vtab *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct memory_table_vtab){.db = db, .binding = binding};
  *table = &opened->base;
  return SQLITE_OK;
}

/* Every query reads all rows: there are few. */
static int memory_table_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  const struct binding *binding = ((struct memory_table_vtab *)table)->binding;
  sqlite3_int64 count = binding->function->calls.memory_table->count(binding->connection);
  info->estimatedRows = count;
  info->estimatedCost = (double)count;
  return SQLITE_OK;
}

static int memory_table_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int memory_table_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
  struct memory_table_cursor *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct memory_table_cursor){.row = 0};
  *cursor = &opened->base;
  return SQLITE_OK;
}

static int memory_table_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static int memory_table_filter(sqlite3_vtab_cursor *cursor, int plan, const char *name,
                               int argc, sqlite3_value **argv) {
  const struct binding *binding = memory_table_binding_of_cursor(cursor);
  sqlite3 *db = ((struct memory_table_vtab *)cursor->pVtab)->db;
  ((struct memory_table_cursor *)cursor)->row = 0;
  return top_level_scan(db, cursor->pVtab, binding->function);
}

static int memory_table_next(sqlite3_vtab_cursor *cursor) {
  ((struct memory_table_cursor *)cursor)->row++;
  return SQLITE_OK;
}

static int memory_table_eof(sqlite3_vtab_cursor *cursor) {
  const struct binding *binding = memory_table_binding_of_cursor(cursor);
  return ((struct memory_table_cursor *)cursor)->row >=
         binding->function->calls.memory_table->count(binding->connection);
}

static int memory_table_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context,
                               int column) {
  const struct binding *binding = memory_table_binding_of_cursor(cursor);
  binding->function->calls.memory_table->column(
      context, binding->connection, ((struct memory_table_cursor *)cursor)->row, column);
  return SQLITE_OK;
}

static int memory_table_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = ((struct memory_table_cursor *)cursor)->row + 1;
  return SQLITE_OK;
}

/* No xCreate: the tables exist without being created. */
const sqlite3_module memory_table_module = {
    .iVersion = 0,
    .xConnect = memory_table_connect,
    .xBestIndex = memory_table_best_index,
    .xDisconnect = memory_table_disconnect,
    .xOpen = memory_table_open,
    .xClose = memory_table_close,
    .xFilter = memory_table_filter,
    .xNext = memory_table_next,
    .xEof = memory_table_eof,
    .xColumn = memory_table_column,
    .xRowid = memory_table_rowid,
};
