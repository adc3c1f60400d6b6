/* Names of the five dimensions: see dimensions.h. */
#include "core/research/dimensions.h"

#include "base/name.h"

int dimension_find(const char *name, size_t length) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (name_matches(dimension_names[d], name, length)) return d;
  }
  return -1;
}
