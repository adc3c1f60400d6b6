"""The rules for clusters of a graph (sql/interview/README.md, "Clusters").

Louvain's method has several right answers, so this module does not compute one. It checks
what the method promises: no move of one node improves the partition.
"""

from fractions import Fraction

from answers import JsonSuch, Near
from reading import number, sort_key, text


def edges_of(rows):
    """Returns (source, target, weight) of the rows with a source, a target and a weight
    above 0. Nodes with the same text are equal: 1 equals '1'.
    """
    edges = []
    for source, target, *weight in rows:
        weight = number(weight[0]) if weight else 1
        if None not in (source, target, weight) and weight > 0:
            edges.append((text(source), text(target), Fraction(weight)))
    return edges


def quality(edges, cluster_of):
    """Returns Newman's modularity: the share of the weight inside clusters, minus the
    share expected by chance. An edge from a node to itself adds its weight twice to the
    node's degree.
    """
    total = sum(weight for _, _, weight in edges)
    inside, degrees = Fraction(0), {}
    for source, target, weight in edges:
        if cluster_of[source] == cluster_of[target]:
            inside += weight
        for node in (source, target):
            cluster = cluster_of[node]
            degrees[cluster] = degrees.get(cluster, 0) + weight
    by_chance = sum((degree / (2 * total)) ** 2 for degree in degrees.values())
    return inside / total - by_chance


def modularity(rows):
    """Returns the modularity of rows (source, target, the source's cluster, the target's
    cluster [, weight]). A node without a cluster is a cluster of its own.
    """
    edges = edges_of([(row[0], row[1], *row[4:]) for row in rows])
    if not edges:
        return None
    cluster_of = {}
    for source, target, of_source, of_target, *_ in rows:
        for node, cluster in ((source, of_source), (target, of_target)):
            own = ("own", text(node)) if cluster is None else ("given", text(cluster))
            cluster_of[text(node)] = own
    return Near(float(quality(edges, cluster_of)), absolute=1e-14)


def nodes_of(rows):
    """Returns the sorted nodes. A row with only a source or only a target gives
    one node."""
    nodes = {text(node): node for row in rows for node in row[:2] if node is not None}
    return sorted(nodes, key=lambda spelling: sort_key(nodes[spelling]))


def numbered_by_first_node(clusters):
    """Takes the cluster of each node. Returns whether the clusters are numbered 0, 1, 2
    and so on, in the order of each cluster's first node."""
    seen = []
    for cluster in clusters:
        if cluster not in seen:
            seen.append(cluster)
    return seen == list(range(len(seen)))


def improvable(edges, cluster_of):
    """Returns whether a move of one node to another cluster, or to a new cluster, makes
    quality() higher."""
    now = quality(edges, cluster_of)
    clusters = set(cluster_of.values()) | {-1}
    return any(quality(edges, {**cluster_of, node: cluster}) > now + Fraction(1, 10 ** 12)
               for node in cluster_of for cluster in clusters)


def louvain(rows):
    nodes, edges = nodes_of(rows), edges_of(rows)
    if not nodes:
        return None

    def is_good(clusters):
        return (isinstance(clusters, dict) and list(clusters) == nodes and
                numbered_by_first_node(clusters.values()) and
                not (edges and improvable(edges, clusters)))
    return JsonSuch("a partition that no move improves", is_good)
