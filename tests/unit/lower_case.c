/*
** Compares lower case for all of Unicode (base/lower_case.h) with the Unicode Character
** Database 14.0 in Python.  The two numbers below are `count` and `digest` of
** this program, in a Python whose unicodedata.unidata_version is 14.0.0:
**
**   count, digest = 0, 0xcbf29ce484222325
**   for code in range(0x110000):
**       # one character, except for U+0130, where i comes first
**       lower = ord(chr(code).lower()[0])
**       if lower != code:
**           count += 1
**           for number in code, lower:
**               digest = (digest ^ number) * 0x100000001b3 % 2**64
*/
#include "base/lower_case.h"

#include "tap.h"

#define CAPITALS 1433
#define DIGEST 0xab5373d002a29227u

static uint64_t add_number(uint64_t digest, uint32_t number) {
  return (digest ^ number) * 0x100000001b3u;
}

static void test_against_database(void) {
  uint64_t digest = 0xcbf29ce484222325u;
  int capitals = 0;
  for (uint32_t code = 0; code < 0x110000; code++) {
    uint32_t lower = lower_case(code);
    if (lower == code) continue;
    capitals++;
    digest = add_number(add_number(digest, code), lower);
  }
  tap_is_int(capitals, CAPITALS, "as many code points have a lower case as in Unicode");
  tap_ok(digest == DIGEST, "and they are the same ones, with the same lower case");
}

static void test_rules(void) {
  int wrong = 0;
  for (uint32_t code = 0; code < 0x110000; code++)
    wrong += lower_case(lower_case(code)) != lower_case(code);
  tap_is_int(wrong, 0, "lower case stays");
  tap_is_int(lower_case(0x130), 'i', "the dotted capital I loses its dot");
  tap_is_int(lower_case(0x3a3), 0x3c3, "a capital sigma is a plain one");
  tap_is_int(lower_case(0x1e9e), 0xdf, "the capital sharp s");
  tap_is_int(lower_case(0xd7), 0xd7, "a sign among capitals");
  tap_is_int(lower_case(0x10400), 0x10428, "beyond 16 bits");
  tap_is_int(lower_case(0x110000), 0x110000, "beyond Unicode there is no lower case");
}

int main(void) {
  test_against_database();
  test_rules();
  return tap_done();
}
