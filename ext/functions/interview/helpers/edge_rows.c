/* The graph edges in the rows of a window frame: see edge_rows.h. */
#include "functions/interview/helpers/edge_rows.h"

#include <string.h>

#include "core/interview/louvain.h"
#include "core/interview/node.h"
#include "bind/interrupt.h"
#include "bind/value_copy.h"

static struct edge_row *edge_rows_row_at(const struct edge_rows *rows, size_t index) {
  return deque_at(&rows->rows, index, sizeof(struct edge_row));
}

struct edge_row edge_row_of(struct value source, struct value target, double weight) {
  return (struct edge_row){
      .end = {{.value = node_of(source)}, {.value = node_of(target)}},
      .weight = weight > 0 ? weight : 0};
}

bool edge_rows_enter(struct edge_rows *rows, const struct edge_row *row) {
  struct edge_row copy = *row;
  if (!value_own(&copy.end[0].value)) return false;
  if (value_own(&copy.end[1].value)) {
    if (deque_append(&rows->rows, &copy, sizeof copy)) return true;
    value_free(&copy.end[1].value);
  }
  value_free(&copy.end[0].value);
  return false;
}

static void edge_rows_free_row(struct edge_row *row) {
  value_free(&row->end[0].value);
  value_free(&row->end[1].value);
}

void edge_rows_leave(struct edge_rows *rows) {
  edge_rows_free_row(edge_rows_row_at(rows, 0));
  deque_drop_first(&rows->rows);
}

void edge_rows_clear(struct edge_rows *rows) {
  for (size_t i = 0; i < rows->rows.count; i++) {
    edge_rows_free_row(edge_rows_row_at(rows, i));
  }
  deque_clear(&rows->rows);
}

/* An end of an edge, the number of the edge's row, and the end's side (source or
** target). */
struct end_place {
  const struct edge_end *end;
  size_t row;
  int side;
};

static int edge_rows_compare_ends(const struct edge_end *a, const struct edge_end *b) {
  if (a->alone != b->alone) return a->alone ? 1 : -1;
  return value_compare(&a->value, &b->value);
}

static int edge_rows_compare_places(const void *left, const void *right) {
  const struct end_place *a = left;
  const struct end_place *b = right;
  return edge_rows_compare_ends(a->end, b->end);
}

/* Lists the ends that are not NULL, sorts the list and returns its length.  If the sort
** is interrupted, the list is not sorted. */
static size_t edge_rows_sort_places(const struct edge_rows *rows,
                                    struct end_place *places, struct sort_watch *watch) {
  size_t count = 0;
  for (size_t i = 0; i < rows->rows.count; i++) {
    for (int side = 0; side < 2; side++) {
      const struct edge_end *end = &edge_rows_row_at(rows, i)->end[side];
      if (end->value.type != VALUE_NULL)
        places[count++] = (struct end_place){end, i, side};
    }
  }
  sort_items(places, count, sizeof *places, edge_rows_compare_places, watch);
  return count;
}

/* Numbers the nodes, writes the numbers into the edges and returns how many nodes there
** are.  Ends with the same spelling are one node.  The first of them in `places` gives
** the node its value. */
static size_t edge_rows_number_places(const struct end_place *places, size_t count,
                                      struct edge *edges, struct value *nodes) {
  size_t node_count = 0;
  for (size_t i = 0; i < count; i++) {
    const struct end_place *place = &places[i];
    if (i == 0 || edge_rows_compare_ends(place->end, places[i - 1].end) != 0) {
      nodes[node_count++] = place->end->value;
    }
    struct edge *edge = &edges[place->row];
    *(place->side == 0 ? &edge->source : &edge->target) = node_count - 1;
  }
  return node_count;
}

/* Lists the edges of rows that have two ends.  Returns the number of these edges. */
static size_t edge_rows_list_edges(const struct edge_rows *rows, struct edge *edges) {
  size_t count = 0;
  for (size_t i = 0; i < rows->rows.count; i++) {
    const struct edge_row *row = edge_rows_row_at(rows, i);
    if (row->end[0].value.type == VALUE_NULL || row->end[1].value.type == VALUE_NULL) {
      continue;
    }
    edges[count] = edges[i];
    edges[count++].weight = row->weight;
  }
  return count;
}

