/*
** Compares base/utf8.h with the well-formed sequences of bytes in the Unicode Standard
** (table 3-7).  Reads every code point, and all malformed sequences of two bytes.
*/
#include "base/utf8.h"

#include "encode.h"
#include "tap.h"

/* One row for each range of first bytes, with the range of the second byte and the
** character's size. */
static const struct {
  unsigned first, last;
  unsigned second_least, second_most;
  size_t size;
} well_formed[] = {
    {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

/* Returns the size of the character that begins with the two bytes, or 0 if no character
** does. */
static size_t size_of(unsigned first, unsigned second) {
  for (size_t i = 0; i < sizeof well_formed / sizeof *well_formed; i++) {
    if (first < well_formed[i].first || first > well_formed[i].last) continue;
    if (well_formed[i].size == 1) return 1;
    return second >= well_formed[i].second_least && second <= well_formed[i].second_most
               ? well_formed[i].size
               : 0;
  }
  return 0;
}

/* Tests all pairs of bytes, followed by as many continuation bytes as a character could
** need. */
static void test_pairs(void) {
  int wrong = 0;
  for (unsigned first = 0; first < 256; first++) {
    for (unsigned second = 0; second < 256; second++) {
      const char text[] = {(char)first, (char)second, '\x80', '\xbf'};
      size_t size = size_of(first, second), taken;
      uint32_t code = utf8_read(text, sizeof text, &taken);
      wrong += taken != (size > 0 ? size : 1);
      wrong += size == 0 && code != UTF8_STRAY + first;
      wrong += size > 0 && code >= UTF8_STRAY;
    }
  }
  tap_is_int(wrong, 0, "a well-formed character is read whole, a stray byte by itself");
}

static void test_code_points(void) {
  int wrong = 0, cut = 0, broken = 0;
  for (uint32_t code = 0; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    char text[4];
    size_t size = encode_utf8(code, text), taken;
    wrong += utf8_read(text, size, &taken) != code || taken != size;
    uint32_t stray = UTF8_STRAY + (unsigned char)text[0];
    if (size == 1) continue;
    cut += utf8_read(text, size - 1, &taken) != stray || taken != 1;
    text[size - 1] ^= (char)0x40;
    broken += utf8_read(text, size, &taken) != stray || taken != 1;
  }
  tap_is_int(wrong, 0, "every code point reads back");
  tap_is_int(cut, 0, "none whose last byte is cut off");
  tap_is_int(broken, 0, "none whose last byte is no continuation");
}

/* Malformed texts with different bytes are read as different texts.  utf8_read() returns
** only numbers below 2^21. */
static void test_strays(void) {
  size_t taken;
  tap_is_int(utf8_read("\xed\xa0\x80", 3, &taken), 0x1100ed,
             "a surrogate is a stray byte");
  tap_is_int(utf8_read("\xf4\x90\x80\x80", 4, &taken), 0x1100f4,
             "so is the beginning of a code point beyond the last");
  tap_is_int((long long)taken, 1, "and it is read as itself");
  tap_ok(UTF8_STRAY + 0xff < 1u << 21, "all that is read is below 2^21");
}

static void test_cut(void) {
  static const size_t want[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
  const char *text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\x8d"; /* 1 to 4 bytes each */
  int wrong = 0;
  for (size_t length = 0; length <= 10; length++)
    wrong += utf8_cut(text, length) != want[length];
  tap_is_int(wrong, 0, "a text is cut where a character begins");
  tap_is_int((long long)utf8_cut("\x80\x80\x80", 2), 0, "or at its start");
}

int main(void) {
  test_pairs();
  test_code_points();
  test_strays();
  test_cut();
  return tap_done();
}
