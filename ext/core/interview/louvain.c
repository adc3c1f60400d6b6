/* Clusters of a graph by the Louvain method: see louvain.h. */
#include "core/interview/louvain.h"

#include <stdint.h>
#include <string.h>

#include "core/interview/local_moves.h"

/* What seeds the generator. */
#define SEED 42

/* The size of a graph is its nodes and both ends of its edges.  A graph up to this size
** has as many descents at the end as come to it together; a larger one has two. */
#define LARGE_SIZE ((size_t)1 << 17)

/* Starts are as many as come to this size together, but three at least, two for a large
** graph: where groups are hard to tell apart, two may both go wrong. */
#define STARTS_SIZE ((size_t)1 << 15)

/* A graph has chains up to this product of its nodes and its size. */
#define CHAINS_SIZE 1048576

/* Levels of a descent: more than there are where each halves the nodes of a graph that
** fits into memory.  A descent that ends here is taken up by the next one. */
#define MOST_LEVELS 40

/* Modularities that differ by less are equal but for rounding. */
#define LEAST_DIFFERENCE 1e-12

struct work {
  struct local_moves moves; /* its arrays serve between moves, too */
  struct graph smaller[2];  /* the graphs of the levels, taking turns */
  size_t *smaller_cluster;  /* by node of the level */
  size_t *part;             /* by node of the level: its node on the next one */
  size_t *place;            /* by node of the graph: its node on the level */
  size_t *attempt;          /* the partition from another start */
  const struct graph *level;
  size_t *level_cluster;
  size_t level_clusters;
};

/* Per node four counts. */
size_t louvain_bytes(size_t node_count, size_t edge_count) {
  size_t graph = graph_bytes(node_count, edge_count);
  if (graph == 0 || graph > SIZE_MAX / 8) return 0;
  return 2 * graph + local_moves_bytes(node_count) + 4 * node_count * sizeof(size_t);
}

static void work_place(struct work *work, void *workspace, size_t nodes, size_t edges) {
  unsigned char *at = workspace;
  for (int i = 0; i < 2; i++) {
    graph_place(&work->smaller[i], at, nodes, edges);
    at += graph_bytes(nodes, edges);
  }
  local_moves_place(&work->moves, at, nodes);
  at += local_moves_bytes(nodes);
  work->smaller_cluster = (size_t *)(void *)at;
  work->part = work->smaller_cluster + nodes;
  work->place = work->part + nodes;
  work->attempt = work->place + nodes;
}

static size_t size_of(const struct graph *graph) {
  return graph->node_count + graph->first[graph->node_count];
}

/* Gives each node a number of its own. */
static void number_apart(size_t *number, size_t nodes) {
  for (size_t i = 0; i < nodes; i++) {
    number[i] = i;
  }
}

/* Appends the row of a part: what its links gathered, without those to itself. */
static void append_row(const struct partition *partition, struct graph *smaller,
                       size_t part) {
  size_t at = smaller->first[part];
  for (size_t i = 0; i < partition->touches; i++) {
    size_t other = partition->touched[i];
    if (other == part) continue;
    smaller->neighbour[at] = other;
    smaller->weight[at++] = partition->sums[other].links;
  }
  smaller->first[part + 1] = at;
}

/* Makes the graph whose nodes are the parts of the level.  It has no self-loops: what a
** part has inside moves with it, and its degree already counts it.  False if stopped. */
static bool shrink(struct work *work, size_t parts, struct graph *smaller) {
  struct partition *partition = &work->moves.partition;
  const struct graph *level = work->level;
  size_t *member = work->moves.order;
  size_t *start = work->moves.home;
  graph_members(work->part, level->node_count, parts, start, member);
  smaller->node_count = parts;
  smaller->total = level->total;
  smaller->first[0] = 0;
  partition->graph = level;
  partition->cluster = work->part;
  for (size_t part = 0; part < parts; part++) {
    smaller->degree[part] = 0;
    for (size_t i = start[part]; i < start[part + 1]; i++) {
      size_t node = member[i];
      partition_gather(partition, node);
      smaller->degree[part] += level->degree[node];
      size_t ends = level->first[node + 1] - level->first[node];
      if (local_moves_stopped(&work->moves, 1 + ends)) return false;
    }
    append_row(partition, smaller, part);
    partition_forget(partition);
  }
  return true;
}

