/*
** Tests louvain() on graphs with planted partitions and on unusual graphs.  Compares the
** modularity of its clusters with the optimum, found by brute force.  Blondel and
** others (2008) describe the method, and Newman (2004) defines modularity.
*/
#include "core/interview/louvain.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#define SEED 20080304u
#define MAX_NODES 512
#define MAX_EDGES 32768
#define CHAIN 16000
#define ANSWERS 0x7d3b2bf6307986a1u

static size_t draw_below(size_t n) {
  return (size_t)(random_bits() % n);
}

struct sample {
  struct graph graph;
  struct edge edges[MAX_EDGES];
  size_t edge_count;
  void *memory;
  void *workspace;
};

static struct sample sample;

static void add(size_t source, size_t target, double weight) {
  sample.edges[sample.edge_count++] = (struct edge){source, target, weight};
}

static void begin(void) {
  sample.edge_count = 0;
}

/* Fills the graph from a copy of the edges, because graph_fill() sorts its argument. */
static void fill(size_t nodes) {
  static struct edge copy[MAX_EDGES];
  memcpy(copy, sample.edges, sizeof copy);
  free(sample.memory);
  free(sample.workspace);
  sample.memory = malloc(graph_bytes(nodes, sample.edge_count));
  sample.workspace = malloc(louvain_bytes(nodes, sample.edge_count));
  if (sample.memory == NULL || sample.workspace == NULL) tap_bail("out of memory");
  graph_place(&sample.graph, sample.memory, nodes, sample.edge_count);
  graph_fill(&sample.graph, copy, sample.edge_count, NULL);
}

static size_t find(size_t *cluster) {
  return louvain(&sample.graph, sample.edge_count, cluster, sample.workspace, NULL);
}

static double modularity(const size_t *cluster) {
  static double sums[2 * MAX_NODES];
  return graph_modularity(&sample.graph, cluster, sample.graph.node_count, sums);
}

/* Changes a partition, written as a restricted growth string, to the next one.  Returns
** false after the last partition. */
static bool next_partition(size_t *cluster, size_t nodes) {
  for (size_t i = nodes; i-- > 1;) {
    size_t greatest = 0;
    for (size_t j = 0; j < i; j++) {
      if (cluster[j] > greatest) greatest = cluster[j];
    }
    if (cluster[i] <= greatest) {
      cluster[i]++;
      memset(cluster + i + 1, 0, (nodes - i - 1) * sizeof *cluster);
      return true;
    }
  }
  return false;
}

static double best_modularity(size_t nodes) {
  size_t cluster[8] = {0};
  double best = -1;
  do {
    double q = modularity(cluster);
    if (q > best) best = q;
  } while (next_partition(cluster, nodes));
  return best;
}

/* Returns the modularity after one pass over the nodes in a random order.  Each node
** joins the best of all clusters. */
static double greedy_pass(size_t nodes) {
  size_t cluster[MAX_NODES];
  size_t order[MAX_NODES];
  for (size_t i = 0; i < nodes; i++) {
    size_t j = draw_below(i + 1);
    cluster[i] = i;
    order[i] = order[j];
    order[j] = i;
  }
  for (size_t i = 0; i < nodes; i++) {
    size_t node = order[i];
    size_t best = cluster[node];
    double best_q = modularity(cluster);
    for (size_t c = 0; c < nodes; c++) {
      cluster[node] = c;
      double q = modularity(cluster);
      if (q > best_q + 1e-12) {
        best_q = q;
        best = c;
      }
    }
    cluster[node] = best;
  }
  return modularity(cluster);
}

static void draw_graph(size_t nodes, double density, int kind) {
  begin();
  for (size_t a = 0; a < nodes; a++) {
    for (size_t b = a; b < nodes; b++) {
      if (a == b ? random_unit() > 0.1 : random_unit() > density) continue;
      add(a, b, kind == 0 ? 1 : kind == 1 ? (double)(1 + draw_below(4)) : random_unit());
    }
  }
  fill(nodes);
}

