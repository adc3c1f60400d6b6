/* Edits between names: see edits.h. */
#include "base/edits.h"

#include <stdbool.h>

static size_t edits_fewer(size_t a, size_t b) {
  return a < b ? a : b;
}

/* Computes a table of the distances between all prefixes of a and of b.  Only its last
** three rows are stored. */
size_t edits_between(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t rows[3][EDITS_LENGTH_LIMIT + 1];
  size_t *before = rows[0], *last = rows[1], *now = rows[2];
  if (a_length > EDITS_LENGTH_LIMIT || b_length > EDITS_LENGTH_LIMIT) return EDITS_FAR;
  for (size_t j = 0; j <= b_length; j++)
    last[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    now[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      char x = a[i - 1], y = b[j - 1];
      now[j] = edits_fewer(edits_fewer(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
      bool swapped = i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y;
      if (swapped) now[j] = edits_fewer(now[j], before[j - 2] + 1);
    }
    size_t *free_row = before;
    before = last;
    last = now;
    now = free_row;
  }
  return last[b_length];
}
