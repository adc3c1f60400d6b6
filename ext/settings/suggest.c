/* "Did you mean ...?": see suggest.h. */
#include "settings/suggest.h"

#include <string.h>

static size_t suggest_least(size_t a, size_t b) {
  return a < b ? a : b;
}

/* Optimal string alignment distance: Damerau's edits, none within another.  Three rows of
** the table of distances between prefixes are enough.  O(n m). */
static size_t suggest_distance_between(const struct segment *a, const struct segment *b) {
  size_t rows[3][SUGGEST_LENGTH_LIMIT + 1];
  size_t *before = rows[0], *last = rows[1], *now = rows[2];
  for (size_t j = 0; j <= b->length; j++)
    last[j] = j;
  for (size_t i = 1; i <= a->length; i++) {
    now[0] = i;
    for (size_t j = 1; j <= b->length; j++) {
      char x = a->text[i - 1], y = b->text[j - 1];
      now[j] =
          suggest_least(suggest_least(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
      bool swapped = i > 1 && j > 1 && x == b->text[j - 2] && a->text[i - 2] == y;
      if (swapped) now[j] = suggest_least(now[j], before[j - 2] + 1);
    }
    size_t *free_row = before;
    before = last;
    last = now;
    now = free_row;
  }
  return last[b->length];
}

void suggest(struct suggestion *suggestion, const char *name, size_t length) {
  const struct segment candidate = {name, length};
  const struct segment *misspelt = &suggestion->misspelt;
  if (length > SUGGEST_LENGTH_LIMIT || misspelt->length > SUGGEST_LENGTH_LIMIT) return;
  size_t longer = length > misspelt->length ? length : misspelt->length;
  size_t distance = suggest_distance_between(misspelt, &candidate);
  if (distance > (longer + 2) / 3) return;
  if (suggestion->name.text != NULL && suggestion->distance <= distance) return;
  suggestion->name = candidate;
  suggestion->distance = distance;
}
