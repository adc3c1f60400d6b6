/* Clusters of a graph by the Louvain method: see louvain.h. */
#include "louvain.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "partition.h"

/* A gain must exceed this share of the weights that it is the difference of: what is less
** is rounding. */
#define LEAST_GAIN 1e-12

/* A graph is small up to this product of nodes and (nodes + twice the edges). */
#define SMALL_GRAPH 1048576

/* Ascending and descending, each from the first, second, third and last quarter. */
#define STARTS 8

#define NONE SIZE_MAX

/* The order in which the nodes of a graph, of any size, are visited. */
struct visits {
  size_t quarter; /* where to begin, 0..3; behind the last node comes the first */
  bool descending;
};

struct work {
  struct partition partition;
  struct visits visits;
  struct graph levels[2]; /* the smaller graphs, taking turns */
  size_t *level_cluster;
  size_t *number; /* by cluster: its new number */
  size_t *order;  /* nodes by cluster; the nodes of a chain */
  size_t *start;  /* by cluster: where its nodes begin; where a chain's nodes came from */
  size_t *attempt; /* the partition from one start */
  louvain_stopped *stopped;
  void *context;
  size_t steps; /* since the last question */
};

/* Per node five counts, one of them once more. */
size_t louvain_bytes(size_t node_count, size_t edge_count) {
  size_t graph = graph_bytes(node_count, edge_count);
  if (graph == 0 || graph > SIZE_MAX / 8) return 0;
  return 2 * graph + partition_bytes(node_count) + (5 * node_count + 1) * sizeof(size_t);
}

static void work_place(struct work *work, void *workspace, size_t nodes, size_t edges) {
  unsigned char *at = workspace;
  for (int i = 0; i < 2; i++) {
    graph_place(&work->levels[i], at, nodes, edges);
    at += graph_bytes(nodes, edges);
  }
  partition_place(&work->partition, at, nodes);
  at += partition_bytes(nodes);
  work->level_cluster = (size_t *)(void *)at;
  work->order = work->level_cluster + nodes;
  work->number = work->order + nodes;
  work->attempt = work->number + nodes;
  work->start = work->attempt + nodes;
}

static bool is_stopped(struct work *work, size_t steps) {
  work->steps += steps;
  if (work->steps < LOUVAIN_STEPS) return false;
  work->steps = 0;
  return work->stopped != NULL && work->stopped(work->context);
}

/* The k-th node to be visited. */
static size_t node_at(const struct visits *visits, size_t k, size_t nodes) {
  size_t left = nodes - visits->quarter * (nodes / 4); /* from the first to the end */
  size_t node = k < left ? nodes - left + k : k - left;
  return visits->descending ? nodes - 1 - node : node;
}

/* The cluster where a node belongs that was taken out of `home`.  Only others of its
** cluster make staying there cost, and with two nodes in one there is an empty one. */
static size_t best_cluster(const struct partition *partition, size_t node, size_t home) {
  const struct graph *graph = partition->graph;
  double least = LEAST_GAIN * graph->total * graph->degree[node];
  double best_gain = partition_gain(partition, node, home) + least;
  size_t best = home;
  if (best_gain < 0) { /* so home has other nodes, and some cluster has none */
    best = partition_empty(partition);
    best_gain = 0;
  }
  for (size_t i = 0; i < partition->touches; i++) {
    size_t c = partition->touched[i];
    double gain = partition_gain(partition, node, c);
    bool tie = best != home && gain == best_gain && c < best;
    if (c != home && (gain > best_gain || tie)) {
      best = c;
      best_gain = gain;
    }
  }
  return best;
}

/* Lets one node move; true if it did. */
static bool move_node(struct partition *partition, size_t node) {
  size_t home = partition_take(partition, node);
  size_t best = best_cluster(partition, node, home);
  partition_put(partition, node, home, best);
  return best != home;
}

