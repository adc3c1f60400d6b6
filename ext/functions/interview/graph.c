/*
** Aggregates over edges: louvain() finds a graph's clusters, modularity() rates clusters.
**
**   louvain(source, target [, weight])
**   modularity(source, target, cluster_source, cluster_target [, weight])
**
** 1. The graph is undirected.  All edges between two nodes, in either direction, are one
**    edge with the sum of their weights.  A self-loop counts twice in its node's degree.
** 2. Any value except NULL is a node; 1, 1.0 and '1' are one node.  A row with one NULL
**    end (source or target) adds only the other node.  A row with two NULL ends adds
**    nothing.  An edge whose weight is missing (NULL, not a number, infinite) or not
**    above 0 adds its two nodes, but does not join them.
** 3. louvain() returns JSON {"node": cluster}.  Nodes are sorted as ORDER BY sorts them,
**    and clusters are numbered from 0 in the order of their first nodes.  A node that is
**    a BLOB is written as its SQL literal, such as x'00ff'.
** 4. modularity() skips rows with a NULL end.  A node whose cluster is NULL is a cluster
**    of its own.  For a graph without edges the answer is NULL.
** 5. No answer depends on the order of the rows.  As window functions, louvain()
**    and modularity() read all rows of the window frame for each answer.
**
** Source: Blondel et al. 2008, Newman 2004; ADR-006, "Graph Utilities Module".
*/
#include "core/interview/graph.h"

#include "core/interview/node.h"
#include "bind/aggregate.h"
#include "bind/argument.h"
#include "functions/interview/helpers/edge_rows.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "functions/modules.h"

struct graph_group {
  struct agreement agreement;
  struct edge_rows rows;
};

/* Reads an edge: two ends and a weight.  If the call has no `weight`, the weight is 1.
** Returns false and sets the error when out of memory. */
static bool graph_read_edge(sqlite3_context *context, sqlite3_value **ends,
                            sqlite3_value *weight, struct edge_row *row) {
  struct value source;
  struct value target;
  if (!argument_value(context, ends[0], &source)) return false;
  if (!argument_value(context, ends[1], &target)) return false;
  *row = edge_row_of(source, target, weight != NULL ? argument_number(weight) : 1);
  return true;
}

static bool graph_is_no_end(const struct edge_end *end) {
  return end->value.type == VALUE_NULL;
}

/* Adds the edge of a row, unless both ends are NULL. */
static bool graph_enter_edge(sqlite3_context *context, void *group, int argc,
                             sqlite3_value **argv) {
  struct graph_group *graph = group;
  struct edge_row row;
  if (!graph_read_edge(context, argv, argc > 2 ? argv[2] : NULL, &row)) return false;
  if (graph_is_no_end(&row.end[0]) && graph_is_no_end(&row.end[1])) return false;
  return aggregate_kept(context, group, edge_rows_enter(&graph->rows, &row));
}

/* For modularity(): replaces a node by its cluster.  If the cluster is NULL, keeps the
** node and marks it as a cluster of its own. */
static bool graph_read_cluster(sqlite3_context *context, sqlite3_value *cluster,
                               struct edge_end *end) {
  end->alone = sqlite3_value_type(cluster) == SQLITE_NULL;
  if (end->alone) return true;
  if (!argument_value(context, cluster, &end->value)) return false;
  end->value = node_of(end->value);
  return true;
}

/* Stores an edge with clusters in place of nodes.  This is allowed, because merging all
** nodes of a cluster into one node does not change the modularity. */
static bool graph_enter_clustered(sqlite3_context *context, void *group, int argc,
                                  sqlite3_value **argv) {
  struct graph_group *graph = group;
  struct edge_row row;
  if (!graph_read_edge(context, argv, argc > 4 ? argv[4] : NULL, &row)) return false;
  if (graph_is_no_end(&row.end[0]) || graph_is_no_end(&row.end[1])) return false;
  return graph_read_cluster(context, argv[2], &row.end[0]) &&
         graph_read_cluster(context, argv[3], &row.end[1]) &&
         aggregate_kept(context, group, edge_rows_enter(&graph->rows, &row));
}

static void graph_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct graph_group *graph = group;
  edge_rows_leave(&graph->rows);
}

