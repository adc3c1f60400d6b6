/*
** The surroundings of a node in SQL: a table-valued function over any edge query.
**
**   graph_metrics(edges_sql [, focus [, max_hops [, visited_sql]]])
**
** gives node, cluster, cluster_size, local_density, median_degree, peripheral_candidates.
**
** 1. edges_sql is a query of source, target and, if wanted, weight; the rules of
**    louvain() hold for its rows, and the clusters are those of louvain().
** 2. One row for the node `focus`, none if there is no such node; without `focus` a row
**    for every node, in SQL's order.
** 3. Density and median degree are of the edges inside the cluster of the node, without
**    weights and self-loops.
** 4. peripheral_candidates counts the nodes outside the cluster that are at most max_hops
**    (2) edges away from a node of it and not yet visited.  visited_sql is a query of one
**    column that lists the visited nodes; without it none is.
** 5. A query is one SELECT, WITH or VALUES that only reads.  What begins otherwise is not
**    even prepared, because a PRAGMA acts while it is; nor is what stands behind it.  One
**    that writes is not run.  SQLite counts functions, and pragma_optimize, as reading:
**    what they do is for the query's author to know.  The table runs SQL that it is
**    handed, so views and triggers may not use it.
** 6. A query may read graph_metrics itself, up to 8 deep: one that reads its own text
**    from a table would never end.
**
** Both queries run once, with the first row.  Source: ADR-006, "Graph Utilities Module".
*/
#include "core/interview/reach.h"

#include <string.h>

#include "bind/argument.h"
#include "functions/interview/edge_rows.h"
#include "functions/modules.h"
#include "bind/parameters.h"
#include "bind/sql_text.h"
#include "bind/top_level.h"
#include "bind/value_copy.h"

#define DEFAULT_MAX_HOPS 2

/* How deep the queries may be nested: each level takes a few kilobytes of C stack. */
#define MAX_DEPTH 8

enum {
  COLUMN_NODE,
  COLUMN_CLUSTER,
  COLUMN_CLUSTER_SIZE,
  COLUMN_LOCAL_DENSITY,
  COLUMN_MEDIAN_DEGREE,
  COLUMN_PERIPHERAL_CANDIDATES,
  COLUMN_EDGES_SQL, /* the first parameter */
};

enum { EDGES_SQL, FOCUS, MAX_HOPS, VISITED_SQL, PARAMETER_COUNT };

static const char schema[] =
    "CREATE TABLE graph_metrics(node, cluster INT, cluster_size INT, local_density REAL, "
    "median_degree REAL, peripheral_candidates INT, edges_sql HIDDEN, focus HIDDEN, "
    "max_hops HIDDEN, visited_sql HIDDEN)";

struct metrics_table {
  sqlite3_vtab base;
  sqlite3 *db;
  const struct sql_function *function; /* its row, for messages */
  int depth;                           /* scans that are running their queries */
};

/* What the rows of a cluster say. */
struct surroundings {
  bool known; /* worked out when its first row is read */
  struct cluster_measures measures;
  size_t peripheral_candidates;
};

struct metrics_cursor {
  sqlite3_vtab_cursor base;
  sqlite3_value *parameter[PARAMETER_COUNT]; /* owned; NULL where not given */
  struct edge_rows rows;
  struct value_graph graph;
  size_t max_hops;
  size_t node; /* of the row */
  size_t end;  /* behind the last row */
  bool *visited;
  size_t *start; /* of each cluster in `member`, and the end */
  size_t *member;
  size_t *degrees;
  struct search_memory search;
  struct surroundings *surroundings; /* by cluster */
  void *memory;                      /* of the arrays */
};

/* Ends a query with an error; takes over the message. */
static int graph_metrics_fail(struct metrics_cursor *cursor, int rc, char *message) {
  return parameters_error(cursor->base.pVtab, rc, message);
}

static const struct sql_function *
graph_metrics_function_of(const struct metrics_cursor *cursor) {
  return ((const struct metrics_table *)cursor->base.pVtab)->function;
}

/* `graph_metrics: rule, got value`. */
static char *graph_metrics_message(const struct metrics_cursor *cursor,
                                   sqlite3_value *value, const char *rule) {
  return argument_message(graph_metrics_function_of(cursor), value, rule);
}

