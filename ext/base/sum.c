/* The n-th part of a sum: see sum.h. */
#include "base/sum.h"

#include "base/wide.h"

double sum_share(const struct sum *sum, double n) {
  double share = sum_total(sum) / n;
  double product = share * n;
  double rest =
      (sum->rounded - product) - wide_product_lost(share, n, product) + sum->lost;
  return share + rest / n;
}
