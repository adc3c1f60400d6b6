/*
** Measures the clusters of a graph and the nodes near them: a table-valued function.
**
**   graph_metrics(edges_sql [, focus [, max_hops [, visited_sql]]])
**
** The table has the columns node, cluster, cluster_size, local_density, median_degree and
** peripheral_candidates.
**
** 1. edges_sql is a query that lists the edges in the columns source, target and,
**    optionally, weight.  Its rows follow the rules of louvain() (graph.c).  The clusters
**    are those that louvain() finds.
** 2. `focus` is a node: the table has only its row, or no row if the node does not exist.
**    Without `focus` the table has a row for every node, sorted as ORDER BY sorts.
** 3. local_density is the share of the cluster's pairs of nodes that an edge joins.
**    median_degree is the median number of edges of the cluster's nodes.  Both count
**    only edges inside the cluster, and ignore weights and self-loops.
** 4. `visited_sql` is a query of one column that lists the visited nodes; without it no
**    node is visited.  peripheral_candidates is the number of nodes outside the cluster
**    that are not visited and are at most max_hops edges away from a node in the cluster.
**    `max_hops` is 2 by default.
** 5. Each query must be one SELECT, WITH or VALUES that only reads.  A text that begins
**    otherwise is refused before SQLite prepares it, because preparing some PRAGMAs
**    already runs them.  A second statement, or a query that writes, is an error.  But a
**    query that writes through a function or pragma_optimize runs, because SQLite reports
**    it as read-only.  Views and triggers may not use the table, because it runs SQL from
**    an argument.
** 6. A query may itself read graph_metrics, at most 8 levels deep.  Without this limit a
**    query could read its own text from a table and pass it to graph_metrics, which would
**    run the query again, endlessly.
**
** Both queries run once, before the table's first row.
**
** Source: ADR-006, "Graph Utilities Module".
*/
#include "core/interview/reach.h"

#include <string.h>

#include "bind/memory_table.h"
#include "functions/interview/helpers/edge_rows.h"
#include "functions/modules.h"
#include "bind/sql_text.h"
#include "bind/value_copy.h"

#define DEFAULT_MAX_HOPS 2

/* How deep queries may be nested.  Each level takes a few kilobytes of C stack. */
#define MAX_DEPTH 8

enum {
  COLUMN_NODE,
  COLUMN_CLUSTER,
  COLUMN_CLUSTER_SIZE,
  COLUMN_LOCAL_DENSITY,
  COLUMN_MEDIAN_DEGREE,
  COLUMN_PERIPHERAL_CANDIDATES,
  COLUMN_EDGES_SQL, /* the first argument */
};

enum { EDGES_SQL, FOCUS, MAX_HOPS, VISITED_SQL, ARGUMENT_COUNT };

/* The values that all nodes of a cluster share. */
struct surroundings {
  bool known; /* the values are computed */
  struct cluster_measures measures;
  size_t peripheral_candidates;
};

struct metrics {
  struct edge_rows rows;
  struct value_graph graph;
  size_t max_hops;
  size_t end; /* row i shows node i; the last row is row end - 1 */
  bool *visited;
  size_t *start; /* where each cluster begins in `member`, and where the last one ends */
  size_t *member;
  size_t *degrees;
  struct search_memory search;
  struct surroundings *surroundings;
  void *memory; /* holds the arrays */
};

static sqlite3 *graph_metrics_db_of(const struct table_scan *scan) {
  return table_scan_connection(scan)->db;
}

static void graph_metrics_clear(void *state) {
  struct metrics *metrics = state;
  value_graph_close(&metrics->graph);
  edge_rows_clear(&metrics->rows);
  sqlite3_free(metrics->memory);
}

static int graph_metrics_read_max_hops(struct table_scan *scan) {
  struct metrics *metrics = scan->state;
  sqlite3_value *value = table_scan_argument(scan, MAX_HOPS);
  metrics->max_hops = DEFAULT_MAX_HOPS;
  if (value == NULL) return SQLITE_OK;
  double hops = argument_count(value);
  if (is_missing(hops)) {
    return table_scan_mistake(scan, value, "max_hops must be a whole number >= 0");
  }
  metrics->max_hops = hops < 0x1p31 ? (size_t)hops : (size_t)1 << 31;
  return SQLITE_OK;
}

/* Returns true if the text has only white space, comments and semicolons. */
static bool graph_metrics_is_blank(const char *text) {
  text = sql_text_skip_blank(text);
  while (*text == ';')
    text = sql_text_skip_blank(text + 1);
  return *text == 0;
}

/* Returns true if the text is a query that may be prepared.  A text with a zero byte is
** refused, because SQLite would read the text only up to that byte. */
static bool graph_metrics_is_query(const char *text, size_t length) {
  const char *first = sql_text_skip_blank(text);
  return strlen(text) == length &&
         (sql_text_begins(first, "SELECT") || sql_text_begins(first, "WITH") ||
          sql_text_begins(first, "VALUES"));
}