static sqlite3 *graph_metrics_db_of(const struct metrics_cursor *cursor) {
  return ((const struct metrics_table *)cursor->base.pVtab)->db;
}

static int graph_metrics_metrics_connect(sqlite3 *db, void *client, int argc,
                                         const char *const *argv, sqlite3_vtab **table,
                                         char **error) {
  const struct binding *binding = client;
  int rc = sqlite3_declare_vtab(db, schema);
  if (rc == SQLITE_OK) rc = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (rc != SQLITE_OK) return rc;
  struct metrics_table *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct metrics_table){.db = db, .function = binding->function};
  *table = &opened->base;
  return SQLITE_OK;
}

static int graph_metrics_metrics_best_index(sqlite3_vtab *table,
                                            sqlite3_index_info *info) {
  int rc = parameters_plan(info, COLUMN_EDGES_SQL, PARAMETER_COUNT);
  if (rc != SQLITE_OK || !parameters_give_first(info)) return rc;
  info->estimatedRows = (info->idxNum & 1 << FOCUS) != 0 ? 1 : 1000;
  info->estimatedCost = 1e6; /* the graph costs far more than its rows */
  return SQLITE_OK;
}

static int graph_metrics_metrics_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int graph_metrics_metrics_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
  struct metrics_cursor *opened = sqlite3_malloc64(sizeof *opened);
  if (opened == NULL) return SQLITE_NOMEM;
  *opened = (struct metrics_cursor){.node = 0};
  *cursor = &opened->base;
  return SQLITE_OK;
}

/* Frees all that belongs to one scan. */
static void graph_metrics_cursor_clear(struct metrics_cursor *cursor) {
  parameters_free(cursor->parameter, PARAMETER_COUNT);
  value_graph_close(&cursor->graph);
  edge_rows_clear(&cursor->rows);
  sqlite3_free(cursor->memory);
  sqlite3_vtab_cursor base = cursor->base;
  *cursor = (struct metrics_cursor){.base = base};
}

