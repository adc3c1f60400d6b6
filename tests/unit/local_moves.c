/*
** Tests how single nodes move between clusters (core/interview/local_moves.h): in which
** order nodes are visited, which nodes are visited again, and how clusters are split into
** parts.
*/
#include "core/interview/local_moves.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

#define NODES 3000
#define EDGES 12000
#define SEED 7

static struct edge edges[EDGES];
static size_t edge_count;
static struct graph graph;
static struct local_moves moves;
static void *graph_memory;
static void *memory;
static size_t cluster[NODES];
static size_t part[NODES];

static void begin(void) {
  edge_count = 0;
}

static void add(size_t a, size_t b, double weight) {
  edges[edge_count++] = (struct edge){a, b, weight};
}

static void fill(size_t nodes) {
  free(graph_memory);
  free(memory);
  graph_memory = malloc(graph_bytes(nodes, edge_count) + 1);
  memory = malloc(local_moves_bytes(nodes) + 1);
  if (graph_memory == NULL || memory == NULL) tap_bail("out of memory");
  graph_place(&graph, graph_memory, nodes, edge_count);
  graph_fill(&graph, edges, edge_count, NULL);
  moves = (struct local_moves){.generator = random_seeded(SEED)};
  local_moves_place(&moves, memory, nodes);
  for (size_t i = 0; i < nodes; i++)
    cluster[i] = i;
}

static void add_clique(size_t first, size_t count) {
  for (size_t i = first; i < first + count; i++) {
    for (size_t j = i + 1; j < first + count; j++)
      add(i, j, 1);
  }
}

static void test_memory(void) {
  static double room[64];
  for (size_t nodes = 0; nodes < 6; nodes++) {
    local_moves_place(&moves, room, nodes);
    size_t end = (size_t)((char *)(moves.home + nodes + 1) - (char *)(void *)room);
    size_t bytes = local_moves_bytes(nodes);
    tap_ok(bytes >= end && bytes - end < 2 * sizeof(double) &&
               bytes % sizeof(double) == 0,
           "%zu nodes have room and waste next to none", nodes);
  }
}

/* The order of visits is part of the contract, because another order gives other
** clusters.  A graph without edges shows the order, since no node moves. */
static void test_order(void) {
  enum { BLOCK = 1024 };
  bool moved = true;
  int seen[NODES] = {0}, wrong = 0;
  begin();
  fill(NODES);
  local_moves_settle(&moves, &graph, cluster, &moved);
  for (size_t k = 0; k < NODES; k++)
    wrong += seen[moves.order[k]]++;
  tap_ok(!moved && wrong == 0, "every node is looked at, and nobody moves");
  tap_is_int((long long)moves.steps, NODES, "once");
  for (size_t k = 0; k < NODES; k++)
    wrong += cluster[moves.order[k]] != k;
  tap_is_int(wrong, 0, "clusters are numbered in the order of the looks");
  size_t changes = 0, along = 0;
  for (size_t k = 1; k < NODES; k++) {
    changes += moves.order[k] / BLOCK != moves.order[k - 1] / BLOCK;
    along += moves.order[k] == moves.order[k - 1] + 1;
  }
  tap_is_int((long long)changes, 2, "three blocks of nodes, one after another");
  tap_ok(along < 20, "in each of them the order is random");
  tap_ok(moves.order[0] == 2838 && moves.order[1] == 2993 && moves.order[2999] == 1209,
         "and the same on every machine: %zu, %zu ... %zu", moves.order[0],
         moves.order[1], moves.order[2999]);
}

/* A bridge joins two cliques.  A node and its neighbours soon share a cluster, so few
** nodes need a second visit. */
static void test_settle(void) {
  bool moved = false;
  int wrong = 0;
  begin();
  add_clique(0, 5);
  add_clique(5, 5);
  add(4, 5, 1);
  fill(10);
  tap_ok(local_moves_settle(&moves, &graph, cluster, &moved) && moved,
         "two cliques settle");
  for (size_t i = 0; i < 10; i++)
    wrong += cluster[i] != cluster[i / 5 * 5];
  tap_ok(wrong == 0 && cluster[0] != cluster[5], "each in a cluster");
  moves.steps = 0;
  local_moves_settle(&moves, &graph, cluster, &moved);
  tap_ok(!moved && moves.steps == 10 + 2 * 21, "looking again takes a step for each node "
                                               "and each end of an edge");
}

/* Two nodes have self-loops of equal weight, and belong in separate clusters.  A third
** node has an edge to each of them, and must join the one that comes first in the order
** of visits.  The same nodes without edges show this order. */
static void test_tie(void) {
  int wrong = 0, lower = 0;
  for (uint64_t seed = 0; seed < 20; seed++) {
    bool moved;
    begin();
    fill(3);
    moves.generator = random_seeded(seed);
    local_moves_settle(&moves, &graph, cluster, &moved);
    size_t first = cluster[0] < cluster[2] ? 0 : 2;
    add(0, 0, 3);
    add(0, 1, 1);
    add(1, 2, 1);
    add(2, 2, 3);
    fill(3);
    moves.generator = random_seeded(seed);
    local_moves_settle(&moves, &graph, cluster, &moved);
    wrong += cluster[1] != cluster[first] || cluster[0] == cluster[2];
    lower += first == 0;
  }
  tap_ok(wrong == 0 && lower > 0 && lower < 20,
         "a tie goes to the first in the order, %d times of 20 to the lower name", lower);
}

