/* Tests base/bytes.h.  The order of bytes must be SQLite's order of texts and blobs.
** Eight bytes are read as one number. */
#include "base/bytes.h"

#include "tap.h"

/* The texts are in ascending order. */
static const struct {
  const char *bytes;
  size_t length;
} ascending[] = {{NULL, 0}, {"\0", 1}, {"\0\0", 2}, {"A", 1}, {"A\0B", 3}, {"A\0C", 3},
                 {"AB", 2}, {"a", 1},  {"ab", 2},   {"b", 1}, {"\xc3", 1}, {"\xff", 1}};

enum { TEXTS = sizeof ascending / sizeof *ascending };

static void test_order(void) {
  int wrong = 0;
  for (int i = 0; i < TEXTS; i++) {
    for (int j = 0; j < TEXTS; j++) {
      int order = bytes_compare(ascending[i].bytes, ascending[i].length,
                                ascending[j].bytes, ascending[j].length);
      wrong += (order > 0) - (order < 0) != (i > j) - (i < j);
      if (i == 0 || j == 0) continue;
      wrong += bytes_same(ascending[i].bytes, ascending[i].length, ascending[j].bytes,
                          ascending[j].length) != (i == j);
    }
  }
  tap_is_int(wrong, 0, "texts in the order of their bytes, the shorter first");
  tap_ok(bytes_same("ab", 1, "ac", 1), "the same as far as they go");
  tap_ok(!bytes_same("ab", 2, "ab", 1), "and not where one goes further");
}

static void test_eight(void) {
  const unsigned char text[] = "\x01\x23\x45\x67\x89\xab\xcd\xef\x10";
  tap_ok(bytes_load_eight(text) == 0xefcdab8967452301, "the first byte is the lowest");
  tap_ok(bytes_load_eight(text + 1) == 0x10efcdab89674523, "from any place");
}

int main(void) {
  test_order();
  test_eight();
  return tap_done();
}