static int graph_metrics_metrics_close(sqlite3_vtab_cursor *base) {
  struct metrics_cursor *cursor = (struct metrics_cursor *)base;
  graph_metrics_cursor_clear(cursor);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static int graph_metrics_read_max_hops(struct metrics_cursor *cursor) {
  sqlite3_value *value = cursor->parameter[MAX_HOPS];
  cursor->max_hops = DEFAULT_MAX_HOPS;
  if (value == NULL || sqlite3_value_type(value) == SQLITE_NULL) return SQLITE_OK;
  double hops = argument_count(value);
  if (is_missing(hops)) {
    return graph_metrics_fail(
        cursor, SQLITE_ERROR,
        graph_metrics_message(cursor, value, "max_hops must be a whole number >= 0"));
  }
  cursor->max_hops = hops < 0x1p31 ? (size_t)hops : (size_t)1 << 31;
  return SQLITE_OK;
}

/* True if nothing but white space, comments and semicolons is left of a query. */
static bool graph_metrics_is_blank(const char *text) {
  text = sql_text_skip_blank(text);
  while (*text == ';')
    text = sql_text_skip_blank(text + 1);
  return *text == 0;
}

/* A text with a zero in it is none: SQLite would only see what stands before. */
static bool graph_metrics_is_query(const char *text, size_t length) {
  const char *first = sql_text_skip_blank(text);
  return strlen(text) == length &&
         (sql_text_begins(first, "SELECT") || sql_text_begins(first, "WITH") ||
          sql_text_begins(first, "VALUES"));
}

/* Prepares a query that a parameter holds: one that only reads and has a number of
** columns in a range, which `rule` states. */
static int graph_metrics_prepare(struct metrics_cursor *cursor, int parameter,
                                 const char *rule, int min_columns, int max_columns,
                                 sqlite3_stmt **query) {
  sqlite3_value *value = cursor->parameter[parameter];
  *query = NULL;
  int type = sqlite3_value_type(value); /* a number without memory for it turns to NULL */
  const char *text = (const char *)sqlite3_value_text(value);
  if (text == NULL && type != SQLITE_NULL) return SQLITE_NOMEM;
  if (text != NULL && graph_metrics_is_query(text, (size_t)sqlite3_value_bytes(value))) {
    const char *tail;
    int rc = sqlite3_prepare_v2(graph_metrics_db_of(cursor), text, -1, query, &tail);
    if (rc != SQLITE_OK) {
      return graph_metrics_fail(
          cursor, rc,
          sqlite3_mprintf("graph_metrics: %s",
                          sqlite3_errmsg(graph_metrics_db_of(cursor))));
    }
    int columns = sqlite3_column_count(*query);
    if (columns >= min_columns && columns <= max_columns &&
        graph_metrics_is_blank(tail) && sqlite3_stmt_readonly(*query)) {
      return SQLITE_OK;
    }
  }
  return graph_metrics_fail(cursor, SQLITE_ERROR,
                            graph_metrics_message(cursor, value, rule));
}

/* Ends a query: SQLITE_DONE is success. */
static int graph_metrics_finish(struct metrics_cursor *cursor, sqlite3_stmt *query,
                                int rc) {
  if (rc != SQLITE_DONE && rc != SQLITE_NOMEM && rc != SQLITE_INTERRUPT) {
    rc = graph_metrics_fail(cursor, rc,
                            sqlite3_mprintf("graph_metrics: %s",
                                            sqlite3_errmsg(graph_metrics_db_of(cursor))));
  }
  sqlite3_finalize(query);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int graph_metrics_read_edge(struct metrics_cursor *cursor, sqlite3_stmt *query) {
  struct value source;
  struct value target;
  double weight = 1;
  if (!argument_plain(sqlite3_column_value(query, 0), &source)) return SQLITE_NOMEM;
  if (!argument_plain(sqlite3_column_value(query, 1), &target)) return SQLITE_NOMEM;
  if (sqlite3_column_count(query) > 2) {
    weight = argument_number(sqlite3_column_value(query, 2));
  }
  struct edge_row row = edge_row_of(source, target, weight);
  return edge_rows_enter(&cursor->rows, &row) ? SQLITE_OK : SQLITE_NOMEM;
}

static int graph_metrics_read_edges(struct metrics_cursor *cursor) {
  sqlite3_stmt *query;
  int rc = graph_metrics_prepare(
      cursor, EDGES_SQL,
      "edges_sql must be one query (SELECT, WITH or VALUES) of source, target "
      "and perhaps weight",
      2, 3, &query);
  if (rc != SQLITE_OK) {
    sqlite3_finalize(query);
    return rc;
  }
  while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
    rc = graph_metrics_read_edge(cursor, query);
    if (rc != SQLITE_OK) break;
  }
  return graph_metrics_finish(cursor, query, rc);
}

/* Marks the nodes that visited_sql lists; it may list others. */
static int graph_metrics_read_visited(struct metrics_cursor *cursor) {
  sqlite3_stmt *query;
  struct value value;
  if (cursor->parameter[VISITED_SQL] == NULL) return SQLITE_OK;
  if (sqlite3_value_type(cursor->parameter[VISITED_SQL]) == SQLITE_NULL) return SQLITE_OK;
  int rc = graph_metrics_prepare(
      cursor, VISITED_SQL,
      "visited_sql must be one query (SELECT, WITH or VALUES) of one column", 1, 1,
      &query);
  if (rc != SQLITE_OK) {
    sqlite3_finalize(query);
    return rc;
  }
  while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
    if (!argument_plain(sqlite3_column_value(query, 0), &value)) {
      rc = SQLITE_NOMEM;
      break;
    }
    sqlite3_int64 node = value_graph_find(&cursor->graph, value);
    if (node >= 0) cursor->visited[node] = true;
  }
  return graph_metrics_finish(cursor, query, rc);
}