/* The graph is a pair of nodes and a single node.  Whichever node of the pair moves, no
** node needs a second visit. */
static void test_waiting(void) {
  bool moved;
  begin();
  add(0, 1, 1);
  fill(3);
  local_moves_settle(&moves, &graph, cluster, &moved);
  tap_ok(cluster[0] == cluster[1] && cluster[2] != cluster[0], "a pair and a node");
  tap_is_int((long long)moves.steps, 3 + 2, "are looked at once");
}

/* The weight doubles from edge to edge, so each node joins the next one, and then its
** neighbours must be visited again.  Without a bound, the number of passes over the graph
** would grow with the chain's length. */
static void test_bound(void) {
  bool moved;
  begin();
  for (size_t i = 0; i < 900; i++)
    add(i, i + 1, ldexp(1, (int)i - 450));
  fill(901);
  tap_ok(local_moves_settle(&moves, &graph, cluster, &moved) && moved,
         "a chain of doubling weights settles");
  size_t size = 901 + 2 * 900;
  tap_ok(moves.steps >= 8 * size && moves.steps < 8 * size + 3,
         "after eight looks at all of it: %zu steps", moves.steps);
}

/* One cluster holds two cliques and a bridge.  The other cluster holds two nodes without
** an edge between them. */
static void test_split(void) {
  int wrong = 0;
  begin();
  add_clique(0, 5);
  add_clique(5, 5);
  add(4, 5, 1);
  add(10, 0, 1);
  add(11, 5, 1);
  fill(12);
  for (size_t i = 0; i < 12; i++)
    cluster[i] = i < 10 ? 0 : 1;
  tap_ok(local_moves_split(&moves, &graph, cluster, part), "clusters are split");
  for (size_t i = 0; i < 10; i++)
    wrong += part[i] != part[i / 5 * 5];
  tap_ok(wrong == 0 && part[0] != part[5], "a clique holds together, two do not");
  tap_ok(part[10] != part[11] && part[10] != part[0] && part[11] != part[5],
         "nodes that are joined only outside are split, too");
  tap_ok(moves.partition.within == NULL, "edges count everywhere again");
}

static void test_number(void) {
  size_t clusters[] = {3, 1, 3, 0}, again[] = {3, 1, 3, 0}, number[4];
  const size_t order[] = {3, 2, 1, 0};
  const size_t up[] = {0, 1, 0, 2}, down[] = {1, 2, 1, 0};
  tap_is_int((long long)local_moves_number(clusters, 4, NULL, number), 3,
             "three clusters");
  tap_ok(memcmp(clusters, up, sizeof up) == 0, "by their first nodes");
  local_moves_number(again, 4, order, number);
  tap_ok(memcmp(again, down, sizeof down) == 0, "or by the first in an order");
}

/* No single move improves this partition.  A chain of moves begins with node 0, because
** its move loses the least modularity.  Then the move of node 4 gains more than that
** loss.  The chain's later moves are undone. */
static void test_chain(void) {
  const size_t from[] = {1, 2, 1, 1, 2}, to[] = {2, 2, 1, 1, 1};
  bool moved = false;
  begin();
  add(0, 1, 2);
  add(0, 3, 2);
  add(1, 2, 1);
  add(1, 4, 3);
  add(2, 3, 2);
  add(3, 4, 4);
  fill(5);
  memcpy(cluster, from, sizeof from);
  local_moves_settle(&moves, &graph, cluster, &moved);
  tap_ok(!moved, "no move gains");
  memcpy(cluster, from, sizeof from);
  tap_ok(local_moves_chain(&moves, &graph, cluster, &moved) && moved, "two moves do");
  tap_ok(memcmp(cluster, to, sizeof to) == 0, "the rest of the chain is cut off");
  local_moves_chain(&moves, &graph, cluster, &moved);
  tap_ok(!moved && memcmp(cluster, to, sizeof to) == 0, "all of it where none gains");
}

static bool stop(void *context) {
  ++*(int *)context;
  return true;
}

/* A callback, the watch, is asked every SORT_STEPS steps whether to stop (base/sort.h).
** The count of steps starts at SORT_STEPS - 16, so the watch is asked even during the
** first visit of all nodes. */
static void test_stop(void) {
  struct {
    const char *name;
    bool stopped;
  } parts[3] = {{"settling", false}, {"splitting", false}, {"a chain", false}};
  bool moved;
  int asked = 0;
  begin();
  add_clique(0, 6);
  for (int i = 0; i < 3; i++) {
    struct sort_watch watch = {.stop = stop, .context = &asked};
    fill(6);
    moves.watch = &watch;
    moves.steps = SORT_STEPS - 16;
    bool done = i == 0   ? local_moves_settle(&moves, &graph, cluster, &moved)
                : i == 1 ? local_moves_split(&moves, &graph, cluster, part)
                         : local_moves_chain(&moves, &graph, cluster, &moved);
    tap_ok(!done && asked == i + 1, "%s is stopped at the first question", parts[i].name);
  }
}

int main(void) {
  test_memory();
  test_order();
  test_settle();
  test_tie();
  test_waiting();
  test_bound();
  test_split();
  test_number();
  test_chain();
  test_stop();
  free(graph_memory);
  free(memory);
  return tap_done();
}