/* Allocates the graph, node values and clusters as one block.  Nodes and edges are in
** memory, so they are too few for the block's size to overflow. */
static bool edge_rows_value_graph_place(struct value_graph *graph, size_t nodes,
                                        size_t edges) {
  size_t bytes = graph_bytes(nodes, edges);
  graph->memory =
      sqlite3_malloc64(bytes + nodes * (sizeof *graph->node + sizeof *graph->cluster));
  if (graph->memory == NULL) return false;
  graph_place(&graph->graph, graph->memory, nodes, edges);
  graph->node = (struct value *)(void *)((unsigned char *)graph->memory + bytes);
  graph->cluster = (size_t *)(void *)(graph->node + nodes);
  return true;
}

static int edge_rows_build(struct value_graph *graph, const struct edge_rows *rows,
                           struct end_place *places, struct edge *edges,
                           struct value *nodes, struct sort_watch *watch) {
  size_t count = edge_rows_sort_places(rows, places, watch);
  if (watch->stopped) return SQLITE_INTERRUPT;
  size_t node_count = edge_rows_number_places(places, count, edges, nodes);
  graph->edge_count = edge_rows_list_edges(rows, edges);
  if (!edge_rows_value_graph_place(graph, node_count, graph->edge_count))
    return SQLITE_NOMEM;
  memcpy(graph->node, nodes, node_count * sizeof *nodes);
  bool filled = graph_fill(&graph->graph, edges, graph->edge_count, watch);
  return filled ? SQLITE_OK : SQLITE_INTERRUPT;
}

int value_graph_open(struct value_graph *graph, const struct edge_rows *rows,
                     sqlite3 *db) {
  size_t count = rows->rows.count + 1; /* plus one, because 0 bytes cannot be allocated */
  *graph = (struct value_graph){.memory = NULL};
  struct end_place *places = sqlite3_malloc64(2 * count * sizeof *places);
  struct edge *edges = sqlite3_malloc64(count * sizeof *edges);
  struct value *nodes = sqlite3_malloc64(2 * count * sizeof *nodes);
  int rc = SQLITE_NOMEM;
  struct interrupt interrupt = interrupt_open(db);
  struct sort_watch watch = interrupt_watch(&interrupt);
  if (places != NULL && edges != NULL && nodes != NULL) {
    rc = edge_rows_build(graph, rows, places, edges, nodes, &watch);
  }
  interrupt_close(&interrupt);
  sqlite3_free(places);
  sqlite3_free(edges);
  sqlite3_free(nodes);
  return rc;
}

int value_graph_clusters(struct value_graph *graph, sqlite3 *db) {
  size_t nodes = graph->graph.node_count;
  void *workspace = sqlite3_malloc64(louvain_bytes(nodes, graph->edge_count));
  if (workspace == NULL) return SQLITE_NOMEM;
  struct interrupt interrupt = interrupt_open(db);
  struct sort_watch watch = interrupt_watch(&interrupt);
  graph->cluster_count =
      louvain(&graph->graph, graph->edge_count, graph->cluster, workspace, &watch);
  interrupt_close(&interrupt);
  sqlite3_free(workspace);
  return nodes > 0 && graph->cluster_count == 0 ? SQLITE_INTERRUPT : SQLITE_OK;
}

sqlite3_int64 value_graph_find(const struct value_graph *graph, struct value value) {
  size_t low = 0;
  size_t high = graph->graph.node_count;
  struct value wanted = node_of(value);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = value_compare(&wanted, &graph->node[middle]);
    if (order == 0) return (sqlite3_int64)middle;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return -1;
}

void value_graph_close(struct value_graph *graph) {
  sqlite3_free(graph->memory);
  graph->memory = NULL;
}