/* Lays out the arrays, zeroed. */
static bool graph_metrics_place_arrays(struct metrics_cursor *cursor) {
  size_t nodes = cursor->graph.graph.node_count + 1;
  size_t bytes =
      nodes * (sizeof *cursor->surroundings + 5 * sizeof(size_t) + sizeof(bool));
  cursor->memory = sqlite3_malloc64(bytes);
  if (cursor->memory == NULL) return false;
  memset(cursor->memory, 0, bytes);
  cursor->surroundings = cursor->memory;
  cursor->start = (size_t *)(cursor->surroundings + nodes);
  cursor->member = cursor->start + nodes;
  cursor->degrees = cursor->member + nodes;
  cursor->search.reached = cursor->degrees + nodes;
  cursor->search.queue = cursor->search.reached + nodes;
  cursor->visited = (bool *)(cursor->search.queue + nodes);
  return true;
}

/* Which rows there are: one for the focus, or one for every node. */
static int graph_metrics_choose_rows(struct metrics_cursor *cursor) {
  sqlite3_value *focus = cursor->parameter[FOCUS];
  cursor->node = 0;
  cursor->end = cursor->graph.graph.node_count;
  if (focus == NULL) return SQLITE_OK;
  struct value value;
  argument_plain(focus, &value); /* a copy has all of its bytes */
  sqlite3_int64 node = value_graph_find(&cursor->graph, value);
  cursor->node = node >= 0 ? (size_t)node : 0;
  cursor->end = node >= 0 ? (size_t)node + 1 : 0;
  return SQLITE_OK;
}

static int graph_metrics_build_graph(struct metrics_cursor *cursor) {
  struct value_graph *graph = &cursor->graph;
  int rc = value_graph_open(graph, &cursor->rows, graph_metrics_db_of(cursor));
  if (rc == SQLITE_OK) rc = value_graph_clusters(graph, graph_metrics_db_of(cursor));
  if (rc != SQLITE_OK) return rc;
  if (!graph_metrics_place_arrays(cursor)) return SQLITE_NOMEM;
  graph_members(graph->cluster, graph->graph.node_count, graph->cluster_count,
                cursor->start, cursor->member);
  return SQLITE_OK;
}

/* Runs the queries, in which the table may come up again: a connection has one. */
static int graph_metrics_run_queries(struct metrics_cursor *cursor) {
  struct metrics_table *table = (struct metrics_table *)cursor->base.pVtab;
  if (table->depth >= MAX_DEPTH) {
    return graph_metrics_fail(
        cursor, SQLITE_ERROR,
        graph_metrics_message(cursor, cursor->parameter[EDGES_SQL],
                              "edges_sql must not nest graph_metrics more than 8 deep"));
  }
  table->depth++;
  int rc = graph_metrics_read_edges(cursor);
  if (rc == SQLITE_OK) rc = graph_metrics_build_graph(cursor);
  if (rc == SQLITE_OK) rc = graph_metrics_read_visited(cursor);
  table->depth--;
  return rc;
}

static int graph_metrics_metrics_filter(sqlite3_vtab_cursor *base, int plan,
                                        const char *name, int argc,
                                        sqlite3_value **argv) {
  struct metrics_cursor *cursor = (struct metrics_cursor *)base;
  graph_metrics_cursor_clear(cursor);
  int rc = top_level_scan(graph_metrics_db_of(cursor), base->pVtab,
                          graph_metrics_function_of(cursor));
  if (rc == SQLITE_OK) { /* untested: a refused scan, which takes SQLite 3.31 to 3.35 */
    rc = parameters_keep(cursor->parameter, PARAMETER_COUNT, plan, argv);
  }
  if (rc == SQLITE_OK && cursor->parameter[EDGES_SQL] == NULL) {
    rc = graph_metrics_fail(cursor, SQLITE_ERROR,
                            sqlite3_mprintf("graph_metrics: edges_sql must be given"));
  }
  if (rc == SQLITE_OK) rc = graph_metrics_read_max_hops(cursor);
  if (rc == SQLITE_OK) rc = graph_metrics_run_queries(cursor);
  if (rc == SQLITE_OK) rc = graph_metrics_choose_rows(cursor);
  return rc;
}

static int graph_metrics_metrics_next(sqlite3_vtab_cursor *base) {
  ((struct metrics_cursor *)base)->node++;
  return SQLITE_OK;
}

