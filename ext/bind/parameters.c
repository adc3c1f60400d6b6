/* The parameters of a table-valued function: see parameters.h. */
#include "bind/parameters.h"

#include "bind/argument.h"

/* `column IS value` sets a parameter too: left to SQLite it would be compared with the
** NULL of a parameter that is not set, and find nothing. */
static bool parameters_sets(const struct sqlite3_index_constraint *constraint,
                            int column) {
  return constraint->iColumn == column && (constraint->op == SQLITE_INDEX_CONSTRAINT_EQ ||
                                           constraint->op == SQLITE_INDEX_CONSTRAINT_IS);
}

/* The index of a usable constraint that sets a parameter, or -1.  `*unusable` becomes
** true where there is one that this plan can't use. */
static int parameters_constraint_of(const sqlite3_index_info *info, int column,
                                    bool *unusable) {
  for (int i = 0; i < info->nConstraint; i++) {
    if (!parameters_sets(&info->aConstraint[i], column)) continue;
    if (info->aConstraint[i].usable) return i;
    *unusable = true;
  }
  return -1;
}

int parameters_plan(sqlite3_index_info *info, int first, int count) {
  int given = 0;
  for (int p = 0; p < count; p++) {
    bool unusable = false;
    int i = parameters_constraint_of(info, first + p, &unusable);
    if (i < 0 && unusable) return SQLITE_CONSTRAINT;
    if (i < 0) continue;
    info->idxNum |= 1 << p;
    info->aConstraintUsage[i].argvIndex = ++given;
    info->aConstraintUsage[i].omit = 1;
  }
  return SQLITE_OK;
}

int parameters_keep(sqlite3_value **kept, int count, int plan, sqlite3_value **values) {
  parameters_free(kept, count);
  for (int p = 0; p < count; p++) {
    if ((plan & 1 << p) == 0) continue;
    kept[p] = argument_copy(*values++);
    if (kept[p] == NULL) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

void parameters_free(sqlite3_value **kept, int count) {
  for (int p = 0; p < count; p++) {
    sqlite3_value_free(kept[p]);
    kept[p] = NULL;
  }
}

int parameters_error(sqlite3_vtab *table, int rc, char *message) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = message;
  return message != NULL ? rc : SQLITE_NOMEM;
}