static void draw_many(int graphs, size_t least, size_t most, void (*look)(size_t)) {
  for (int i = 0; i < graphs; i++) {
    size_t nodes = least + draw_below(most - least + 1);
    draw_graph(nodes, 0.1 + 0.7 * random_unit(), i % 3);
    if (sample.graph.total > 0) look(nodes);
  }
}

static int looked;
static int missed;
static int above;
static double worst;
static int below_greedy;

static void look_at_optimum(size_t nodes) {
  size_t cluster[MAX_NODES];
  find(cluster);
  double gap = best_modularity(nodes) - modularity(cluster);
  looked++;
  missed += gap > 1e-12;
  above += gap < -1e-12;
  worst = fmax(worst, gap);
}

static void test_optimum(void) {
  draw_many(1200, 2, 8, look_at_optimum);
  tap_note("seed %u: %d graphs of up to 8 nodes, %d optima missed, the worst by %.4f",
           SEED, looked, missed, worst);
  tap_ok(looked >= 1000, "enough graphs");
  tap_is_int(above, 0, "nothing is better than the best of all partitions");
  tap_ok(missed * 200 <= looked, "at most one in 200 misses the optimum");
  tap_ok(worst < 0.03, "and none by much");
}

/* For each graph below, only one part of the method (`means`) finds the optimum. */
static void test_means(void) {
  static const struct {
    const char *means;
    size_t nodes;
    struct edge edges[11]; /* an edge of weight 0 ends the list */
  } cases[] = {
      {"another start, where the first one finds a single cluster",
       5,
       {{0, 3, 3}, {1, 4, 3}, {2, 3, 2}, {3, 4, 7}}},
      {"parts that move, where whole clusters do not",
       7,
       {{0, 0, 6}, {0, 1, 5}, {1, 2, 8}, {1, 3, 1}, {2, 4, 2}, {2, 6, 6}, {4, 6, 3}}},
      {"two partitions combined, neither of which is the best",
       7,
       {{0, 3, 4},
        {0, 5, 4},
        {0, 6, 7},
        {1, 1, 3},
        {1, 6, 9},
        {2, 6, 6},
        {3, 4, 3},
        {3, 6, 9},
        {5, 6, 7},
        {6, 6, 1}}},
      {"a chain of moves", 5, {{0, 0, 6}, {0, 1, 9}, {1, 4, 8}, {2, 3, 4}, {2, 4, 4}}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t cluster[MAX_NODES];
    begin();
    for (const struct edge *edge = cases[i].edges; edge->weight > 0; edge++)
      add(edge->source, edge->target, edge->weight);
    fill(cases[i].nodes);
    find(cluster);
    tap_is_real(modularity(cluster), best_modularity(cases[i].nodes), 1e-12,
                "the optimum by %s", cases[i].means);
  }
}

static void look_at_greedy(size_t nodes) {
  size_t cluster[MAX_NODES];
  find(cluster);
  double found = modularity(cluster);
  for (int i = 0; i < 20; i++) {
    below_greedy += greedy_pass(nodes) > found + 1e-12;
  }
}

static void test_greedy(void) {
  draw_many(300, 2, 8, look_at_greedy);
  draw_many(40, 20, 40, look_at_greedy);
  tap_is_int(below_greedy, 0, "never below one greedy pass, 20 orders a graph");
}

/* Makes groups of equal size, dense inside and sparse between groups.  Nodes join the
** groups in turn, so the order of nodes does not show the groups. */
static void plant(size_t groups, size_t size, double inside, double between) {
  size_t nodes = groups * size;
  begin();
  for (size_t a = 0; a < nodes; a++) {
    for (size_t b = a + 1; b < nodes; b++) {
      bool same = a % groups == b % groups;
      if (random_unit() < (same ? inside : between)) add(a, b, 1);
    }
  }
  fill(nodes);
}

static void test_planted(void) {
  static const struct {
    size_t groups;
    size_t size;
    double inside;
    double between;
  } cases[] = {{2, 10, 0.9, 0.05},
               {4, 25, 0.5, 0.02},
               {8, 40, 0.3, 0.005},
               {16, 32, 0.4, 0.005},
               {3, 100, 0.3, 0.03}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t cluster[MAX_NODES];
    size_t groups = cases[i].groups;
    plant(groups, cases[i].size, cases[i].inside, cases[i].between);
    size_t found = find(cluster);
    size_t misplaced = 0;
    for (size_t node = 0; node < groups * cases[i].size; node++) {
      misplaced += cluster[node] != node % groups;
    }
    tap_ok(found == groups && misplaced == 0, "%zu planted groups of %zu", groups,
           cases[i].size);
  }
}

static void test_ring_of_cliques(void) {
  size_t cluster[MAX_NODES];
  begin();
  for (size_t clique = 0; clique < 10; clique++) {
    for (size_t a = 0; a < 5; a++) {
      for (size_t b = a + 1; b < 5; b++) {
        add(5 * clique + a, 5 * clique + b, 1);
      }
    }
    add(5 * clique, (5 * clique + 9) % 50, 1);
  }
  fill(50);
  int wrong = 0;
  tap_is_int((long long)find(cluster), 10, "ten cliques in a ring");
  for (size_t i = 0; i < 50; i++) {
    wrong += cluster[i] != i / 5;
  }
  tap_is_int(wrong, 0, "numbered in the order of their first nodes");
}

static void test_order(void) {
  int different = 0;
  for (int i = 0; i < 60; i++) {
    size_t nodes = 5 + draw_below(60);
    size_t first[MAX_NODES];
    size_t again[MAX_NODES];
    draw_graph(nodes, 0.15, 2);
    find(first);
    double total = sample.graph.total;
    for (size_t e = sample.edge_count; e > 1; e--) {
      size_t other = draw_below(e);
      struct edge edge = sample.edges[e - 1];
      sample.edges[e - 1] = sample.edges[other];
      sample.edges[other] = (struct edge){edge.target, edge.source, edge.weight};
    }
    fill(nodes);
    find(again);
    different += memcmp(first, again, nodes * sizeof *first) != 0;
    different += sample.graph.total != total;
  }
  tap_is_int(different, 0, "the same partition whatever the order of edges");
}

static void test_odd_graphs(void) {
  size_t cluster[MAX_NODES];
  begin();
  fill(0);
  tap_is_int((long long)find(cluster), 0, "no node, no cluster");
  fill(3);
  tap_is_int((long long)find(cluster), 3, "isolated nodes stay alone");
  tap_ok(isnan(modularity(cluster)), "without edges there is no modularity");
  begin();
  add(1, 1, 5);
  fill(2);
  tap_is_int((long long)find(cluster), 2, "a self-loop joins nobody");
  tap_is_real(modularity(cluster), 0, 0, "and all of it is inside");
  begin();
  add(0, 1, 1);
  add(2, 3, 1);
  fill(4);
  tap_is_int((long long)find(cluster), 2, "disconnected nodes are in different clusters");
  tap_is_real(modularity(cluster), 0.5, 0, "two halves");
  begin();
  add(0, 1, 0);
  add(1, 2, 1);
  fill(3);
  tap_is_int((long long)find(cluster), 2, "a weight of 0 joins nothing");
  begin();
  for (size_t i = 0; i < 4; i++) {
    add(i, (i + 1) % 4, i % 2 == 0 ? 1e308 : 1e300);
    add(i, (i + 1) % 4, i % 2 == 0 ? 1e308 : 1e300);
  }
  fill(4);
  tap_is_int((long long)find(cluster), 2, "weights whose sum overflows");
  tap_ok(modularity(cluster) > 0.49 && modularity(cluster) <= 0.5,
         "and their modularity");
  begin();
  add(0, 1, 5e-324);
  add(2, 3, 5e-324);
  fill(4);
  tap_is_int((long long)find(cluster), 2, "the least weights there are");
}

/* Two nodes have self-loops of weight 1, and an edge of weight 2 + 8 x joins them.  The
** degrees are d = 4 + 8 x, and their sum is 2 d.  If one node joins the other, the gain
** is the edge's weight times 2 d, less the product of the degrees.  This is (2 + 8 x) 2 d
** - d d = d 8 x, about x times 2 d d.  A node moves only if x exceeds 1e-12. */
static void test_rounding(void) {
  const struct {
    double share;
    long long clusters;
  } cases[] = {{0.9e-12, 2}, {1.1e-12, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t cluster[MAX_NODES];
    begin();
    add(0, 0, 1);
    add(1, 1, 1);
    add(0, 1, 2 + 8 * cases[i].share);
    fill(2);
    tap_is_int((long long)find(cluster), cases[i].clusters, "a gain of %g of the weights",
               cases[i].share);
  }
}

static void test_duplicates(void) {
  begin();
  add(0, 1, 1);
  add(1, 0, 2);
  add(0, 1, 3);
  add(2, 2, 1);
  add(2, 2, 1);
  fill(3);
  tap_is_real(sample.graph.degree[0], 6, 0, "duplicates add up");
  tap_is_int((long long)(sample.graph.first[1] - sample.graph.first[0]), 1,
             "as one edge");
  tap_is_real(sample.graph.degree[2], 4, 0, "self-loops too, and count twice");
  tap_is_real(sample.graph.total, 16, 0, "so does the sum");
}

/* A graph can be as large as the table that it is read from, so this test limits the
** memory for each node and edge. */
static void test_memory(void) {
  size_t small = louvain_bytes(3, 5), large = louvain_bytes(1000, 5000);
  tap_ok(small <= 3 * 144 + 5 * 64 + 64 && large <= 1000 * 144 + 5000 * 64 + 64,
         "144 bytes a node and 64 an edge");
  tap_is_int((long long)louvain_bytes(SIZE_MAX, 1), 0, "too many nodes for an address");
  tap_is_int((long long)louvain_bytes(1, SIZE_MAX / 65), 0, "too many edges");
  size_t edges = SIZE_MAX / 273; /* their graph fills almost 1/8 of all addresses */
  tap_ok(louvain_bytes(1, edges) >= 2 * graph_bytes(1, edges), "just not too many");
}

/* Compares a hash of the clusters of many graphs with the recorded hash.  Weights are
** whole numbers, so gains are exact.  In some graphs louvain() searches from sixteen
** starts (louvain.h), in larger graphs from fewer.  Users store clusters, so another hash
** means that their stored answers would change. */
static void test_same_answers(void) {
  size_t cluster[MAX_NODES];
  uint64_t digest = 0xcbf29ce484222325u;
  for (int i = 0; i < 400; i++) {
    size_t nodes = 2 + draw_below(i % 40 == 0 ? 300 : 60);
    draw_graph(nodes, 0.5 * random_unit() * random_unit(), i % 2);
    if (sample.graph.total == 0) continue;
    find(cluster);
    for (size_t node = 0; node < nodes; node++)
      digest = (digest ^ cluster[node]) * 0x100000001b3u;
  }
  random_state = SEED; /* the tests after this one start from the same seed */
  tap_ok(digest == ANSWERS, "the same answers as before: %llx",
         (unsigned long long)digest);
}

static bool go_on(void *context) {
  ++*(int *)context;
  return false;
}

/* Counts how often louvain() asks the watch whether to stop (base/sort.h), in a graph
** without edges.  In such a graph, a visit of all nodes takes one step per node.  Each
** start (louvain.h) makes one such visit.  The final descent makes one, too, and so does
** the last check. */
static void test_questions(void) {
  static const struct {
    size_t nodes;
    size_t looks;
    const char *starts;
  } cases[] = {{SORT_STEPS / 5, 5, "three"},
               {SORT_STEPS / 5 + 1, 5, "three"},
               {2 * SORT_STEPS, 5, "three"},
               {2 * SORT_STEPS + 1, 4, "two"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t nodes = cases[i].nodes;
    int asked = 0;
    struct sort_watch watch = {.stop = go_on, .context = &asked};
    begin();
    fill(nodes);
    size_t *cluster = malloc(nodes * sizeof *cluster);
    if (cluster == NULL) tap_bail("out of memory");
    size_t found = louvain(&sample.graph, 0, cluster, sample.workspace, &watch);
    free(cluster);
    tap_ok(found == nodes && asked == (int)(nodes * cases[i].looks / SORT_STEPS),
           "%zu nodes: %s starts, asked %d times whether to stop", nodes, cases[i].starts,
           asked);
  }
}

/* In this graph an edge joins the two nodes of each pair.  A visit takes four steps a
** pair: two nodes and two ends of the edge.  A descent (louvain.h) makes three visits: to
** move nodes, to split clusters, and to build the smaller graph.  In the smaller graph a
** pair is one node, which takes one more step.  So a descent takes 13 steps a pair.  Each
** of three starts makes two descents, and a seventh descent follows.  Then a last visit
** takes 4 steps a pair. */
static void test_questions_of_pairs(void) {
  enum { PAIRS = SORT_STEPS / 2 };
  static size_t cluster[2 * PAIRS];
  int asked = 0;
  struct sort_watch watch = {.stop = go_on, .context = &asked};
  begin();
  for (size_t i = 0; i < PAIRS; i++)
    add(2 * i, 2 * i + 1, 1);
  fill(2 * PAIRS);
  size_t found =
      louvain(&sample.graph, sample.edge_count, cluster, sample.workspace, &watch);
  tap_is_int((long long)found, PAIRS, "pairs find together");
  tap_is_int(asked, PAIRS * (7 * 13 + 4) / SORT_STEPS, "in 95 steps a pair");
}

/* A count below 0 shows that louvain() asked again after the stop. */
static bool stop_at_zero(void *context) {
  return --*(int *)context <= 0;
}

/* After a question that stops louvain(), louvain() asks no more questions and gives no
** answer. */
static void check_stops(const char *name) {
  static size_t cluster[CHAIN];
  int asked = 0, wrong = 0;
  struct sort_watch all = {.stop = go_on, .context = &asked};
  louvain(&sample.graph, sample.edge_count, cluster, sample.workspace, &all);
  for (int at = 1; at <= asked; at++) {
    int left = at;
    struct sort_watch watch = {.stop = stop_at_zero, .context = &left};
    size_t found =
        louvain(&sample.graph, sample.edge_count, cluster, sample.workspace, &watch);
    wrong += found != 0 || left != 0;
  }
  tap_ok(asked > 1 && wrong == 0, "%s: stopped at each of %d questions", name, asked);
}

/* Makes a chain of cliques of four nodes.  On each level of louvain(), the clusters
** join in pairs. */
static void chain_cliques(size_t nodes) {
  begin();
  for (size_t i = 0; i < nodes; i++) {
    for (size_t j = i + 1; j < nodes && j / 4 == i / 4; j++)
      add(i, j, 1);
    if (i % 4 == 3 && i + 1 < nodes) add(i, i + 1, 1);
  }
  fill(nodes);
}

static void test_stop(void) {
  plant(2, 40, 0.5, 0.1);
  check_stops("a small graph");
  draw_graph(MAX_NODES, 0.05, 1);
  check_stops("a large graph");
  chain_cliques(CHAIN);
  check_stops("a chain");
}

/* The unit in which weights are measured does not matter.  Multiplying all weights by a
** power of two rounds nothing, and the clusters stay the same. */
static void test_scale(void) {
  static const int powers[] = {-400, -40, 40, 400};
  int different = 0;
  for (int i = 0; i < 200; i++) {
    size_t nodes = 2 + draw_below(60), first[MAX_NODES], again[MAX_NODES];
    draw_graph(nodes, 0.05 + 0.3 * random_unit(), i % 3);
    find(first);
    for (size_t e = 0; e < sample.edge_count; e++)
      sample.edges[e].weight = ldexp(sample.edges[e].weight, powers[i % 4]);
    fill(nodes);
    find(again);
    different += memcmp(first, again, nodes * sizeof *first) != 0;
  }
  tap_is_int(different, 0, "the same partition in any unit of weight");
}

int main(void) {
  random_state = SEED;
  test_same_answers();
  test_optimum();
  test_means();
  test_greedy();
  test_planted();
  test_ring_of_cliques();
  test_order();
  test_scale();
  test_odd_graphs();
  test_rounding();
  test_duplicates();
  test_memory();
  test_questions();
  test_questions_of_pairs();
  test_stop();
  free(sample.memory);
  free(sample.workspace);
  return tap_done();
}
