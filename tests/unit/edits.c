/* Tests how many edits turn one name into another. */
#include "base/edits.h"

#include <string.h>

#include "tap.h"

static long long edits(const char *a, const char *b) {
  return (long long)edits_between(a, strlen(a), b, strlen(b));
}

int main(void) {
  char name[EDITS_LENGTH_LIMIT + 2];
  tap_is_int(edits("coverge", "coverage"), 1, "a letter left out");
  tap_is_int(edits("coverrage", "coverage"), 1, "one too many");
  tap_is_int(edits("coverige", "coverage"), 1, "another one");
  tap_is_int(edits("recnecy", "recency"), 1, "two swapped");
  tap_is_int(edits("rceenyc", "recency"), 2, "twice");
  tap_is_int(edits("ca", "abc"), 3, "none within another");
  tap_is_int(edits("Recency", "recency"), 1, "case counts");
  tap_is_int(edits("", ""), 0, "nothing is nothing");
  tap_is_int(edits("", "abc"), 3, "and becomes three letters");
  memset(name, 'x', sizeof name);
  tap_is_int((long long)edits_between(name, EDITS_LENGTH_LIMIT, "", 0),
             EDITS_LENGTH_LIMIT, "the longest name");
  tap_ok(edits_between(name, sizeof name - 1, name, 1) == EDITS_FAR,
         "a longer one is far");
  return tap_done();
}
