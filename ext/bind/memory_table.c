/* Virtual tables over rows in memory: see memory_table.h. */
#include "bind/memory_table.h"

#include <stdint.h>
#include <string.h>

#include "bind/top_level.h"

struct memory_table_vtab {
  sqlite3_vtab base;
  const struct binding *binding;
  int depth; /* how many scans are running the callback `fill` (memory_table.h) */
};

struct memory_table_cursor {
  sqlite3_vtab_cursor base;
  const struct memory_table *table;
  struct table_scan scan;
  bool at_end;      /* the scan is past the last row */
  uint64_t state[]; /* the callbacks' memory; sqlite3_malloc64() aligns it to 8 bytes */
};

static const struct memory_table *memory_table_of(const struct binding *binding) {
  return binding->function->calls.memory_table;
}

int table_scan_fail(struct table_scan *scan, int rc, char *message) {
  scan->error = message;
  return message != NULL ? rc : SQLITE_NOMEM;
}

int table_scan_mistake(struct table_scan *scan, sqlite3_value *value, const char *rule) {
  return table_scan_fail(scan, SQLITE_ERROR,
                         argument_message(scan->binding->function, value, rule));
}

static int memory_table_connect(sqlite3 *db, void *client, int argc,
                                const char *const *argv, sqlite3_vtab **table,
                                char **error) {
  const struct binding *binding = client;
  int rc = sqlite3_declare_vtab(db, memory_table_of(binding)->schema);
  bool direct_only = (binding->function->flags & DIRECT_ONLY) != 0;
  if (rc == SQLITE_OK) {
    rc = sqlite3_vtab_config(db, direct_only ? SQLITE_VTAB_DIRECTONLY
                                             : SQLITE_VTAB_INNOCUOUS);
  }
  if (rc != SQLITE_OK) return rc;
  struct memory_table_vtab *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct memory_table_vtab){.binding = binding};
  *table = &opened->base;
  return SQLITE_OK;
}

/* Arguments are hidden columns.  Returns true for `column = value` and `column IS value`,
** which set the argument `column`.  If IS set no argument, the column would be NULL, and
** no row would match, because SQLite would compare the value with NULL. */
static bool memory_table_sets(const struct sqlite3_index_constraint *constraint,
                              int column) {
  return constraint->iColumn == column && (constraint->op == SQLITE_INDEX_CONSTRAINT_EQ ||
                                           constraint->op == SQLITE_INDEX_CONSTRAINT_IS);
}

/* Returns the index of a constraint that sets an argument and that this plan can use, or
** -1.  If a constraint that sets the argument can't be used, `*unusable` becomes true. */
static int memory_table_constraint(const sqlite3_index_info *info, int column,
                                   bool *unusable) {
  for (int i = 0; i < info->nConstraint; i++) {
    if (!memory_table_sets(&info->aConstraint[i], column)) continue;
    if (info->aConstraint[i].usable) return i;
    *unusable = true;
  }
  return -1;
}

/* Sets a bit of idxNum for each argument that the query sets; xFilter gets the values of
** these arguments in the order of the columns.  If this plan lacks the value of an
** argument that the query sets, the rows would be wrong: returns SQLITE_CONSTRAINT to
** reject the plan. */
static int memory_table_plan(const struct memory_table *table, sqlite3_index_info *info) {
  int given = 0;
  for (int a = 0; a < table->argument_count; a++) {
    bool unusable = false;
    int i = memory_table_constraint(info, table->first_argument + a, &unusable);
    if (i < 0 && unusable) return SQLITE_CONSTRAINT;
    if (i < 0) continue;
    info->idxNum |= 1 << a;
    info->aConstraintUsage[i].argvIndex = ++given;
    info->aConstraintUsage[i].omit = 1;
  }
  return SQLITE_OK;
}

/* A plan without the required first argument is not an error: SQLite also plans each side
** of an OR alone, without the arguments that are set outside the OR.  Such a plan keeps
** SQLite's initial cost, which is greater than the cost of every other plan.  If SQLite
** has no other plan, xFilter fails with the message `required`. */
static int memory_table_best_index(sqlite3_vtab *base, sqlite3_index_info *info) {
  struct table_scan scan = {.binding = ((struct memory_table_vtab *)base)->binding};
  const struct memory_table *table = memory_table_of(scan.binding);
  bool has_arguments = table->argument_count > 0;
  int rc = memory_table_plan(table, info);
  if (rc != SQLITE_OK || (has_arguments && (info->idxNum & 1) == 0)) return rc;
  info->estimatedRows = has_arguments ? table->rows : table->count(&scan);
  info->estimatedCost = (double)info->estimatedRows;
  if (table->plan != NULL) table->plan(info);
  return SQLITE_OK;
}

static int memory_table_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int memory_table_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
  const struct binding *binding = ((struct memory_table_vtab *)table)->binding;
  size_t size = sizeof(struct memory_table_cursor) + memory_table_of(binding)->state_size;
  struct memory_table_cursor *opened = sqlite3_malloc64(size);
  if (opened == NULL) return SQLITE_NOMEM;
  memset(opened, 0, size);
  opened->table = memory_table_of(binding);
  opened->scan.binding = binding;
  opened->scan.state = opened->state;
  *cursor = &opened->base;
  return SQLITE_OK;
}

