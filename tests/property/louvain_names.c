/*
** louvain() must find good clusters with little work, whatever the names of the nodes and
** the distribution of weights.  The test compares the modularity with igraph's multilevel
** method, and counts the work.
**
** louvain() uses names only to order the nodes, so the test permutes the nodes to rename
** them.  igraph's modularities come from 20 runs, each with other random numbers and the
** nodes in another order.  This command, with python3-igraph 0.10.2, prints them:
**
**     python3 tests/bench/igraph_modularity.py build/tests/property/louvain_names
*/
#include "core/interview/louvain.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../splitmix.h"
#include "core/interview/local_moves.h"
#include "tap.h"

#define MAX_NODES 45000
#define MAX_EDGES 45000

/* A partition's modularity may fall by at most TOLERANCE below the best of igraph's runs,
** and by at most MEDIAN_TOLERANCE below their median. */
#define TOLERANCE 0.01
#define MEDIAN_TOLERANCE 0.0001

/* The greatest allowed number of visits of the whole graph. louvain() makes seven
** descents (step 1 in louvain.h): two for each of two starts, one to combine the two
** results, and two at the end.  Each descent visits the whole graph and smaller graphs.
** If moves of nodes cause more moves, one descent visits the graph about ten times. */
#define MOST_LOOKS 80

static struct edge edges[MAX_EDGES];
static size_t edge_count;
static size_t node_count;
static uint64_t random_state;

static double draw(void) {
  return (double)(splitmix64(&random_state) >> 11) * 0x1p-53;
}

static size_t draw_below(size_t n) {
  return (size_t)(splitmix64(&random_state) % n);
}

static void begin(size_t nodes) {
  node_count = nodes;
  edge_count = 0;
  random_state = 1;
}

static void add(size_t a, size_t b, double weight) {
  if (edge_count == MAX_EDGES) tap_bail("too many edges");
  if (a != b) edges[edge_count++] = (struct edge){a, b, weight};
}

/* Joins each node to the `next` nodes after it.  If `around` is true, the first nodes
** follow the last. */
static void make_band(size_t nodes, size_t next, bool around) {
  begin(nodes);
  for (size_t i = 0; i < nodes; i++) {
    for (size_t j = i + 1; j <= i + next; j++)
      if (around || j < nodes) add(i, j % nodes, 1);
  }
}

static void make_ring(double nodes, double next) {
  make_band((size_t)nodes, (size_t)next, true);
}

static void make_chain(double nodes, double next) {
  make_band((size_t)nodes, (size_t)next, false);
}

static void make_lattice(double side, double dimensions) {
  size_t nodes = (size_t)pow(side, dimensions);
  begin(nodes);
  for (size_t i = 0; i < nodes; i++) {
    size_t step = 1;
    for (int d = 0; d < (int)dimensions; d++) {
      if (i / step % (size_t)side + 1 < (size_t)side) add(i, i + step, 1);
      step *= (size_t)side;
    }
  }
}

/* Makes the graph of Watts and Strogatz 1998: a ring in which each edge is rewired with
** some probability. */
static void make_small_world(double nodes, double rewired) {
  make_ring(nodes, 5);
  for (size_t e = 0; e < edge_count; e++) {
    if (draw() >= rewired) continue;
    do
      edges[e].target = draw_below(node_count);
    while (edges[e].target == edges[e].source);
  }
}

/* Draws a whole number between bounds by the power law x^-exponent. */
static size_t draw_power(double exponent, double least, double most) {
  double low = pow(least, 1 - exponent), high = pow(most, 1 - exponent);
  return (size_t)pow(low + (high - low) * draw(), 1 / (1 - exponent));
}

/* `end` lists each node once for each of its edges.  Shuffles the list, then joins its
** first node with the second, the third with the fourth, and so on. */
static void join_ends(size_t *end, size_t count) {
  for (size_t i = count; i > 1; i--) {
    size_t j = draw_below(i), last = end[i - 1];
    end[i - 1] = end[j];
    end[j] = last;
  }
  for (size_t i = 0; i + 1 < count; i += 2)
    add(end[i], end[i + 1], 1);
}