/* Goes to the next level, whose nodes are the parts, each in the cluster that it is part
** of.  Parts are numbered by their first nodes, so none has a greater number than a node
** of its own, and clusters can be carried over in their place. */
static bool go_down(struct work *work, const struct graph *graph, size_t parts) {
  struct graph *smaller = &work->smaller[work->level == &work->smaller[0]];
  if (!shrink(work, parts, smaller)) return false;
  for (size_t i = 0; i < work->level->node_count; i++) {
    work->smaller_cluster[work->part[i]] = work->level_cluster[i];
  }
  for (size_t i = 0; i < graph->node_count; i++) {
    work->place[i] = work->part[work->place[i]];
  }
  work->level = smaller;
  work->level_cluster = work->smaller_cluster;
  return true;
}

/* Splits the clusters of the level; returns the number of parts, 0 if stopped.  Where
** nothing holds together, whole clusters are the parts. */
static size_t split(struct work *work) {
  size_t nodes = work->level->node_count;
  if (!local_moves_split(&work->moves, work->level, work->level_cluster, work->part)) {
    return 0;
  }
  size_t parts = local_moves_number(work->part, nodes, NULL, work->moves.marked);
  if (parts < nodes) return parts;
  memcpy(work->part, work->level_cluster, nodes * sizeof *work->part);
  return work->level_clusters;
}

/* Begins a descent from a partition of the graph. */
static void begin(struct work *work, const struct graph *graph, size_t *cluster) {
  work->level = graph;
  work->level_cluster = cluster;
  number_apart(work->place, graph->node_count);
}

/* Descends from the level on, and carries the clusters back to the graph.  False if
** stopped. */
static bool finish(struct work *work, const struct graph *graph, size_t *cluster,
                   size_t *clusters, bool *moved) {
  *moved = false;
  for (int depth = 0;; depth++) {
    bool again;
    size_t nodes = work->level->node_count;
    size_t *found = work->level_cluster;
    if (!local_moves_settle(&work->moves, work->level, found, &again)) return false;
    *moved = *moved || again;
    work->level_clusters = local_moves_number(found, nodes, NULL, work->moves.marked);
    if (work->level_clusters == nodes || depth == MOST_LEVELS) break;
    size_t parts = split(work);
    if (parts == 0 || !go_down(work, graph, parts)) return false;
  }
  if (work->level != graph) {
    for (size_t i = 0; i < graph->node_count; i++) {
      cluster[i] = work->level_cluster[work->place[i]];
    }
  }
  *clusters = local_moves_number(cluster, graph->node_count, NULL, work->moves.marked);
  return true;
}

/* Up to so many descents from a partition, until nothing moves.  False if stopped. */
static bool descend(struct work *work, const struct graph *graph, size_t *cluster,
                    size_t *clusters, size_t descents) {
  bool moved = true;
  for (size_t i = 0; moved && i < descents; i++) {
    begin(work, graph, cluster);
    if (!finish(work, graph, cluster, clusters, &moved)) return false;
  }
  return true;
}

/* Finds a partition from one start.  Returns the number of clusters, 0 if stopped. */
static size_t find(struct work *work, const struct graph *graph, size_t *cluster) {
  size_t clusters = 0;
  number_apart(cluster, graph->node_count);
  return descend(work, graph, cluster, &clusters, 2) ? clusters : 0;
}

/* Numbers what is in the same cluster of both partitions of the graph as one part, by
** first nodes; returns how many. */
static size_t intersect(struct work *work, size_t nodes, const size_t *cluster,
                        size_t clusters, const size_t *other) {
  size_t *start = work->moves.home;
  size_t *member = work->moves.order;
  size_t *number = work->moves.marked; /* by cluster of the other partition */
  size_t parts = 0;
  graph_members(cluster, nodes, clusters, start, member);
  memset(number, 0, nodes * sizeof *number);
  for (size_t c = 0; c < clusters; c++) {
    size_t before = parts;
    for (size_t i = start[c]; i < start[c + 1]; i++) {
      size_t *its = &number[other[member[i]]]; /* of this cluster, or an earlier one */
      if (*its <= before) *its = ++parts;
      work->part[member[i]] = *its - 1;
    }
  }
  return local_moves_number(work->part, nodes, NULL, number);
}

