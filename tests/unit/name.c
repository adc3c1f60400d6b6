/* Names match if only the case of ASCII letters differs; no other letters have a case
** (rule R8). */
#include "base/name.h"

#include <string.h>

#include "tap.h"

static bool matches(const char *canonical, const char *text) {
  return name_matches(canonical, text, strlen(text));
}

static void whole_names(void) {
  tap_ok(matches("High", "High"), "a name matches itself");
  tap_ok(!matches("High", "Hig"), "but not the beginning of the name");
  tap_ok(!matches("High", "Highs"), "nor a longer name");
  tap_ok(!matches("High", "Low"), "nor another name");
  tap_ok(!name_matches("High", NULL, 0), "nor no text at all");
  tap_ok(!name_matches("High", "High", 3), "the length counts, not a NUL");
  tap_ok(!name_matches("High", "High\0", 5), "a NUL is a letter like any other");
}

/* Compares each byte with every byte.  Two bytes match if they are equal, or are the
** upper and lower case of one letter of A-Z. */
static void any_case(void) {
  int wrong = 0;
  for (int i = 1; i < 256; i++) {
    for (int j = 0; j < 256; j++) {
      const char canonical[] = {'x', (char)i, 0};
      const char text[] = {'X', (char)j};
      int upper = i < j ? i : j;
      int lower = i < j ? j : i;
      bool cases = upper >= 'A' && upper <= 'Z' && lower == upper - 'A' + 'a';
      wrong += name_matches(canonical, text, 2) != (i == j || cases);
    }
  }
  tap_ok(wrong == 0, "letters match in both cases, every other byte only itself");
}

static void lists(void) {
  const char *const names[] = {"easy", "normal", "hard"};
  tap_ok(name_find(names, 3, "EASY", 4) == 0, "the first of a list is found");
  tap_ok(name_find(names, 3, "Hard", 4) == 2, "and the last one");
  tap_ok(name_find(names, 2, "hard", 4) == -1, "but none beyond the list");
  tap_ok(name_find(names, 0, "easy", 4) == -1, "an empty list has no name");
}

int main(void) {
  whole_names();
  any_case();
  lists();
  return tap_done();
}