static int graph_metrics_query_error(struct table_scan *scan, int rc) {
  const char *message = sqlite3_errmsg(graph_metrics_db_of(scan));
  return table_scan_fail(scan, rc, sqlite3_mprintf("graph_metrics: %s", message));
}

/* Prepares the query in an argument.  Returns an error with the text `rule` if the text
** is no query, if it writes, or if it has too few or too many columns. */
static int graph_metrics_prepare(struct table_scan *scan, int argument, const char *rule,
                                 int min_columns, int max_columns, sqlite3_stmt **query) {
  sqlite3_value *value = scan->argument[argument];
  *query = NULL;
  int type = sqlite3_value_type(value); /* separates SQL's NULL from lack of memory */
  const char *text = (const char *)sqlite3_value_text(value);
  if (text == NULL && type != SQLITE_NULL) return SQLITE_NOMEM;
  if (text != NULL && graph_metrics_is_query(text, (size_t)sqlite3_value_bytes(value))) {
    const char *tail;
    int rc = sqlite3_prepare_v2(graph_metrics_db_of(scan), text, -1, query, &tail);
    if (rc != SQLITE_OK) return graph_metrics_query_error(scan, rc);
    int columns = sqlite3_column_count(*query);
    if (columns >= min_columns && columns <= max_columns &&
        graph_metrics_is_blank(tail) && sqlite3_stmt_readonly(*query)) {
      return SQLITE_OK;
    }
  }
  sqlite3_finalize(*query);
  return table_scan_mistake(scan, value, rule);
}

/* Runs the query in an argument, and calls `take` for each row. */
static int graph_metrics_read(struct table_scan *scan, int argument, const char *rule,
                              int min_columns, int max_columns,
                              int (*take)(struct metrics *, sqlite3_stmt *)) {
  sqlite3_stmt *query;
  int rc = graph_metrics_prepare(scan, argument, rule, min_columns, max_columns, &query);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(query)) == SQLITE_ROW) {
    rc = take(scan->state, query);
    if (rc != SQLITE_OK) break;
  }
  if (rc != SQLITE_DONE && rc != SQLITE_NOMEM && rc != SQLITE_INTERRUPT) {
    rc = graph_metrics_query_error(scan, rc);
  }
  sqlite3_finalize(query);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int graph_metrics_read_edge(struct metrics *metrics, sqlite3_stmt *query) {
  struct value source;
  struct value target;
  double weight = 1;
  if (!argument_plain(sqlite3_column_value(query, 0), &source)) return SQLITE_NOMEM;
  if (!argument_plain(sqlite3_column_value(query, 1), &target)) return SQLITE_NOMEM;
  if (sqlite3_column_count(query) > 2) {
    weight = argument_number(sqlite3_column_value(query, 2));
  }
  struct edge_row row = edge_row_of(source, target, weight);
  return edge_rows_enter(&metrics->rows, &row) ? SQLITE_OK : SQLITE_NOMEM;
}

static int graph_metrics_read_edges(struct table_scan *scan) {
  return graph_metrics_read(scan, EDGES_SQL,
                            "edges_sql must be one query (SELECT, WITH or VALUES) of "
                            "source, target and perhaps weight",
                            2, 3, graph_metrics_read_edge);
}

/* Marks a node that visited_sql lists.  Ignores values that are not nodes. */
static int graph_metrics_mark_visited(struct metrics *metrics, sqlite3_stmt *query) {
  struct value value;
  if (!argument_plain(sqlite3_column_value(query, 0), &value)) return SQLITE_NOMEM;
  sqlite3_int64 node = value_graph_find(&metrics->graph, value);
  if (node >= 0) metrics->visited[node] = true;
  return SQLITE_OK;
}

static int graph_metrics_read_visited(struct table_scan *scan) {
  if (table_scan_argument(scan, VISITED_SQL) == NULL) return SQLITE_OK;
  return graph_metrics_read(
      scan, VISITED_SQL,
      "visited_sql must be one query (SELECT, WITH or VALUES) of one column", 1, 1,
      graph_metrics_mark_visited);
}

static bool graph_metrics_place_arrays(struct metrics *metrics) {
  size_t nodes = metrics->graph.graph.node_count + 1;
  size_t bytes =
      nodes * (sizeof *metrics->surroundings + 5 * sizeof(size_t) + sizeof(bool));
  metrics->memory = sqlite3_malloc64(bytes);
  if (metrics->memory == NULL) return false;
  memset(metrics->memory, 0, bytes);
  metrics->surroundings = metrics->memory;
  metrics->start = (size_t *)(metrics->surroundings + nodes);
  metrics->member = metrics->start + nodes;
  metrics->degrees = metrics->member + nodes;
  metrics->search.reached = metrics->degrees + nodes;
  metrics->search.queue = metrics->search.reached + nodes;
  metrics->visited = (bool *)(metrics->search.queue + nodes);
  return true;
}

