/*
** Fuzzes the graph functions over random edges between a handful of nodes.
**
** graph_metrics must find the clusters that louvain() finds, whatever the order of the
** edges.  The argument focus names one node: graph_metrics must then return the row that
** it returns for this node without a focus.  A cluster's size must be the number of its
** rows, and every other number must be in its range.  Clusters of one node each must not
** have a greater modularity than the clusters found.
*/
#include <math.h>

#include "choice.h"

enum { MOST_NODES = 8, MOST_EDGES = 24 };

static sqlite3 *connection(void) {
  return choice_connection(0, ENCODING_UTF8);
}

/* Nodes are values of any kind, mostly small numbers; weights are mostly missing or 1. */
static int add_edges(struct source *source) {
  static const struct argument anything = {.name = "node"};
  static const struct argument weights = {.name = "weight",
                                          .usual = {"1", "NULL", "2", "0.1", "'3'"}};
  sqlite3_value *nodes[MOST_NODES];
  bool ignored = true;
  int node_count = 1 + source_below(source, MOST_NODES);
  for (int i = 0; i < node_count; i++)
    nodes[i] = choice_value(source, connection(), &anything, &ignored);
  int edge_count = source_below(source, MOST_EDGES);
  for (int n = 1; n <= edge_count; n++) {
    int ends = source_byte(source) & 0x7f;
    sqlite3_value *edge[3] = {nodes[ends % 8 % node_count], nodes[ends / 8 % node_count]};
    edge[2] = choice_value(source, connection(), &weights, &ignored);
    choice_insert(connection(), (struct place){n, 0, 0}, edge, 3);
    sqlite3_value_free(edge[2]);
  }
  for (int i = 0; i < node_count; i++)
    sqlite3_value_free(nodes[i]);
  return node_count;
}

#define EDGES(order) "'SELECT v0, v1, v2 FROM call_rows ORDER BY " order "'"

static void ask(const char *sql, struct answers *answers) {
  sqlite3_stmt *statement = choice_statement(connection(), sql);
  int rc;
  answers_clear(choice_kept());
  while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
    continue;
  if (rc != SQLITE_DONE) fuzz_fail(sql, sqlite3_errmsg(connection()));
  sqlite3_reset(statement);
  answers_clear(answers);
  answers_append(answers, choice_kept());
}

static void check_same(const char *what, const char *left, const char *right) {
  static struct answers a, b;
  ask(left, &a);
  ask(right, &b);
  if (answers_equal(&a, &b)) return;
  answers_print(left, &a);
  answers_print(right, &b);
  fuzz_fail("graph", what);
}

static double number(const char *sql) {
  sqlite3_stmt *statement = choice_statement(connection(), sql);
  if (sqlite3_step(statement) != SQLITE_ROW) {
    fuzz_fail(sql, sqlite3_errmsg(connection()));
  }
  bool is_null = sqlite3_column_type(statement, 0) == SQLITE_NULL;
  double answer = is_null ? NAN : sqlite3_column_double(statement, 0);
  sqlite3_reset(statement);
  return answer;
}

/* Stores the rows of graph_metrics in a table, so the checks need not compute the
** clusters again.  A CTE could not replace the table, because SQLite 3.31 lacks
** MATERIALIZED. */
static void keep_rows(void) {
  static struct answers none;
  static bool is_open;
  if (!is_open) {
    ask("CREATE TABLE metrics(node, cluster, cluster_size, local_density, median_degree, "
        "peripheral_candidates)",
        &none);
    ask("CREATE TABLE clusters(value, cluster)", &none);
    is_open = true;
  }
  ask("DELETE FROM metrics", &none);
  ask("DELETE FROM clusters", &none);
  ask("INSERT INTO metrics SELECT * FROM graph_metrics(" EDGES("n") ")", &none);
  ask("INSERT INTO clusters SELECT v, (SELECT cluster FROM graph_metrics(" EDGES(
          "n") ", "
               "v) AS m) FROM (SELECT v0 AS v FROM call_rows UNION "
               "SELECT v1 FROM call_rows) WHERE v IS NOT NULL",
      &none);
}