/* Makes a graph after Lancichinetti, Fortunato and Radicchi 2008.  The sizes of groups
** and the degrees follow power laws.  A given share of each node's edges leads out of its
** group. */
static void make_groups(double nodes, double mixing) {
  static size_t inside[MAX_EDGES], between[MAX_EDGES];
  size_t outward = 0;
  begin((size_t)nodes);
  for (size_t first = 0, end; first < node_count; first = end) {
    size_t inward = 0;
    end = first + draw_power(1.5, 20, nodes / 10);
    if (end > node_count) end = node_count;
    for (size_t node = first; node < end; node++) {
      for (size_t ends = draw_power(2.5, 4, 100); ends > 0; ends--) {
        if (draw() < mixing)
          between[outward++] = node;
        else
          inside[inward++] = node;
      }
    }
    join_ends(inside, inward);
  }
  join_ends(between, outward);
}

static void make_tree(double nodes, double unused) {
  (void)unused;
  begin((size_t)nodes);
  for (size_t i = 1; i < node_count; i++)
    add(i, draw_below(i), 1);
}

static void make_random(double nodes, double degree) {
  begin((size_t)nodes);
  for (size_t e = (size_t)(nodes * degree / 2); e > 0; e--)
    add(draw_below(node_count), draw_below(node_count), 1);
}

static void make_power_chain(double nodes, double exponent) {
  make_chain(nodes, 1);
  for (size_t e = 0; e < edge_count; e++)
    edges[e].weight = pow((double)e + 1, exponent);
}

static void make_growing_chain(double nodes, double factor) {
  make_chain(nodes, 1);
  for (size_t e = 0; e < edge_count; e++)
    edges[e].weight = pow(factor, (double)e - nodes / 2);
}

static void make_weighted_ring(double nodes, double next) {
  make_ring(nodes, next);
  for (size_t e = 0; e < edge_count; e++)
    edges[e].weight = draw();
}

struct kind {
  const char *name;
  void (*make)(double, double);
  double first;
  double second;
  double best; /* the best of igraph's 20 modularities */
  double median;
};

