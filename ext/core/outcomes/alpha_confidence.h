/*
** How sure Krippendorff's alpha is: a 95 % interval by the jackknife.
**
** The caller puts similar judgements into a cluster.  Each cluster is left out in turn,
** and alpha of the rest is a replicate.  More than 200 clusters form 200 groups, which
** are left out in turn.  G clusters (or groups) give replicates a_i with mean m:
**
**   se^2 = (G - 1) / G * sum((a_i - m)^2)
**
** The interval ends t standard errors below and above the alpha of all judgements.  Here
** t is the .975 quantile of Student's t with G - 1 degrees of freedom.  The upper end is
** at most 1.  If the caller gives no clusters, each unit is a cluster.  Sources: Tukey
** (1958); Efron and Tibshirani, "An introduction to the bootstrap" (1993), chapter 11.
**
** A judgement counts only if its unit has another judgement to compare it with.
*/
#ifndef ASSAY_CORE_OUTCOMES_ALPHA_CONFIDENCE_H
#define ASSAY_CORE_OUTCOMES_ALPHA_CONFIDENCE_H

#include "core/outcomes/alpha.h"

/* If there are more clusters than this, they form this many groups. */
#define ALPHA_MOST_GROUPS 200

/* Texts and blobs are in memory of the caller. */
struct clustered_judgement {
  struct judgement judgement;
  struct value cluster;
};

/* Compares judgements for qsort(): by unit, then by value, then by cluster. */
int alpha_confidence_compare(const void *left, const void *right);

/* A judgement that counts; all judgements of a `group` are left out together. */
struct alpha_member {
  struct judgement judgement;
  const struct value *cluster;
  size_t place; /* index among the judgements that count */
  size_t group;
};

/* Working memory for n judgements; each comment gives an array's length. */
struct alpha_room {
  struct alpha_member *members; /* n */
  struct judgement *judgements; /* n */
  struct alpha_cell *cells;     /* 2 n */
};

struct alpha_bars {
  size_t units;  /* number of units with two or more judgements */
  size_t values; /* number of judgements of these units */
  double alpha;  /* missing in the same cases as alpha_of() */
  double se;     /* se, low and high are missing if there is one cluster, if a
                 ** replicate is missing, or if all replicates are equal */
  double low;
  double high;
};

/* Returns the error bars of n > 0 judgements in the order of alpha_confidence_compare().
** Takes at most the time of ALPHA_MOST_GROUPS + 1 calls of alpha_of().  If the watch
** stopped the computation, do not use the result. */
struct alpha_bars alpha_confidence(const struct clustered_judgement *judgements, size_t n,
                                   bool clustered, enum alpha_level level,
                                   const struct alpha_room *room,
                                   struct sort_watch *watch);

#endif
