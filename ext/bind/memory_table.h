/*
** Eponymous virtual tables over rows that stand in memory.
**
** Such a table says how many rows there are and what stands in a cell; one set of
** virtual-table methods serves them all.
*/
#ifndef ASSAY_BIND_MEMORY_TABLE_H
#define ASSAY_BIND_MEMORY_TABLE_H

#include "bind/function.h"

struct memory_table {
  const char *schema; /* CREATE TABLE x(...) */
  sqlite3_int64 (*count)(const struct connection *connection);
  /* Sets the result of one cell; `row` is below the count. */
  void (*column)(sqlite3_context *context, const struct connection *connection,
                 sqlite3_int64 row, int column);
};

/* The methods; a binding whose row has such a table is their client data. */
extern const sqlite3_module memory_table_module;

#endif