/* Passes over the nodes until none moves.  Each move raises modularity by more than
** rounding, so there is an end.  False if stopped. */
static bool move_all(struct work *work, const struct graph *graph, size_t *cluster,
                     bool *moved) {
  size_t nodes = graph->node_count;
  bool again = true;
  *moved = false;
  while (again) {
    again = false;
    partition_begin(&work->partition, graph, cluster); /* anew: sums do not drift */
    for (size_t k = 0; k < nodes; k++) {
      if (is_stopped(work, 1)) return false;
      if (move_node(&work->partition, node_at(&work->visits, k, nodes))) again = true;
    }
    *moved = *moved || again;
  }
  return true;
}

/* Gives each node a cluster of its own. */
static void part_all(size_t *cluster, size_t nodes) {
  for (size_t i = 0; i < nodes; i++) {
    cluster[i] = i;
  }
}

/* Numbers clusters from 0 in the order of their first nodes; returns how many. */
static size_t renumber(size_t *cluster, size_t nodes, size_t *number) {
  size_t count = 0;
  for (size_t c = 0; c < nodes; c++) {
    number[c] = NONE;
  }
  for (size_t i = 0; i < nodes; i++) {
    if (number[cluster[i]] == NONE) number[cluster[i]] = count++;
    cluster[i] = number[cluster[i]];
  }
  return count;
}

/* Appends the row of a cluster: what its links gathered, without those to itself. */
static void append_row(const struct partition *partition, struct graph *smaller,
                       size_t c) {
  size_t at = smaller->first[c];
  for (size_t i = 0; i < partition->touches; i++) {
    size_t other = partition->touched[i];
    if (other == c) continue;
    smaller->neighbour[at] = other;
    smaller->weight[at++] = partition->links[other];
  }
  smaller->first[c + 1] = at;
}

/* Makes the graph whose nodes are the clusters of another one.  It has no self-loops:
** what a cluster has inside moves with it, and its degree already counts it. */
static void shrink(struct work *work, const struct graph *graph, size_t *cluster,
                   size_t clusters, struct graph *smaller) {
  struct partition *partition = &work->partition;
  graph_members(cluster, graph->node_count, clusters, work->start, work->order);
  smaller->node_count = clusters;
  smaller->total = graph->total;
  smaller->first[0] = 0;
  partition->graph = graph;
  partition->cluster = cluster;
  for (size_t c = 0; c < clusters; c++) {
    smaller->degree[c] = 0;
    for (size_t i = work->start[c]; i < work->start[c + 1]; i++) {
      partition_gather(partition, work->order[i]);
      smaller->degree[c] += graph->degree[work->order[i]];
    }
    append_row(partition, smaller, c);
    partition_forget(partition);
  }
}

/* Moves whole clusters until none moves, level upon level, and carries the result down to
** the nodes.  `*clusters` is their number before and after.  False if stopped. */
static bool move_clusters(struct work *work, const struct graph *graph, size_t *cluster,
                          size_t *clusters, bool *moved) {
  bool again;
  *moved = false;
  int turn = 0;
  shrink(work, graph, cluster, *clusters, &work->levels[turn]);
  for (;;) {
    const struct graph *level = &work->levels[turn];
    part_all(work->level_cluster, level->node_count);
    if (!move_all(work, level, work->level_cluster, &again)) return false;
    if (!again) return true;
    *moved = true;
    *clusters = renumber(work->level_cluster, level->node_count, work->number);
    for (size_t i = 0; i < graph->node_count; i++) {
      cluster[i] = work->level_cluster[cluster[i]];
    }
    turn = 1 - turn;
    shrink(work, level, work->level_cluster, *clusters, &work->levels[turn]);
  }
}

/* A move of a chain and what it gains. */
struct chain_move {
  size_t node;
  size_t cluster;
  double gain;
};

/* Takes the better of the best move so far and the moves of one node.  Moves that gain
** the same are taken in the order in which they are found. */
static void consider(struct partition *partition, size_t node, struct chain_move *best) {
  size_t home = partition_take(partition, node);
  double home_gain = partition_gain(partition, node, home);
  if (partition->size[home] > 0 && -home_gain > best->gain) {
    *best = (struct chain_move){node, partition_empty(partition), -home_gain};
  }
  for (size_t i = 0; i < partition->touches; i++) {
    size_t c = partition->touched[i];
    double gain = partition_gain(partition, node, c) - home_gain;
    if (c != home && gain > best->gain) *best = (struct chain_move){node, c, gain};
  }
  partition_put(partition, node, home, home);
}

