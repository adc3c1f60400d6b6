/* The jackknife of Krippendorff's alpha: see alpha_confidence.h. */
#include "core/outcomes/alpha_confidence.h"

#include "base/missing.h"
#include "base/sum.h"
#include "core/outcomes/statistics.h"

int alpha_confidence_compare(const void *left, const void *right) {
  const struct clustered_judgement *a = left, *b = right;
  int order = alpha_compare(&a->judgement, &b->judgement);
  return order != 0 ? order : value_compare(&a->cluster, &b->cluster);
}

static int alpha_confidence_compare_clusters(const void *left, const void *right) {
  const struct alpha_member *a = left, *b = right;
  int order = value_compare(a->cluster, b->cluster);
  return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static int alpha_confidence_compare_places(const void *left, const void *right) {
  const struct alpha_member *a = left, *b = right;
  return (a->place > b->place) - (a->place < b->place);
}

/* Copies the judgements of units with two or more judgements, and counts these units and
** judgements. */
static void alpha_confidence_gather(const struct clustered_judgement *judgements,
                                    size_t n, bool clustered,
                                    struct alpha_member *members,
                                    struct alpha_bars *bars) {
  for (size_t first = 0, end; first < n; first = end) {
    const struct value *unit = &judgements[first].judgement.unit;
    for (end = first + 1; end < n; end++)
      if (value_compare(unit, &judgements[end].judgement.unit) != 0) break;
    if (end - first < 2) continue;
    bars->units++;
    for (size_t i = first; i < end; i++) {
      const struct clustered_judgement *each = &judgements[i];
      members[bars->values] =
          (struct alpha_member){.judgement = each->judgement,
                                .cluster = clustered ? &each->cluster : unit,
                                .place = bars->values};
      bars->values++;
    }
  }
}

/* Puts the judgements into groups.  A group's clusters are left out together.  Returns
** the number of groups; 0 if the watch stopped a sort. */
static size_t alpha_confidence_group(struct alpha_member *members, size_t count,
                                     struct sort_watch *watch) {
  size_t clusters = 0;
  if (!sort_items(members, count, sizeof *members, alpha_confidence_compare_clusters,
                  watch))
    return 0;
  for (size_t i = 0; i < count; i++) {
    bool same = i > 0 && value_compare(members[i - 1].cluster, members[i].cluster) == 0;
    clusters += !same;
    members[i].group = clusters - 1;
  }
  for (size_t i = 0; i < count && clusters > ALPHA_MOST_GROUPS; i++)
    members[i].group = members[i].group * ALPHA_MOST_GROUPS / clusters;
  if (!sort_items(members, count, sizeof *members, alpha_confidence_compare_places,
                  watch))
    return 0;
  return clusters < ALPHA_MOST_GROUPS ? clusters : ALPHA_MOST_GROUPS;
}

/* Returns alpha without the judgements of a group.  Missing if the watch stopped the
** computation. */
static double alpha_confidence_without(const struct alpha_member *members, size_t count,
                                       size_t group, enum alpha_level level,
                                       const struct alpha_room *room,
                                       struct sort_watch *watch) {
  size_t others = 0;
  for (size_t i = 0; i < count; i++)
    if (members[i].group != group) room->judgements[others++] = members[i].judgement;
  if (sort_watch_stops(watch)) return MISSING;
  return alpha_of(room->judgements, others, level, room->cells, watch);
}

/* Replicates count as equal if their range is at most this * max(1, their magnitudes). */
#define ROUNDING 0x1p-40

static double alpha_confidence_error(const double *replicates, size_t groups) {
  struct sum sum = {0, 0}, squares = {0, 0};
  double least = replicates[0], greatest = replicates[0];
  for (size_t g = 0; g < groups; g++) {
    if (is_missing(replicates[g])) return MISSING;
    sum_add(&sum, replicates[g]);
    least = lesser_of(least, replicates[g]);
    greatest = greater_of(greatest, replicates[g]);
  }
  double magnitude = greater_of(1, greater_of(fabs(least), fabs(greatest)));
  if (greatest - least <= ROUNDING * magnitude) return MISSING;
  double mean = sum_share(&sum, (double)groups);
  for (size_t g = 0; g < groups; g++)
    sum_add(&squares, (replicates[g] - mean) * (replicates[g] - mean));
  return sqrt((double)(groups - 1) / (double)groups * sum_total(&squares));
}

struct alpha_bars alpha_confidence(const struct clustered_judgement *judgements, size_t n,
                                   bool clustered, enum alpha_level level,
                                   const struct alpha_room *room,
                                   struct sort_watch *watch) {
  struct alpha_bars bars = {0, 0, MISSING, MISSING, MISSING, MISSING};
  double replicates[ALPHA_MOST_GROUPS];
  alpha_confidence_gather(judgements, n, clustered, room->members, &bars);
  if (bars.values == 0) return bars;
  size_t groups = alpha_confidence_group(room->members, bars.values, watch);
  bars.alpha = alpha_confidence_without(room->members, bars.values, ALPHA_MOST_GROUPS,
                                        level, room, watch);
  if (groups < 2 || is_missing(bars.alpha)) return bars;
  for (size_t g = 0; g < groups; g++)
    replicates[g] =
        alpha_confidence_without(room->members, bars.values, g, level, room, watch);
  bars.se = alpha_confidence_error(replicates, groups);
  if (is_missing(bars.se)) return bars;
  double half = statistics_t_quantile(groups - 1) * bars.se;
  bars.low = bars.alpha - half;
  bars.high = lesser_of(bars.alpha + half, 1);
  return bars;
}
