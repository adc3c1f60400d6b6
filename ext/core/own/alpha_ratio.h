/*
** The ratio differences of all pairs of many numbers, ((x - y) / (x + y))^2, without
** looking at the pairs: O(n).
**
** Numbers with one binary exponent are a box.  1 / (x + y)^2 is smooth where x and y are
** in boxes, so there it is a polynomial of both, to the last bits of a double, given by
** its values at Chebyshev points (Fong and Darve, "The black-box fast multipole method",
** 2009).  Of each box the sums of 1, x - m and (x - m)^2, m its mean, times the
** polynomial of each point are enough: so numbers that differ in their last digits only
** lose nothing to cancellation.  Boxes 60 powers of two apart differ by 1.
*/
#ifndef ASSAY_CORE_OWN_ALPHA_RATIO_H
#define ASSAY_CORE_OWN_ALPHA_RATIO_H

#include <stddef.h>

#include "base/sort.h"
#include "core/own/alpha.h"

/* Twice the sum over the pairs of `count` > 0 cells, each pair times both counts, numbers
** ascending and > 0.  Off by less than 1e-12 of itself for up to 10^6 cells.  Missing
** where the watch stopped it. */
double alpha_ratio_sum(const struct alpha_cell *cells, size_t count,
                       struct sort_watch *watch);

#endif
