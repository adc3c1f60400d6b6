/*
** Compares graph_metrics on random graphs with plain SQL: density and median degree with
** joins, candidates (unvisited nodes within k hops) with a recursive CTE (ADR-006, "Graph
** Utilities Module").
*/
#include "../database.h"
#include "../random.h"

#define GRAPHS 40
#define MAX_HOPS 4

/* Draws edges and visited nodes.  Among the edges are duplicates, self-loops, and edges
** without a weight or without an end. */
static void make_graph(void) {
  int nodes = 2 + random_below(25);
  int edges = random_below(3 * nodes);
  run("DELETE FROM e; DELETE FROM visited");
  for (int i = 0; i < edges; i++) {
    run_with("INSERT INTO e VALUES (%d, nullif(%d, 0), %s)", random_below(nodes),
             random_below(nodes),
             random_below(8) == 0   ? "NULL"
             : random_below(8) == 0 ? "0"
                                    : "1");
  }
  run_with("INSERT INTO visited VALUES (%d), (%d)", random_below(nodes),
           random_below(nodes));
}

static const char metrics[] =
    "DROP TABLE IF EXISTS m; CREATE TABLE m AS SELECT * FROM "
    "graph_metrics('SELECT a, b, w FROM e') WHERE max_hops = %d "
    "AND visited_sql = 'SELECT node FROM visited'";

static const char wrong_candidates[] =
    "WITH RECURSIVE link(x, y) AS (SELECT a, b FROM e WHERE w > 0 AND a <> b UNION "
    "SELECT b, a FROM e WHERE w > 0 AND a <> b), "
    "reached(focus, node, hops) AS (SELECT f.node, n.node, 0 FROM m AS f JOIN m AS n "
    "USING (cluster) UNION SELECT focus, y, hops + 1 FROM reached JOIN link ON x = node "
    "WHERE hops < %d) "
    "SELECT count(*) FROM m WHERE peripheral_candidates <> ("
    "SELECT count(DISTINCT r.node) "
    "FROM reached AS r JOIN m AS n ON n.node = r.node WHERE r.focus = m.node "
    "AND n.cluster <> m.cluster AND r.node NOT IN (SELECT node FROM visited))";

static const char wrong_measures[] =
    "WITH link(x, y) AS (SELECT a, b FROM e WHERE w > 0 AND a <> b UNION "
    "SELECT b, a FROM e WHERE w > 0 AND a <> b), "
    "degree AS (SELECT n.node, n.cluster, (SELECT count(*) FROM link JOIN m AS o "
    "ON o.node = y WHERE x = n.node AND o.cluster = n.cluster) AS d FROM m AS n), "
    "ranked AS (SELECT cluster, d, "
    "row_number() OVER (PARTITION BY cluster ORDER BY d) AS k, "
    "count(*) OVER (PARTITION BY cluster) AS n FROM degree), "
    "answer AS (SELECT cluster, n, coalesce(1.0 * sum(d) / nullif(n * (n - 1), 0), 0) AS "
    "density, avg(CASE WHEN k IN ((n + 1) / 2, n / 2 + 1) THEN d END) AS median "
    "FROM ranked GROUP BY cluster) "
    "SELECT count(*) FROM m LEFT JOIN answer USING (cluster) WHERE n IS NOT cluster_size "
    "OR abs(density - local_density) > 1e-12 OR median IS NOT median_degree";

static void test_random_graphs(void) {
  sqlite3_int64 candidates = 0;
  sqlite3_int64 measures = 0;
  sqlite3_int64 clusters = 0;
  sqlite3_int64 nodes = 0;
  run("CREATE TABLE e(a, b, w); CREATE TABLE visited(node)");
  for (int i = 0; i < GRAPHS; i++) {
    make_graph();
    for (int hops = 0; hops <= MAX_HOPS; hops++) {
      run_with(metrics, hops);
      candidates += count_differences(wrong_candidates, hops);
    }
    measures += count_differences(wrong_measures);
    nodes += ask("SELECT count(*) FROM m");
    clusters +=
        ask("SELECT count(*) FROM m JOIN (SELECT louvain(a, b, w) AS j FROM e), "
            "json_each(j) AS k ON k.key = CAST(node AS TEXT) WHERE k.value = cluster");
  }
  tap_note("%lld nodes in %d graphs", nodes, GRAPHS);
  tap_is_int(candidates, 0, "candidates within 0 to %d hops", MAX_HOPS);
  tap_is_int(measures, 0, "sizes, densities and median degrees");
  tap_is_int(clusters, nodes, "the clusters of louvain()");
}

int main(void) {
  random_open();
  database_open();
  test_random_graphs();
  tap_is_int(sqlite3_close(db), SQLITE_OK, "nothing is left open");
  return tap_done();
}
