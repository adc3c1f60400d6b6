/* Moves of single nodes between clusters: see local_moves.h. */
#include "core/interview/local_moves.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A very small gain (partition_gain) may be a rounding error.  So a node moves only if it
** gains more than LEAST_GAIN * the graph's `total` * the node's degree.  A chain of
** moves (step 3 of local_moves.h) must gain more than LEAST_GAIN * `total`^2. */
#define LEAST_GAIN 1e-12

/* local_moves_settle() looks at the whole graph at most MOST_PASSES times, usually two to
** four.  Without this limit, a path of nodes whose edges get heavier and heavier
** could cause moves almost without end. */
#define MOST_PASSES 8

/* local_moves_order_nodes() makes blocks of BLOCK nodes. */
#define BLOCK ((size_t)1024)

#define NONE SIZE_MAX

size_t local_moves_bytes(size_t node_count) {
  size_t counts =
      ((3 * node_count + 1) * sizeof(size_t) + sizeof(double) - 1) / sizeof(double);
  return partition_bytes(node_count) + counts * sizeof(double);
}

void local_moves_place(struct local_moves *moves, void *memory, size_t node_count) {
  partition_place(&moves->partition, memory, node_count);
  unsigned char *counts = (unsigned char *)memory + partition_bytes(node_count);
  moves->order = (size_t *)(void *)counts;
  moves->marked = moves->order + node_count;
  moves->home = moves->marked + node_count;
}

/* Adds `steps` to moves->steps.  True if the watch asks to stop. */
static bool local_moves_is_stopped(struct local_moves *moves, size_t steps) {
  moves->steps += steps;
  if (moves->steps < SORT_STEPS) return false;
  moves->steps = 0;
  return sort_watch_stops(moves->watch);
}

static size_t local_moves_steps_of(const struct graph *graph, size_t node) {
  return 1 + graph->first[node + 1] - graph->first[node];
}

bool local_moves_look(struct local_moves *moves, const struct graph *graph, size_t node) {
  return local_moves_is_stopped(moves, local_moves_steps_of(graph, node));
}

size_t local_moves_number(size_t *cluster, size_t nodes, const size_t *order,
                          size_t *number) {
  size_t count = 0;
  for (size_t c = 0; c < nodes; c++) {
    number[c] = NONE;
  }
  for (size_t k = 0; k < nodes; k++) {
    size_t *c = &cluster[order != NULL ? order[k] : k];
    if (number[*c] == NONE) number[*c] = count++;
    *c = number[*c];
  }
  return count;
}

/* Writes the numbers from `first` on in random order (Durstenfeld's shuffle). */
static void local_moves_shuffle(struct generator *generator, size_t first, size_t count,
                                size_t *order) {
  for (size_t i = 0; i < count; i++) {
    size_t j = (size_t)(random_bits(generator) % (i + 1));
    order[i] = order[j];
    order[j] = first + i;
  }
}

/* Puts blocks of nodes, and the nodes of each block, into random order.  A block keeps
** successive nodes, which are often neighbours, near each other in memory. */
static void local_moves_order_nodes(struct local_moves *moves, size_t nodes) {
  size_t *order = moves->order;
  size_t *block = moves->marked;
  size_t blocks = nodes / BLOCK + (nodes % BLOCK != 0);
  local_moves_shuffle(&moves->generator, 0, blocks, block);
  for (size_t k = 0; k < blocks; k++) {
    size_t first = block[k] * BLOCK;
    size_t count = nodes - first < BLOCK ? nodes - first : BLOCK;
    local_moves_shuffle(&moves->generator, first, count, order);
    order += count;
  }
}