/* The best move of a node that is not in the chain yet; its node is NONE if there is no
** move. */
static struct chain_move next_move(struct work *work, const size_t *chained) {
  struct chain_move best = {.node = NONE, .gain = -INFINITY};
  size_t nodes = work->partition.graph->node_count;
  for (size_t k = 0; k < nodes; k++) {
    size_t node = node_at(&work->visits, k, nodes);
    if (!chained[node]) consider(&work->partition, node, &best);
  }
  return best;
}

/* Tries a chain of moves and keeps it up to where it gains most.  False if stopped. */
static bool move_chain(struct work *work, const struct graph *graph, size_t *cluster,
                       bool *moved) {
  size_t *chained = work->number;
  size_t length = 0;
  size_t kept = 0;
  double gain = 0;
  double best_gain = LEAST_GAIN * graph->total * graph->total;
  memset(chained, 0, graph->node_count * sizeof *chained);
  partition_begin(&work->partition, graph, cluster);
  for (;; length++) { /* until all nodes are in the chain */
    if (is_stopped(work, graph->node_count)) return false;
    struct chain_move move = next_move(work, chained);
    if (move.node == NONE) break;
    size_t home = partition_take(&work->partition, move.node);
    partition_put(&work->partition, move.node, home, move.cluster);
    chained[move.node] = 1;
    work->order[length] = move.node;
    work->start[length] = home;
    gain += move.gain;
    if (gain <= best_gain) continue;
    best_gain = gain;
    kept = length + 1;
  }
  while (length > kept) {
    length--;
    cluster[work->order[length]] = work->start[length];
  }
  *moved = kept != 0;
  return true;
}

/* Finds a partition from one start.  Returns the number of clusters, 0 if stopped. */
static size_t find_clusters(struct work *work, const struct graph *graph, bool is_small,
                            size_t *cluster) {
  size_t clusters = graph->node_count;
  bool moved = true;
  part_all(cluster, graph->node_count);
  while (moved) {
    if (!move_all(work, graph, cluster, &moved)) return 0;
    clusters = renumber(cluster, graph->node_count, work->number);
    if (!move_clusters(work, graph, cluster, &clusters, &moved)) return 0;
    if (moved || !is_small) continue;
    if (!move_chain(work, graph, cluster, &moved)) return 0;
  }
  return clusters;
}

/* Keeps the partition of another start if it is better by more than rounding. */
static size_t keep_better(struct work *work, const struct graph *graph, size_t *cluster,
                          size_t clusters, size_t other_clusters) {
  double *sums = work->levels[0].degree; /* two numbers per node stand there in a row */
  double q = graph_modularity(graph, cluster, clusters, sums);
  double other = graph_modularity(graph, work->attempt, other_clusters, sums);
  if (!(other > q + LEAST_GAIN)) return clusters;
  memcpy(cluster, work->attempt, graph->node_count * sizeof *cluster);
  return other_clusters;
}

size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, louvain_stopped *stopped, void *context) {
  struct work work = {.stopped = stopped, .context = context};
  size_t nodes = graph->node_count;
  bool is_small = (double)nodes * ((double)nodes + 2 * (double)edge_count) <= SMALL_GRAPH;
  work_place(&work, workspace, nodes, edge_count);
  size_t clusters = find_clusters(&work, graph, is_small, cluster);
  for (size_t i = 1; is_small && clusters > 0 && i < STARTS; i++) {
    work.visits = (struct visits){i / 2, i % 2 != 0};
    size_t found = find_clusters(&work, graph, is_small, work.attempt);
    if (found == 0) return 0;
    clusters = keep_better(&work, graph, cluster, clusters, found);
  }
  return clusters;
}
