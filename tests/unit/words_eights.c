/* Eight bytes at a time: that words.c takes its short way wherever it may.  The long way
** gives the same answers, so that only these functions themselves tell. */
#include "../tap.h"

#include <stdlib.h>
#include <string.h>

/* The file itself instead of the library's. */
#include "../../ext/base/words.c"

static void test_load(void) {
  const unsigned char text[] = "\x01\x23\x45\x67\x89\xab\xcd\xef\x10\x20\x30";
  tap_ok(words_load_bytes(text, 0, 11) == 0xefcdab8967452301,
         "the first byte is the lowest");
  tap_ok(words_load_bytes(text, 1, 11) == 0x10efcdab89674523, "from any place");
  tap_ok(words_load_bytes(text, 8, 11) == 0x2020202020302010,
         "blanks are behind the last");
  tap_ok(words_load_bytes(text, 8, 9) == 0x2020202020202010, "of a rest of one");
  tap_ok(words_load_bytes(text, 0, 3) == 0x2020202020452301, "and behind a short text");
}

/* All of 0..127 against all of 1..127, in each of the eight places. */
static void test_from(void) {
  int wrong = 0;
  for (uint64_t byte = 0; byte < 128; byte++) {
    for (unsigned least = 1; least < 128; least++) {
      for (int shift = 0; shift < 64; shift += 8) {
        uint64_t want = byte >= least ? UINT64_C(0x80) << shift : 0;
        wrong += words_bytes_from(byte << shift, least) != want;
      }
    }
  }
  tap_is_int(wrong, 0, "the high bits of those bytes that are not less");
}

/* In memory of just that size: ASCII from the tab on is measured to its end. */
static void test_to_the_end(void) {
  static const char pattern[] = "\tab c\r\x0e~\x7f  d\ne";
  int wrong = 0;
  for (size_t length = 1; length <= 40; length++) {
    unsigned char *text = malloc(length);
    if (text == NULL) tap_bail("out of memory");
    for (size_t i = 0; i < length; i++)
      text[i] = (unsigned char)pattern[i % (sizeof pattern - 1)];
    struct word_statistics statistics = {0, 0};
    bool in_word = false;
    wrong += words_measure_ascii(text, length, &in_word, &statistics) < length;
    free(text);
  }
  tap_is_int(wrong, 0, "texts of 1 to 40 bytes are measured to their end");
}

/* What comes first that is no such ASCII ends it, at a multiple of eight. */
static void test_stops(void) {
  int wrong = 0;
  for (int byte = 0; byte < 256; byte++) {
    unsigned char text[20] = "aaaaaaaaaaaaaaaaaaa";
    text[12] = (unsigned char)byte;
    struct word_statistics statistics = {0, 0};
    bool in_word = false;
    size_t done = words_measure_ascii(text, sizeof text - 1, &in_word, &statistics);
    wrong += byte >= '\t' && byte < 0x80 ? done < sizeof text - 1 : done != 8;
    wrong += (done == 8) && !(in_word && statistics.characters == 8);
  }
  tap_is_int(wrong, 0, "any other byte stops it");
}

/* The rest, too, reads no byte beyond the text. */
static void test_cut(void) {
  const char cut[] = "a\xe2\x80";
  char *text = malloc(3);
  if (text == NULL) tap_bail("out of memory");
  memcpy(text, cut, 3);
  struct word_statistics got = words_measure(text, 3);
  free(text);
  tap_ok(got.words == 1 && got.characters == 2, "half a character is one");
}

int main(void) {
  test_load();
  test_from();
  test_to_the_end();
  test_stops();
  test_cut();
  return tap_done();
}