/* Returns the best cluster for a node that was taken out of `home`.  A return to an empty
** `home` gains 0.  So if a return gains less, `home` has other nodes.  Then some cluster
** is empty, because there are as many clusters as nodes.  The node can move there. */
static size_t local_moves_best_cluster(const struct partition *partition, size_t node,
                                       size_t home) {
  const struct graph *graph = partition->graph;
  double least = LEAST_GAIN * graph->total * graph->degree[node];
  double best_gain = partition_gain(partition, node, home) + least;
  size_t best = home;
  if (best_gain < 0) {
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

/* True if the node moved. */
static bool local_moves_move_node(struct partition *partition, size_t node) {
  size_t home = partition_take(partition, node);
  size_t best = local_moves_best_cluster(partition, node, home);
  partition_put(partition, node, home, best);
  return best != home;
}

/* Nodes that wait to be looked at: a ring buffer in the array `order`. */
struct queue {
  size_t *node;
  size_t *waits; /* by node */
  size_t room;
  size_t first;
  size_t count;
};

static size_t local_moves_queue_take(struct queue *queue) {
  size_t node = queue->node[queue->first];
  queue->first = queue->first + 1 < queue->room ? queue->first + 1 : 0;
  queue->count--;
  queue->waits[node] = 0;
  return node;
}

static void local_moves_queue_append(struct queue *queue, size_t node) {
  size_t left = queue->room - queue->first;
  size_t at = queue->count < left ? queue->first + queue->count : queue->count - left;
  queue->node[at] = node;
  queue->count++;
  queue->waits[node] = 1;
}

/* Appends a moved node's neighbours in other clusters, if they do not wait already. */
static void local_moves_queue_neighbours(struct queue *queue, const struct graph *graph,
                                         const size_t *cluster, size_t node) {
  for (size_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
    size_t other = graph->neighbour[at];
    if (cluster[other] == cluster[node] || queue->waits[other]) continue;
    local_moves_queue_append(queue, other);
  }
}

bool local_moves_settle(struct local_moves *moves, const struct graph *graph,
                        size_t *cluster, bool *moved) {
  size_t nodes = graph->node_count;
  size_t left = MOST_PASSES * (nodes + graph->first[nodes]);
  struct queue queue = {moves->order, moves->marked, nodes, 0, nodes};
  *moved = false;
  local_moves_order_nodes(moves, nodes);
  local_moves_number(cluster, nodes, moves->order, moves->marked);
  partition_begin(&moves->partition, graph, cluster);
  for (size_t node = 0; node < nodes; node++) {
    queue.waits[node] = 1;
  }
  while (queue.count > 0 && left > 0) {
    size_t node = local_moves_queue_take(&queue);
    if (local_moves_look(moves, graph, node)) return false;
    size_t steps = local_moves_steps_of(graph, node);
    left = left > steps ? left - steps : 0;
    if (!local_moves_move_node(&moves->partition, node)) continue;
    local_moves_queue_neighbours(&queue, graph, cluster, node);
    *moved = true;
  }
  return true;
}

bool local_moves_split(struct local_moves *moves, const struct graph *graph,
                       const size_t *cluster, size_t *part) {
  struct partition *partition = &moves->partition;
  size_t nodes = graph->node_count;
  local_moves_order_nodes(moves, nodes);
  for (size_t k = 0; k < nodes; k++) {
    part[moves->order[k]] = k;
  }
  partition_begin(partition, graph, part);
  partition->within = cluster;
  for (size_t k = 0; k < nodes; k++) {
    size_t node = moves->order[k];
    if (local_moves_look(moves, graph, node)) return false;
    if (partition->sums[part[node]].size == 1) local_moves_move_node(partition, node);
  }
  partition->within = NULL;
  return true;
}

struct chain_move {
  size_t node;
  size_t cluster;
  double gain;
};

/* Replaces `best` if `node` has a move with a greater gain. */
static void local_moves_consider(struct partition *partition, size_t node,
                                 struct chain_move *best) {
  size_t home = partition_take(partition, node);
  double home_gain = partition_gain(partition, node, home);
  if (partition->sums[home].size > 0 && -home_gain > best->gain) {
    *best = (struct chain_move){node, partition_empty(partition), -home_gain};
  }
  for (size_t i = 0; i < partition->touches; i++) {
    size_t c = partition->touched[i];
    double gain = partition_gain(partition, node, c) - home_gain;
    if (c != home && gain > best->gain) *best = (struct chain_move){node, c, gain};
  }
  partition_put(partition, node, home, home);
}

/* Returns the best move of all nodes that are not in the chain yet.  The `node` of the
** result is NONE if there is no move. */
static struct chain_move local_moves_next_move(struct local_moves *moves) {
  struct chain_move best = {.node = NONE, .gain = -INFINITY};
  size_t nodes = moves->partition.graph->node_count;
  for (size_t node = 0; node < nodes; node++) {
    if (!moves->marked[node]) local_moves_consider(&moves->partition, node, &best);
  }
  return best;
}

/* Undoes a chain's moves, from the last move back, until `kept` moves are left. */
static void local_moves_cut_chain(const struct local_moves *moves, size_t length,
                                  size_t kept, size_t *cluster) {
  while (length > kept) {
    length--;
    cluster[moves->order[length]] = moves->home[length];
  }
}

bool local_moves_chain(struct local_moves *moves, const struct graph *graph,
                       size_t *cluster, bool *moved) {
  size_t nodes = graph->node_count;
  size_t length = 0;
  size_t kept = 0;
  double gain = 0;
  double best_gain = LEAST_GAIN * graph->total * graph->total;
  memset(moves->marked, 0, nodes * sizeof *moves->marked);
  partition_begin(&moves->partition, graph, cluster);
  for (;; length++) { /* until no node has a move */
    if (local_moves_is_stopped(moves, nodes + graph->first[nodes])) return false;
    struct chain_move move = local_moves_next_move(moves);
    if (move.node == NONE) break;
    size_t home = partition_take(&moves->partition, move.node);
    partition_put(&moves->partition, move.node, home, move.cluster);
    moves->marked[move.node] = 1;
    moves->order[length] = move.node;
    moves->home[length] = home;
    gain += move.gain;
    if (gain <= best_gain) continue;
    best_gain = gain;
    kept = length + 1;
  }
  local_moves_cut_chain(moves, length, kept, cluster);
  *moved = kept != 0;
  return true;
}