static const struct kind kinds[] = {
    {"ring of 100, next 1", make_ring, 100, 1, 0.7974, 0.7955},
    {"ring of 100, next 3", make_ring, 100, 3, 0.7162, 0.7124},
    {"ring of 1000, next 5", make_ring, 1000, 5, 0.8891, 0.8886},
    {"chain of 500, next 1", make_chain, 500, 1, 0.9116, 0.9106},
    {"chain of 2000, next 5", make_chain, 2000, 5, 0.9221, 0.9216},
    {"chain of 20000, next 2", make_chain, 20000, 2, 0.9823, 0.9823},
    {"lattice, 10 by 10", make_lattice, 10, 2, 0.6642, 0.6476},
    {"lattice, 50 by 50", make_lattice, 50, 2, 0.8646, 0.8625},
    {"lattice, 12 by 12 by 12", make_lattice, 12, 3, 0.7525, 0.7473},
    {"small world of 100, 0.05", make_small_world, 100, 0.05, 0.6336, 0.6285},
    {"small world of 1000, 0.05", make_small_world, 1000, 0.05, 0.8546, 0.8527},
    {"small world of 1000, 0.3", make_small_world, 1000, 0.3, 0.6262, 0.6253},
    {"groups in 300, mixed by 0.1", make_groups, 300, 0.1, 0.8058, 0.8058},
    {"groups in 1000, mixed by 0.3", make_groups, 1000, 0.3, 0.6429, 0.6392},
    {"groups in 1000, mixed by 0.5", make_groups, 1000, 0.5, 0.4631, 0.4579},
    {"groups in 5000, mixed by 0.4", make_groups, 5000, 0.4, 0.5721, 0.5706},
    {"groups in 5000, mixed by 0.6", make_groups, 5000, 0.6, 0.3972, 0.3903},
    {"tree of 1000", make_tree, 1000, 0, 0.9361, 0.9355},
    {"random, 1000 of degree 6", make_random, 1000, 6, 0.4034, 0.3979},
    {"chain of 1000, rising", make_power_chain, 1000, 1, 0.9269, 0.9269},
    {"chain of 1000, rising to the 4th", make_power_chain, 1000, 4, 0.8988, 0.8988},
    {"chain of 1000, falling", make_power_chain, 1000, -1, 0.8194, 0.8194},
    {"chain of 1000, growing by 1.05", make_growing_chain, 1000, 1.05, 0.7236, 0.7236},
    {"chain of 1000, growing by 0.99", make_growing_chain, 1000, 0.99, 0.8686, 0.8686},
    {"ring of 1000, random weights", make_weighted_ring, 1000, 3, 0.9329, 0.9323},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

struct sample {
  struct graph graph;
  size_t cluster[MAX_NODES];
  double sums[2 * MAX_NODES];
  void *memory;
  void *workspace;
};

static struct sample sample;

/* Fills the graph; node i of `edges` becomes node name[i]. */
static void fill(const size_t *name) {
  static struct edge named[MAX_EDGES];
  for (size_t e = 0; e < edge_count; e++)
    named[e] =
        (struct edge){name[edges[e].source], name[edges[e].target], edges[e].weight};
  free(sample.memory);
  free(sample.workspace);
  sample.memory = malloc(graph_bytes(node_count, edge_count));
  sample.workspace = malloc(louvain_bytes(node_count, edge_count));
  if (sample.memory == NULL || sample.workspace == NULL) tap_bail("out of memory");
  graph_place(&sample.graph, sample.memory, node_count, edge_count);
  graph_fill(&sample.graph, named, edge_count, NULL);
}

static double modularity_under(const size_t *name) {
  fill(name);
  size_t clusters =
      louvain(&sample.graph, edge_count, sample.cluster, sample.workspace, NULL);
  return graph_modularity(&sample.graph, sample.cluster, clusters, sample.sums);
}

static void in_structure_order(size_t *name) {
  for (size_t i = 0; i < node_count; i++)
    name[i] = i;
}

static void in_reverse_order(size_t *name) {
  for (size_t i = 0; i < node_count; i++)
    name[i] = node_count - 1 - i;
}

static void shuffled(size_t *name) {
  for (size_t i = 0; i < node_count; i++) {
    size_t j = draw_below(i + 1);
    name[i] = name[j];
    name[j] = i;
  }
}

/* Names nodes so that the first visits follow the graph's structure, the worst case.  The
** order comes from a graph without edges: there no node moves, so local_moves_settle()
** leaves the order of visits in moves.order. */
static void in_order_of_visit(size_t *name) {
  struct graph none;
  struct local_moves moves = {.generator = random_seeded(42)};
  bool moved;
  void *graph = malloc(graph_bytes(node_count, 1));
  void *memory = malloc(local_moves_bytes(node_count));
  if (graph == NULL || memory == NULL) tap_bail("out of memory");
  graph_place(&none, graph, node_count, 1);
  graph_fill(&none, NULL, 0, NULL);
  local_moves_place(&moves, memory, node_count);
  in_structure_order(name);
  local_moves_settle(&moves, &none, name, &moved);
  for (size_t i = 0; i < node_count; i++)
    name[i] = moves.order[i];
  free(graph);
  free(memory);
}

/* Returns the modularity that one more pass of moves would gain. */
static double gain_of_moves(double found) {
  struct local_moves moves = {.generator = random_seeded(1)};
  bool moved;
  void *memory = malloc(local_moves_bytes(node_count));
  if (memory == NULL) tap_bail("out of memory");
  local_moves_place(&moves, memory, node_count);
  local_moves_settle(&moves, &sample.graph, sample.cluster, &moved);
  free(memory);
  return graph_modularity(&sample.graph, sample.cluster, node_count, sample.sums) - found;
}

static void test_names(const struct kind *kind) {
  static void (*const namings[])(size_t *) = {in_structure_order, in_reverse_order,
                                              in_order_of_visit,  shuffled,
                                              shuffled,           shuffled};
  enum { NAMINGS = sizeof namings / sizeof *namings };
  static size_t name[MAX_NODES];
  double least = 1, greatest = -1;
  double gain = 0;
  kind->make(kind->first, kind->second);
  for (int i = 0; i < NAMINGS; i++) {
    namings[i](name);
    double found = modularity_under(name);
    least = fmin(least, found);
    greatest = fmax(greatest, found);
    gain = fmax(gain, gain_of_moves(found));
  }
  tap_ok(least >= kind->best - TOLERANCE && least >= kind->median - MEDIAN_TOLERANCE,
         "%s: %.4f to %.4f under %d namings, igraph's median %.4f, best %.4f", kind->name,
         least, greatest, NAMINGS, kind->median, kind->best);
  tap_ok(gain < 2e-5, "nodes that moved once more would gain %.0e", gain);
}

static bool count(void *context) {
  ++*(int *)context;
  return false;
}

/* Returns the number of visits of the whole graph.  louvain() calls watch.stop after
** every SORT_STEPS visits of nodes and ends of edges.  watch.stop counts its calls. */
static double looks_under(const size_t *name) {
  int asked = 0;
  struct sort_watch watch = {.stop = count, .context = &asked};
  fill(name);
  louvain(&sample.graph, edge_count, sample.cluster, sample.workspace, &watch);
  return asked * (double)SORT_STEPS / ((double)node_count + 2 * (double)edge_count);
}

/* The work must be linear, so a chain of MAX_NODES nodes must take fewer than MOST_LOOKS
** visits of the whole graph.  If each move caused the next one, the visits would grow
** with the chain's length. */
static void test_work(const char *weights, void (*make)(double, double), double second) {
  static size_t name[MAX_NODES];
  make(MAX_NODES, second);
  in_structure_order(name);
  double looks = looks_under(name);
  shuffled(name);
  double looks_shuffled = looks_under(name);
  tap_ok(looks < MOST_LOOKS && looks_shuffled < MOST_LOOKS,
         "a chain of %d edges, %s: looked at %.0f times, %.0f times under other names",
         MAX_NODES - 1, weights, looks, looks_shuffled);
}

static void make_geometric_chain(double nodes, double powers_of_two) {
  make_growing_chain(nodes, exp2(powers_of_two / nodes));
}

static int print_edges(const char *name) {
  for (const struct kind *kind = kinds; kind < kinds + KINDS; kind++) {
    if (name[0] == 0) printf("%s\n", kind->name);
    if (strcmp(name, kind->name) != 0) continue;
    kind->make(kind->first, kind->second);
    for (size_t e = 0; e < edge_count; e++)
      printf("%zu %zu %.17g\n", edges[e].source, edges[e].target, edges[e].weight);
  }
  return 0;
}

/* With the name of a graph on the command line, prints the graph's edges.  With an empty
** name, prints the names of all graphs. */
int main(int argc, char **argv) {
  if (argc > 1) return print_edges(argv[1]);
  for (int i = 0; i < KINDS; i++)
    test_names(&kinds[i]);
  test_work("all the same", make_power_chain, 0);
  test_work("rising", make_power_chain, 1);
  test_work("rising to the 10th", make_power_chain, 10);
  test_work("falling", make_power_chain, -1);
  test_work("growing over all doubles", make_geometric_chain, 900);
  test_work("shrinking over all doubles", make_geometric_chain, -900);
  free(sample.memory);
  free(sample.workspace);
  return tap_done();
}
