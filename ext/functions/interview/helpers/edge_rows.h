/*
** The graph edges in the rows of a window frame, and the graph that they make.
**
** An end is any value except NULL; values with the same spelling are one node
** (core/interview/node.h).  Rule 2 of graph.c says what a row adds to the graph.
*/
#ifndef ASSAY_FUNCTIONS_INTERVIEW_HELPERS_EDGE_ROWS_H
#define ASSAY_FUNCTIONS_INTERVIEW_HELPERS_EDGE_ROWS_H

#include "core/interview/graph.h"
#include "base/value.h"
#include "bind/connection.h"
#include "bind/deque.h"

/* If the value is NULL, the row lacks this end. */
struct edge_end {
  struct value value;
  bool alone; /* the node is a cluster of its own: see graph.c */
};

struct edge_row {
  struct edge_end end[2];
  double weight; /* >= 0 */
};

/* The rows of a frame, in the order in which they entered.  A zeroed struct is an empty
** frame. */
struct edge_rows {
  struct deque rows; /* each is a struct edge_row, which owns its texts and blobs */
};

/* The row borrows its ends from the caller.
** The weight may be missing. */
struct edge_row edge_row_of(struct value source, struct value target, double weight);

/* Appends a copy of a row.  When out of memory, returns false and leaves the frame
** unchanged. */
bool edge_rows_enter(struct edge_rows *rows, const struct edge_row *row);

void edge_rows_leave(struct edge_rows *rows);

void edge_rows_clear(struct edge_rows *rows);

/* A graph, with the value of each node. */
struct value_graph {
  struct graph graph;
  size_t edge_count;  /* the number of edges before duplicates were merged */
  struct value *node; /* the value of each node, ascending; borrowed from the rows */
  size_t *cluster;    /* the cluster of each node; value_graph_clusters() sets it */
  size_t cluster_count;
  void *memory;
};

/* Builds the graph of the rows.  Returns SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int value_graph_open(struct value_graph *graph, const struct edge_rows *rows,
                     sqlite3 *db);

/* Sets the nodes' clusters.  Returns the same codes as value_graph_open(). */
int value_graph_clusters(struct value_graph *graph, sqlite3 *db);

/* Returns the number of the node with this value, or -1. */
sqlite3_int64 value_graph_find(const struct value_graph *graph, struct value value);

/* Frees the graph, but not the rows. */
void value_graph_close(struct value_graph *graph);

#endif
