/*
** How sure Krippendorff's alpha is: a 95 % interval by the jackknife.
**
** One cluster of judgements is left out in turn, and alpha taken of the others.  With G
** clusters, a such a replicate and m the mean of them
**
**   se^2 = (G - 1) / G * sum((a - m)^2)
**
** and the ends are t standard errors from the alpha of all, t the .975 quantile with
** G - 1 degrees of freedom; the upper one is at most 1.  Without clusters each unit is
** one.  Sources: Tukey (1958); Efron and Tibshirani, "An introduction to the bootstrap"
** (1993), chapter 11.
**
** Only judgements of units with two or more of them count: others are not compared with
** anything, so leaving them out changes nothing.
*/
#ifndef ASSAY_CORE_OUTCOMES_ALPHA_CONFIDENCE_H
#define ASSAY_CORE_OUTCOMES_ALPHA_CONFIDENCE_H

#include "core/outcomes/alpha.h"

/* More clusters than this are left out in this many groups of neighbours. */
#define ALPHA_MOST_GROUPS 200

/* A judgement and its cluster.  Bytes belong to whoever filled them in. */
struct clustered_judgement {
  struct judgement judgement;
  struct value cluster;
};

/* The order in which they are summed, as for qsort(): by unit, then by value, then by
** cluster. */
int alpha_confidence_compare(const void *left, const void *right);

/* A judgement that counts: its cluster, later the group in which that is left out. */
struct alpha_member {
  struct judgement judgement;
  const struct value *cluster;
  size_t place; /* among those that count */
  size_t group;
};

/* Room for the work on n judgements. */
struct alpha_room {
  struct alpha_member *members; /* n */
  struct judgement *judgements; /* n */
  struct alpha_cell *cells;     /* 2 n */
};

struct alpha_bars {
  size_t units;  /* with two judgements or more */
  size_t values; /* of those */
  double alpha;  /* missing if nothing can disagree */
  double se;     /* this and the ends are missing if replicates are, or are all equal */
  double low;
  double high;
};

/* The error bars of n > 0 judgements in that order; without clusters their field is
** ignored.  It takes at most the time of ALPHA_MOST_GROUPS + 1 calls of alpha_of().  If
** the watch stopped it, do not use the answer. */
struct alpha_bars alpha_confidence(const struct clustered_judgement *judgements, size_t n,
                                   bool clustered, enum alpha_level level,
                                   const struct alpha_room *room,
                                   struct sort_watch *watch);

#endif