/* Frees what a scan has built, except the copies of the arguments. */
static void memory_table_clear(struct memory_table_cursor *cursor) {
  const struct memory_table *table = cursor->table;
  if (table->clear != NULL) table->clear(cursor->state);
  memset(cursor->state, 0, table->state_size);
  cursor->scan.row = 0;
}

static void memory_table_forget(struct memory_table_cursor *cursor, int argument) {
  sqlite3_value_free(cursor->scan.argument[argument]);
  cursor->scan.argument[argument] = NULL;
}

static int memory_table_close(sqlite3_vtab_cursor *base) {
  struct memory_table_cursor *cursor = (struct memory_table_cursor *)base;
  memory_table_clear(cursor);
  for (int a = 0; a < cursor->table->argument_count; a++)
    memory_table_forget(cursor, a);
  sqlite3_free(base);
  return SQLITE_OK;
}

/* Returns true if the stored copy of an argument is SQL's NULL.  In a join the argument
** is often NULL for many rows in succession; a repeated NULL needs no new copy. */
static bool memory_table_has_null(const struct table_scan *scan, int argument) {
  return scan->argument[argument] != NULL &&
         sqlite3_value_type(scan->argument[argument]) == SQLITE_NULL;
}

/* Replaces the arguments of the cursor's previous scan by copies of the new arguments.
** `plan` has a bit for each argument that is in `values`. */
static int memory_table_keep(struct memory_table_cursor *cursor, int plan,
                             sqlite3_value **values) {
  struct table_scan *scan = &cursor->scan;
  for (int a = 0; a < cursor->table->argument_count; a++) {
    sqlite3_value *given = (plan & 1 << a) != 0 ? *values++ : NULL;
    if (given != NULL && sqlite3_value_type(given) == SQLITE_NULL &&
        memory_table_has_null(scan, a))
      continue;
    memory_table_forget(cursor, a);
    if (given == NULL) continue;
    scan->argument[a] = argument_copy(given);
    if (scan->argument[a] == NULL) return SQLITE_NOMEM;
  }
  if (cursor->table->argument_count == 0 || scan->argument[0] != NULL) return SQLITE_OK;
  return table_scan_fail(
      scan, SQLITE_ERROR,
      sqlite3_mprintf("%s: %s", scan->binding->function->name, cursor->table->required));
}

/* Runs the callback `fill`, which can run SQL that reads the same table again.  The
** number of these nested scans is in struct memory_table_vtab, which all scans on a
** connection share. */
static int memory_table_fill(struct memory_table_cursor *cursor) {
  struct memory_table_vtab *vtab = (struct memory_table_vtab *)cursor->base.pVtab;
  if (cursor->table->fill == NULL) return SQLITE_OK;
  cursor->scan.depth = ++vtab->depth;
  int rc = cursor->table->fill(&cursor->scan);
  vtab->depth--;
  return rc;
}

/* Makes row `scan->row` the current row, or moves to the end. */
static void memory_table_come(struct memory_table_cursor *cursor) {
  const struct memory_table *table = cursor->table;
  cursor->at_end = cursor->scan.row >= table->count(&cursor->scan);
  if (table->next != NULL && !cursor->at_end) table->next(&cursor->scan);
}

static int memory_table_filter(sqlite3_vtab_cursor *base, int plan, const char *name,
                               int argc, sqlite3_value **argv) {
  struct memory_table_cursor *cursor = (struct memory_table_cursor *)base;
  struct table_scan *scan = &cursor->scan;
  memory_table_clear(cursor);
  int rc = top_level_scan(scan->binding, &scan->error);
  if (rc == SQLITE_OK) { /* untested: the scan is refused only in SQLite 3.31 to 3.35 */
    rc = memory_table_keep(cursor, plan, argv);
  }
  if (rc == SQLITE_OK) rc = memory_table_fill(cursor);
  if (rc == SQLITE_OK) memory_table_come(cursor);
  if (scan->error != NULL) {
    sqlite3_free(base->pVtab->zErrMsg);
    base->pVtab->zErrMsg = scan->error;
    scan->error = NULL;
  }
  return rc;
}

static int memory_table_next(sqlite3_vtab_cursor *base) {
  struct memory_table_cursor *cursor = (struct memory_table_cursor *)base;
  cursor->scan.row++;
  memory_table_come(cursor);
  return SQLITE_OK;
}

static int memory_table_eof(sqlite3_vtab_cursor *base) {
  return ((const struct memory_table_cursor *)base)->at_end;
}

static int memory_table_column(sqlite3_vtab_cursor *base, sqlite3_context *context,
                               int column) {
  const struct memory_table_cursor *cursor = (struct memory_table_cursor *)base;
  int argument = column - cursor->table->first_argument;
  if (cursor->table->argument_count == 0 || argument < 0) {
    cursor->table->column(context, &cursor->scan, column);
  } else if (cursor->scan.argument[argument] != NULL) {
    sqlite3_result_value(context, cursor->scan.argument[argument]);
  }
  return SQLITE_OK;
}

static int memory_table_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = ((struct memory_table_cursor *)cursor)->scan.row + 1;
  return SQLITE_OK;
}

/* There is no xCreate: the tables are eponymous, so they exist without CREATE. */
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