static void graph_result_clusters(sqlite3_context *context,
                                  const struct value_graph *graph) {
  struct json json = json_open(context);
  for (size_t i = 0; i < graph->graph.node_count && !json.stopped; i++) {
    json_key_value(&json, &graph->node[i]);
    json_integer(&json, (sqlite3_int64)graph->cluster[i]);
  }
  json_result(context, &json);
}

static void graph_clusters(sqlite3_context *context, void *group) {
  const struct graph_group *edges = group;
  struct value_graph graph;
  sqlite3 *db = sqlite3_context_db_handle(context);
  int rc = value_graph_open(&graph, &edges->rows, db);
  if (rc == SQLITE_OK) rc = value_graph_clusters(&graph, db);
  if (rc == SQLITE_OK) {
    graph_result_clusters(context, &graph);
  } else {
    interrupt_result_code(context, rc);
  }
  value_graph_close(&graph);
}

/* Sets the result to the modularity.  The nodes of `graph` are clusters: see
** graph_enter_clustered(). */
static void graph_result_modularity(sqlite3_context *context, struct value_graph *graph) {
  size_t nodes = graph->graph.node_count;
  double *sums = call_memory(context, (2 * nodes + 1) * sizeof *sums);
  if (sums == NULL) return;
  for (size_t i = 0; i < nodes; i++) {
    graph->cluster[i] = i;
  }
  double modularity = graph_modularity(&graph->graph, graph->cluster, nodes, sums);
  if (!is_missing(modularity)) sqlite3_result_double(context, modularity);
  sqlite3_free(sums);
}

static void graph_modularity_call(sqlite3_context *context, void *group) {
  const struct graph_group *edges = group;
  struct value_graph graph;
  int rc = value_graph_open(&graph, &edges->rows, sqlite3_context_db_handle(context));
  if (rc == SQLITE_OK) {
    graph_result_modularity(context, &graph);
  } else {
    interrupt_result_code(context, rc);
  }
  value_graph_close(&graph);
}

static void graph_clear(void *group) {
  struct graph_group *graph = group;
  edge_rows_clear(&graph->rows);
}

static const struct sql_function functions[] = {
    {"louvain", 2, JSON_RESULT,
     AGGREGATE(struct graph_group, graph_enter_edge, graph_leave, graph_clusters,
               graph_clear, NULL),
     "louvain(source, target)",
     "JSON {node: cluster}: the clusters of an undirected graph, one row per edge",
     "SELECT louvain(column1, column2) FROM (VALUES ('a','b'), ('b','c'), ('c','a'), "
     "('c','x'), ('x','y'), ('y','z'), ('z','x'))",
     "{\"a\":0,\"b\":0,\"c\":0,\"x\":1,\"y\":1,\"z\":1}"},
    {"louvain", 3, JSON_RESULT,
     AGGREGATE(struct graph_group, graph_enter_edge, graph_leave, graph_clusters,
               graph_clear, NULL),
     "louvain(source, target, weight)", "The same with weighted edges",
     "SELECT louvain(column1, column2, column3) FROM (VALUES (1, 2, 5), (2, 3, 1), "
     "(3, 4, 5))",
     "{\"1\":0,\"2\":0,\"3\":1,\"4\":1}"},
    {"modularity", 4, PURE,
     AGGREGATE(struct graph_group, graph_enter_clustered, graph_leave,
               graph_modularity_call, graph_clear, NULL),
     "modularity(source, target, cluster_source, cluster_target)",
     "How much more weight a partition keeps within clusters than chance would; at "
     "most 1",
     "SELECT modularity(column1, column2, column1 > 2, column2 > 2) "
     "FROM (VALUES (1, 2), (3, 4))",
     "0.5"},
    {"modularity", 5, PURE,
     AGGREGATE(struct graph_group, graph_enter_clustered, graph_leave,
               graph_modularity_call, graph_clear, NULL),
     "modularity(source, target, cluster_source, cluster_target, weight)",
     "The same with weighted edges",
     "SELECT round(modularity(column1, column2, column1 > 2, column2 > 2, column3), 3) "
     "FROM (VALUES (1, 2, 5), (2, 3, 1), (3, 4, 5))",
     "0.409"},
};

const struct sql_module graph_module = {"graph", "Graphs", "what a graph shows",
                                        functions, COUNT_OF(functions)};