static int graph_metrics_metrics_eof(sqlite3_vtab_cursor *base) {
  const struct metrics_cursor *cursor = (struct metrics_cursor *)base;
  return cursor->node >= cursor->end;
}

static size_t graph_metrics_cluster_size(const struct metrics_cursor *cursor,
                                         size_t cluster) {
  return cursor->start[cluster + 1] - cursor->start[cluster];
}

static const struct surroundings *
graph_metrics_surroundings(struct metrics_cursor *cursor) {
  const struct value_graph *graph = &cursor->graph;
  size_t cluster = graph->cluster[cursor->node];
  struct surroundings *answer = &cursor->surroundings[cluster];
  if (answer->known) return answer;
  const size_t *member = cursor->member + cursor->start[cluster];
  size_t count = graph_metrics_cluster_size(cursor, cluster);
  answer->measures =
      cluster_measure(&graph->graph, graph->cluster, member, count, cursor->degrees);
  answer->peripheral_candidates =
      peripheral_candidates(&graph->graph, member, count, cursor->max_hops,
                            cursor->visited, &cursor->search, cluster + 1);
  answer->known = true;
  return answer;
}

static int graph_metrics_metrics_column(sqlite3_vtab_cursor *base,
                                        sqlite3_context *context, int column) {
  struct metrics_cursor *cursor = (struct metrics_cursor *)base;
  size_t cluster = cursor->graph.cluster[cursor->node];
  switch (column) {
  case COLUMN_NODE:
    result_value(context, &cursor->graph.node[cursor->node]);
    break;
  case COLUMN_CLUSTER:
    sqlite3_result_int64(context, (sqlite3_int64)cluster);
    break;
  case COLUMN_CLUSTER_SIZE:
    sqlite3_result_int64(context,
                         (sqlite3_int64)graph_metrics_cluster_size(cursor, cluster));
    break;
  case COLUMN_LOCAL_DENSITY:
    sqlite3_result_double(context, graph_metrics_surroundings(cursor)->measures.density);
    break;
  case COLUMN_MEDIAN_DEGREE:
    sqlite3_result_double(context,
                          graph_metrics_surroundings(cursor)->measures.median_degree);
    break;
  case COLUMN_PERIPHERAL_CANDIDATES:
    sqlite3_result_int64(
        context,
        (sqlite3_int64)graph_metrics_surroundings(cursor)->peripheral_candidates);
    break;
  default:
    if (cursor->parameter[column - COLUMN_EDGES_SQL] != NULL) {
      sqlite3_result_value(context, cursor->parameter[column - COLUMN_EDGES_SQL]);
    }
    break;
  }
  return SQLITE_OK;
}

static int graph_metrics_metrics_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  *rowid = (sqlite3_int64)((struct metrics_cursor *)base)->node + 1;
  return SQLITE_OK;
}

/* No xCreate: the table exists without being created. */
static const sqlite3_module metrics_module = {
    .iVersion = 0,
    .xConnect = graph_metrics_metrics_connect,
    .xBestIndex = graph_metrics_metrics_best_index,
    .xDisconnect = graph_metrics_metrics_disconnect,
    .xOpen = graph_metrics_metrics_open,
    .xClose = graph_metrics_metrics_close,
    .xFilter = graph_metrics_metrics_filter,
    .xNext = graph_metrics_metrics_next,
    .xEof = graph_metrics_metrics_eof,
    .xColumn = graph_metrics_metrics_column,
    .xRowid = graph_metrics_metrics_rowid,
};

static const struct sql_function functions[] = {
    {"graph_metrics", 0, DIRECT_ONLY, TABLE(metrics_module),
     "table graph_metrics(edges_sql [, focus [, max_hops [, visited_sql]]])",
     "Cluster of a node, its size, density, median degree, and unvisited nodes within "
     "max_hops (2) of it",
     "SELECT peripheral_candidates FROM graph_metrics('SELECT column1, column2 FROM "
     "(VALUES (1,2), (2,3), (3,1), (3,4), (4,5), (5,6), (6,4))', 1)",
     "3"},
};

const struct sql_module graph_metrics_module = {"graph_metrics", "Graph measures",
                                                "what a graph shows", functions,
                                                COUNT_OF(functions)};