/* Sets the rows of the scan: one for the focus, or one for every node. */
static void graph_metrics_choose_rows(struct table_scan *scan) {
  struct metrics *metrics = scan->state;
  struct value value;
  metrics->end = metrics->graph.graph.node_count;
  if (scan->argument[FOCUS] == NULL) return;
  argument_plain(scan->argument[FOCUS], &value); /* cannot fail: the argument is UTF-8 */
  sqlite3_int64 node = value_graph_find(&metrics->graph, value);
  scan->row = node >= 0 ? node : 0;
  metrics->end = node >= 0 ? (size_t)node + 1 : 0;
}

static int graph_metrics_build_graph(struct table_scan *scan) {
  struct metrics *metrics = scan->state;
  struct value_graph *graph = &metrics->graph;
  int rc = value_graph_open(graph, &metrics->rows, graph_metrics_db_of(scan));
  if (rc == SQLITE_OK) rc = value_graph_clusters(graph, graph_metrics_db_of(scan));
  if (rc != SQLITE_OK) return rc;
  if (!graph_metrics_place_arrays(metrics)) return SQLITE_NOMEM;
  graph_members(graph->cluster, graph->graph.node_count, graph->cluster_count,
                metrics->start, metrics->member);
  return SQLITE_OK;
}

static int graph_metrics_fill(struct table_scan *scan) {
  int rc = graph_metrics_read_max_hops(scan);
  if (rc == SQLITE_OK && scan->depth > MAX_DEPTH) {
    rc = table_scan_mistake(scan, scan->argument[EDGES_SQL],
                            "edges_sql must not nest graph_metrics more than 8 deep");
  }
  if (rc == SQLITE_OK) rc = graph_metrics_read_edges(scan);
  if (rc == SQLITE_OK) rc = graph_metrics_build_graph(scan);
  if (rc == SQLITE_OK) rc = graph_metrics_read_visited(scan);
  if (rc == SQLITE_OK) graph_metrics_choose_rows(scan);
  return rc;
}

static sqlite3_int64 graph_metrics_end(const struct table_scan *scan) {
  return (sqlite3_int64)((const struct metrics *)scan->state)->end;
}

static size_t graph_metrics_cluster_size(const struct metrics *metrics, size_t cluster) {
  return metrics->start[cluster + 1] - metrics->start[cluster];
}

static const struct surroundings *graph_metrics_surroundings(struct metrics *metrics,
                                                             size_t cluster) {
  const struct value_graph *graph = &metrics->graph;
  struct surroundings *answer = &metrics->surroundings[cluster];
  if (answer->known) return answer;
  const size_t *member = metrics->member + metrics->start[cluster];
  size_t count = graph_metrics_cluster_size(metrics, cluster);
  answer->measures =
      cluster_measure(&graph->graph, graph->cluster, member, count, metrics->degrees);
  answer->peripheral_candidates =
      peripheral_candidates(&graph->graph, member, count, metrics->max_hops,
                            metrics->visited, &metrics->search, cluster + 1);
  answer->known = true;
  return answer;
}

static void graph_metrics_column(sqlite3_context *context, const struct table_scan *scan,
                                 int column) {
  struct metrics *metrics = scan->state;
  size_t cluster = metrics->graph.cluster[scan->row];
  const struct surroundings *around =
      column > COLUMN_CLUSTER_SIZE ? graph_metrics_surroundings(metrics, cluster) : NULL;
  switch (column) {
  case COLUMN_NODE:
    result_value(context, &metrics->graph.node[scan->row]);
    break;
  case COLUMN_CLUSTER:
    sqlite3_result_int64(context, (sqlite3_int64)cluster);
    break;
  case COLUMN_CLUSTER_SIZE:
    sqlite3_result_int64(context,
                         (sqlite3_int64)graph_metrics_cluster_size(metrics, cluster));
    break;
  case COLUMN_LOCAL_DENSITY:
    sqlite3_result_double(context, around->measures.density);
    break;
  case COLUMN_MEDIAN_DEGREE:
    sqlite3_result_double(context, around->measures.median_degree);
    break;
  default: /* peripheral_candidates */
    sqlite3_result_int64(context, (sqlite3_int64)around->peripheral_candidates);
    break;
  }
}

/* Tells the planner that the cost is in building the graph, not in reading rows. */
static void graph_metrics_plan(sqlite3_index_info *info) {
  if ((info->idxNum & 1 << FOCUS) != 0) info->estimatedRows = 1;
  info->estimatedCost = 1e6;
}

static const struct memory_table metrics_table = {
    .schema = "CREATE TABLE graph_metrics(node, cluster INT, cluster_size INT, "
              "local_density REAL, median_degree REAL, peripheral_candidates INT, "
              "edges_sql HIDDEN, focus HIDDEN, max_hops HIDDEN, visited_sql HIDDEN)",
    .count = graph_metrics_end,
    .column = graph_metrics_column,
    .first_argument = COLUMN_EDGES_SQL,
    .argument_count = ARGUMENT_COUNT,
    .required = "edges_sql must be given",
    .rows = 1000,
    .plan = graph_metrics_plan,
    .state_size = sizeof(struct metrics),
    .fill = graph_metrics_fill,
    .clear = graph_metrics_clear,
};

static const struct sql_function functions[] = {
    {"graph_metrics", 0, DIRECT_ONLY, MEMORY_TABLE(metrics_table),
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