/* Checks each row of graph_metrics, by itself and against the other rows.  With NULL as
** focus, graph_metrics would return no row.  So the queries leave the focus out, and pass
** the later arguments by name, in WHERE. */
static void check_rows(void) {
  static const char wrong[] =
      "SELECT count(*) FROM metrics AS m WHERE local_density NOT BETWEEN 0 AND 1 "
      "OR cluster_size <> (SELECT count(*) FROM metrics WHERE cluster = m.cluster) "
      "OR median_degree NOT BETWEEN 0 AND cluster_size - 1 OR peripheral_candidates "
      "NOT BETWEEN 0 AND (SELECT count(*) FROM metrics) - cluster_size";
  static const char lost[] =
      "SELECT count(*) <> (SELECT count(*) FROM metrics) OR sum("
      "near.peripheral_candidates > far.peripheral_candidates) > 0 "
      "FROM graph_metrics(" EDGES("n") ") AS far JOIN metrics AS near "
                                       "ON near.node IS far.node WHERE far.max_hops = 3";
  static const char none[] = "SELECT count(*) <> (SELECT count(*) FROM metrics) "
                             "OR sum(peripheral_candidates) > 0 "
                             "FROM graph_metrics(" EDGES("n") ") WHERE max_hops = 0";
  static const char visited[] =
      "SELECT count(*) <> (SELECT count(*) FROM metrics) "
      "OR sum(peripheral_candidates) > 0 "
      "FROM graph_metrics(" EDGES(
          "n") ") WHERE visited_sql = "
               "'SELECT v0 FROM call_rows UNION ALL SELECT v1 FROM call_rows'";
  if (number(wrong) != 0) fuzz_fail("graph", "numbers that do not fit together");
  if (number(lost) == 1) fuzz_fail("graph", "fewer candidates within more hops");
  if (number(none) == 1) fuzz_fail("graph", "candidates without a hop");
  if (number(visited) == 1) fuzz_fail("graph", "a visited node is a candidate");
}

/* In a graph without nodes the focus is NULL, and graph_metrics returns no row. */
static void check_focus(void) {
  static const char same[] = "SELECT count(*) FROM graph_metrics(" EDGES(
      "n") ", (SELECT value FROM clusters)) "
           "AS f JOIN metrics AS m ON m.node IS f.node AND m.cluster = f.cluster AND "
           "m.cluster_size = f.cluster_size AND m.local_density = f.local_density AND "
           "m.median_degree = f.median_degree AND "
           "m.peripheral_candidates = f.peripheral_candidates";
  static const char lost[] =
      "SELECT count(*) FROM clusters WHERE cluster IS NULL OR cluster NOT IN (SELECT "
      "cluster FROM metrics)";
  double nodes = number("SELECT count(*) FROM clusters");
  if (number(same) != (nodes > 0)) fuzz_fail("graph", "another row for a focus");
  if (number(lost) != 0) fuzz_fail("graph", "no row for a focus");
}

/* The cluster of each node comes from a call with this node as focus. */
static void check_modularity(void) {
  static const char found[] =
      "SELECT modularity(v0, v1, a.cluster, b.cluster, v2) FROM call_rows "
      "LEFT JOIN clusters AS a ON a.value IS v0 LEFT JOIN clusters AS b ON b.value IS v1";
  double clusters = number(found);
  double singles = number("SELECT modularity(v0, v1, NULL, NULL, v2) FROM call_rows");
  if (isnan(clusters) != isnan(singles)) fuzz_fail("modularity", "missing for one");
  if (clusters < singles - 1e-12) fuzz_fail("modularity", "worse than no clusters");
  if (!isnan(clusters) && !(clusters >= -0.5 && clusters <= 1)) {
    fuzz_fail("modularity", "out of range");
  }
}

static const struct call *louvain(void) {
  const struct calls *calls = choice_calls();
  for (int i = 0; i < calls->count; i++)
    if (strcmp(calls->items[i].name, "louvain") == 0) return &calls->items[i];
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
#define METRICS                                                                          \
  "SELECT keep(node), keep(cluster), keep(cluster_size), keep(local_density), "          \
  "keep(median_degree), keep(peripheral_candidates) FROM graph_metrics("
  static struct answers answers;
  struct source source = source_open(data, size);
  choice_begin();
  source_choose_wildness(&source);
  add_edges(&source);
  choice_expect(louvain(), false);
  ask("SELECT keep(louvain(v0, v1, v2)) FROM call_rows", &answers);
  choice_expect(NULL, false);
  check_same("clusters are not those of louvain()",
             "SELECT keep(value) FROM json_each((SELECT louvain(v0, v1, v2) FROM "
             "(SELECT * FROM call_rows ORDER BY (n * 7) % 29)))",
             "SELECT keep(cluster) FROM graph_metrics(" EDGES("n") ")");
  check_same("another answer for another order", METRICS EDGES("n DESC") ")",
             METRICS EDGES("(n * 5) % 29") ")");
  keep_rows();
  check_focus();
  check_rows();
  check_modularity();
  choice_empty(connection());
  return 0;
}