/* Two partitions and their numbers of clusters: the best one, and another. */
struct rivals {
  size_t *best;
  size_t *other;
  size_t best_clusters;
  size_t other_clusters;
};

/* Swaps them if the other one is better by more than rounding. */
static void rank(struct work *work, const struct graph *graph, struct rivals *rivals) {
  double *sums = work->smaller[0].degree; /* two numbers per node stand there in a row */
  double best = graph_modularity(graph, rivals->best, rivals->best_clusters, sums);
  double other = graph_modularity(graph, rivals->other, rivals->other_clusters, sums);
  if (!(other > best + LEAST_DIFFERENCE)) return;
  *rivals = (struct rivals){rivals->other, rivals->best, rivals->other_clusters,
                            rivals->best_clusters};
}

/* Improves the best partition by what the other one sees apart.  False if stopped. */
static bool combine(struct work *work, const struct graph *graph, struct rivals *rivals) {
  bool moved;
  rank(work, graph, rivals);
  size_t parts = intersect(work, graph->node_count, rivals->best, rivals->best_clusters,
                           rivals->other);
  if (parts == rivals->best_clusters) return true;
  begin(work, graph, rivals->best);
  return go_down(work, graph, parts) &&
         finish(work, graph, rivals->best, &rivals->best_clusters, &moved);
}

/* How often a graph of this size goes into another one, within bounds. */
static size_t times(size_t size, size_t whole, size_t least, size_t most) {
  size_t count = whole / (size + 1);
  return count < least ? least : count > most ? most : count;
}

/* The best partition of several starts; false if stopped. */
static bool find_best(struct work *work, const struct graph *graph,
                      struct rivals *rivals) {
  size_t size = size_of(graph);
  size_t starts = times(size, STARTS_SIZE, size <= LARGE_SIZE ? 3 : 2, 8);
  rivals->best_clusters = find(work, graph, rivals->best);
  if (rivals->best_clusters == 0) return false;
  for (size_t i = 1; i < starts; i++) {
    rivals->other_clusters = find(work, graph, rivals->other);
    if (rivals->other_clusters == 0 || !combine(work, graph, rivals)) return false;
  }
  return true;
}

/* A last look at each node, where descents have ended with parts that moved.  False if
** stopped. */
static bool settle(struct work *work, const struct graph *graph, size_t *cluster,
                   size_t *clusters) {
  bool moved;
  if (!local_moves_settle(&work->moves, graph, cluster, &moved)) return false;
  *clusters = local_moves_number(cluster, graph->node_count, NULL, work->moves.marked);
  return true;
}

/* Improves a partition until nothing moves, or long enough.  False if stopped. */
static bool improve(struct work *work, const struct graph *graph, size_t *cluster,
                    size_t *clusters) {
  size_t size = size_of(graph);
  size_t descents = times(size, LARGE_SIZE, 2, 64);
  bool has_chains = (double)graph->node_count * (double)size <= CHAINS_SIZE;
  bool moved = true;
  while (moved) {
    moved = false;
    if (!descend(work, graph, cluster, clusters, descents)) return false;
    if (!has_chains) return settle(work, graph, cluster, clusters);
    if (!local_moves_chain(&work->moves, graph, cluster, &moved)) return false;
  }
  return true;
}

size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, struct sort_watch *watch) {
  struct work work = {.moves = {.watch = watch}};
  size_t nodes = graph->node_count;
  if (nodes == 0) return 0;
  work_place(&work, workspace, nodes, edge_count);
  work.moves.generator = random_seeded(SEED);
  struct rivals rivals = {.best = cluster, .other = work.attempt};
  if (!find_best(&work, graph, &rivals)) return 0;
  if (!improve(&work, graph, rivals.best, &rivals.best_clusters)) return 0;
  if (rivals.best != cluster) memcpy(cluster, rivals.best, nodes * sizeof *cluster);
  return rivals.best_clusters;
}
