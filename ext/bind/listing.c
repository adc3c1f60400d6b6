/* Eponymous virtual tables over rows in memory: see listing.h. */
#include "bind/listing.h"

#include "bind/top_level.h"

struct listing_table {
  sqlite3_vtab base;
  sqlite3 *db;
  const struct binding *binding;
};

struct listing_cursor {
  sqlite3_vtab_cursor base;
  sqlite3_int64 row;
};

static const struct binding *binding_of_cursor(sqlite3_vtab_cursor *cursor) {
  return ((struct listing_table *)cursor->pVtab)->binding;
}

static int listing_connect(sqlite3 *db, void *client, int argc, const char *const *argv,
                           sqlite3_vtab **table, char **error) {
  const struct binding *binding = client;
  int rc = sqlite3_declare_vtab(db, binding->function->calls.listing->schema);
  bool direct_only = (binding->function->flags & DIRECT_ONLY) != 0;
  if (rc == SQLITE_OK) {
    rc = sqlite3_vtab_config(db, direct_only ? SQLITE_VTAB_DIRECTONLY
                                             : SQLITE_VTAB_INNOCUOUS);
  }
  if (rc != SQLITE_OK) return rc;
  struct listing_table *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct listing_table){.db = db, .binding = binding};
  *table = &opened->base;
  return SQLITE_OK;
}

/* Every query reads all rows: there are few. */
static int listing_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  const struct binding *binding = ((struct listing_table *)table)->binding;
  sqlite3_int64 count = binding->function->calls.listing->count(binding->connection);
  info->estimatedRows = count;
  info->estimatedCost = (double)count;
  return SQLITE_OK;
}

static int listing_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int listing_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
  struct listing_cursor *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct listing_cursor){.row = 0};
  *cursor = &opened->base;
  return SQLITE_OK;
}

static int listing_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static int listing_filter(sqlite3_vtab_cursor *cursor, int plan, const char *name,
                          int argc, sqlite3_value **argv) {
  const struct binding *binding = binding_of_cursor(cursor);
  sqlite3 *db = ((struct listing_table *)cursor->pVtab)->db;
  ((struct listing_cursor *)cursor)->row = 0;
  return top_level_scan(db, cursor->pVtab, binding->function);
}

static int listing_next(sqlite3_vtab_cursor *cursor) {
  ((struct listing_cursor *)cursor)->row++;
  return SQLITE_OK;
}

static int listing_eof(sqlite3_vtab_cursor *cursor) {
  const struct binding *binding = binding_of_cursor(cursor);
  return ((struct listing_cursor *)cursor)->row >=
         binding->function->calls.listing->count(binding->connection);
}

static int listing_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context,
                          int column) {
  const struct binding *binding = binding_of_cursor(cursor);
  binding->function->calls.listing->column(
      context, binding->connection, ((struct listing_cursor *)cursor)->row, column);
  return SQLITE_OK;
}

static int listing_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = ((struct listing_cursor *)cursor)->row + 1;
  return SQLITE_OK;
}

/* No xCreate: the tables exist without being created. */
const sqlite3_module listing_module = {
    .iVersion = 0,
    .xConnect = listing_connect,
    .xBestIndex = listing_best_index,
    .xDisconnect = listing_disconnect,
    .xOpen = listing_open,
    .xClose = listing_close,
    .xFilter = listing_filter,
    .xNext = listing_next,
    .xEof = listing_eof,
    .xColumn = listing_column,
    .xRowid = listing_rowid,
};
