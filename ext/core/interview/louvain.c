/* Clusters of a graph by the Louvain method: see louvain.h. */
#include "core/interview/louvain.h"

#include <stdint.h>
#include <string.h>

#include "core/interview/local_moves.h"

#define SEED 42

/* The size of a graph is the number of its nodes and edge ends.  Step 4 (louvain.h) makes
** at most LARGE_SIZE / size descents.  This limit is at least 2 and at most 64. */
#define LARGE_SIZE ((size_t)1 << 17)

/* The number of starts is STARTS_SIZE / size, but at most 16, and at least three (two if
** the size is above LARGE_SIZE).  Three starts are safer: if clusters are hard to tell
** apart, two starts may both find wrong clusters. */
#define STARTS_SIZE ((size_t)1 << 15)

/* Chains of moves are tried in a graph if its number of nodes times its size is at most
** CHAINS_SIZE. */
#define CHAINS_SIZE 1048576

/* A descent makes at most MOST_LEVELS smaller graphs (levels).  If each level halves
** the number of nodes, no graph in memory needs so many levels.  If a descent ends at
** this limit, the next descent begins from the clusters found. */
#define MOST_LEVELS 40

/* A difference of modularities up to LEAST_DIFFERENCE may be a rounding error. */
#define LEAST_DIFFERENCE 1e-12

struct clusters {
  size_t *of; /* by node: its cluster, numbered in the order of first nodes */
  size_t count;
};

struct work {
  const struct graph *graph;
  struct local_moves moves; /* while no nodes move, its arrays have other uses */
  struct graph smaller[2];  /* smaller graphs (levels), used in turn */
  const struct graph *level;
  struct clusters found;   /* the clusters of `level` */
  size_t *smaller_cluster; /* by node of a smaller graph: its cluster */
  size_t *part;            /* by node of `level`: its part, a node of the next level */
  size_t *place;           /* by node of `graph`: its node in `level` */
  size_t *attempt;         /* clusters from another start */
};

size_t louvain_bytes(size_t node_count, size_t edge_count) {
  size_t graph = graph_bytes(node_count, edge_count);
  if (graph == 0 || graph > SIZE_MAX / 8) return 0;
  return 2 * graph + local_moves_bytes(node_count) + 4 * node_count * sizeof(size_t);
}

static void louvain_work_place(struct work *work, void *workspace, size_t nodes,
                               size_t edges) {
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

static size_t louvain_size_of(const struct graph *graph) {
  return graph->node_count + graph->first[graph->node_count];
}

static void louvain_number_apart(size_t *number, size_t nodes) {
  for (size_t i = 0; i < nodes; i++) {
    number[i] = i;
  }
}

/* Lets the nodes of a graph move, and numbers their clusters again.  This function and
** the bool functions below return false if the watch stopped them. */
static bool louvain_settle(struct work *work, const struct graph *graph,
                           struct clusters *clusters, bool *moved) {
  size_t nodes = graph->node_count;
  if (!local_moves_settle(&work->moves, graph, clusters->of, moved)) return false;
  clusters->count = local_moves_number(clusters->of, nodes, NULL, work->moves.marked);
  return true;
}

/* Splits the clusters of the level.  Returns the number of parts; 0 if the watch stopped
** the work.  If each part is a single node, the next level would be as large as this one.
** So the clusters become the parts. */
static size_t louvain_split(struct work *work) {
  size_t nodes = work->level->node_count;
  if (!local_moves_split(&work->moves, work->level, work->found.of, work->part)) return 0;
  size_t parts = local_moves_number(work->part, nodes, NULL, work->moves.marked);
  if (parts < nodes) return parts;
  memcpy(work->part, work->found.of, nodes * sizeof *work->part);
  return work->found.count;
}

/* Appends a part's neighbours to `smaller`, with weights from partition_gather(). */
static void louvain_append_row(const struct partition *partition, struct graph *smaller,
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

/* Makes the graph whose nodes are the parts of the level.  The graph needs no self-loops
** for edges inside a part: these edges stay inside one cluster, and the part's degree
** includes them. */
static bool louvain_shrink(struct work *work, size_t parts, struct graph *smaller) {
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
      partition_gather(partition, member[i]);
      smaller->degree[part] += level->degree[member[i]];
      if (local_moves_look(&work->moves, level, member[i])) return false;
    }
    louvain_append_row(partition, smaller, part);
    partition_forget(partition);
  }
  return true;
}

/* Goes to the next level, whose nodes are the parts.  Parts are numbered in the order of
** their first nodes, so a part's number is at most the number of any node in it.  So the
** first loop reads the cluster of node i before it overwrites entry i. */
static bool louvain_go_down(struct work *work, size_t parts) {
  struct graph *smaller = &work->smaller[work->level == &work->smaller[0]];
  if (!louvain_shrink(work, parts, smaller)) return false;
  for (size_t i = 0; i < work->level->node_count; i++) {
    work->smaller_cluster[work->part[i]] = work->found.of[i];
  }
  for (size_t i = 0; i < work->graph->node_count; i++) {
    work->place[i] = work->part[work->place[i]];
  }
  work->level = smaller;
  work->found.of = work->smaller_cluster;
  return true;
}

static void louvain_begin(struct work *work, const struct clusters *clusters) {
  work->level = work->graph;
  work->found = *clusters;
  louvain_number_apart(work->place, work->graph->node_count);
}

/* Descends from the current level, and writes the clusters of the graph's nodes. */
static bool louvain_finish(struct work *work, struct clusters *clusters, bool *moved) {
  size_t nodes = work->graph->node_count;
  *moved = false;
  for (int depth = 0;; depth++) {
    bool again;
    if (!louvain_settle(work, work->level, &work->found, &again)) return false;
    *moved = *moved || again;
    /* untested: no known graph has MOST_LEVELS levels */
    if (work->found.count == work->level->node_count || depth == MOST_LEVELS) break;
    size_t parts = louvain_split(work);
    if (parts == 0 || !louvain_go_down(work, parts)) return false;
  }
  for (size_t i = 0; i < nodes && work->level != work->graph; i++) {
    clusters->of[i] = work->found.of[work->place[i]];
  }
  clusters->count = local_moves_number(clusters->of, nodes, NULL, work->moves.marked);
  return true;
}

/* Descends until no node moves, at most `descents` times. */
static bool louvain_descend(struct work *work, struct clusters *clusters,
                            size_t descents) {
  bool moved = true;
  for (size_t i = 0; moved && i < descents; i++) {
    louvain_begin(work, clusters);
    if (!louvain_finish(work, clusters, &moved)) return false;
  }
  return true;
}

/* Finds clusters from a new start. */
static bool louvain_find(struct work *work, struct clusters *clusters) {
  louvain_number_apart(clusters->of, work->graph->node_count);
  return louvain_descend(work, clusters, 2);
}

/* Nodes that share a cluster in `clusters` and in `others` become one part.  Numbers
** parts by their first nodes.  Returns the number of parts. */
static size_t louvain_intersect(struct work *work, const struct clusters *clusters,
                                const struct clusters *others) {
  size_t nodes = work->graph->node_count;
  size_t *start = work->moves.home;
  size_t *member = work->moves.order;
  size_t *number = work->moves.marked; /* by cluster of `others`: last part + 1, or 0 */
  size_t parts = 0;
  graph_members(clusters->of, nodes, clusters->count, start, member);
  memset(number, 0, nodes * sizeof *number);
  for (size_t c = 0; c < clusters->count; c++) {
    size_t before = parts;
    for (size_t i = start[c]; i < start[c + 1]; i++) {
      size_t other = others->of[member[i]];
      if (number[other] <= before) number[other] = ++parts;
      work->part[member[i]] = number[other] - 1;
    }
  }
  return local_moves_number(work->part, nodes, NULL, number);
}

/* Swaps two partitions if the second is better by more than a rounding error. */
static void louvain_rank(struct work *work, struct clusters *best,
                         struct clusters *other) {
  double *sums = work->smaller[0].degree; /* not in use; room for 2 numbers per node */
  double q = graph_modularity(work->graph, best->of, best->count, sums);
  double other_q = graph_modularity(work->graph, other->of, other->count, sums);
  if (!(other_q > q + LEAST_DIFFERENCE)) return;
  struct clusters swapped = *best;
  *best = *other;
  *other = swapped;
}

/* Improves the better of two partitions.  In it, nodes of one cluster can move apart if
** the other partition separates them. */
static bool louvain_combine(struct work *work, struct clusters *best,
                            struct clusters *other) {
  bool moved;
  louvain_rank(work, best, other);
  size_t parts = louvain_intersect(work, best, other);
  if (parts == best->count) return true;
  louvain_begin(work, best);
  return louvain_go_down(work, parts) && louvain_finish(work, best, &moved);
}

/* Returns `whole` / (size + 1), but at least `least` and at most `most`. */
static size_t louvain_times(size_t size, size_t whole, size_t least, size_t most) {
  size_t count = whole / (size + 1);
  return count < least ? least : count > most ? most : count;
}

/* Finds the best partition of several starts. */
static bool louvain_find_best(struct work *work, struct clusters *best,
                              struct clusters *other) {
  size_t size = louvain_size_of(work->graph);
  size_t starts = louvain_times(size, STARTS_SIZE, size <= LARGE_SIZE ? 3 : 2, 16);
  if (!louvain_find(work, best)) return false;
  for (size_t i = 1; i < starts; i++) {
    if (!louvain_find(work, other) || !louvain_combine(work, best, other)) return false;
  }
  return true;
}

/* Improves a partition by steps 4 and 5 of louvain.h. */
static bool louvain_improve(struct work *work, struct clusters *clusters) {
  const struct graph *graph = work->graph;
  size_t size = louvain_size_of(graph);
  size_t descents = louvain_times(size, LARGE_SIZE, 2, 64);
  bool has_chains = (double)graph->node_count * (double)size <= CHAINS_SIZE;
  bool moved = true;
  while (moved) {
    if (!louvain_descend(work, clusters, descents)) return false;
    if (!has_chains) return louvain_settle(work, graph, clusters, &moved);
    if (!local_moves_chain(&work->moves, graph, clusters->of, &moved)) return false;
  }
  return true;
}

size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, struct sort_watch *watch) {
  struct work work = {.graph = graph, .moves = {.watch = watch}};
  size_t nodes = graph->node_count;
  if (nodes == 0) return 0;
  louvain_work_place(&work, workspace, nodes, edge_count);
  work.moves.generator = random_seeded(SEED);
  struct clusters best = {.of = cluster};
  struct clusters other = {.of = work.attempt};
  if (!louvain_find_best(&work, &best, &other) || !louvain_improve(&work, &best))
    return 0;
  if (best.of != cluster) memcpy(cluster, best.of, nodes * sizeof *cluster);
  return best.count;
}
