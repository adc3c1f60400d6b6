/* Words of a query: split on Unicode white space, measured as length() measures. */
#include "../tap.h"

#include <string.h>

#include "core/words.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

static const struct {
  const char *text;
  int words;
  int characters;
} texts[] = {
    {"", 0, 0},
    {"   \t\n", 0, 0},
    {"session token refresh", 3, 19},
    {"  session\ttoken\r\nrefresh ", 3, 19},
    {"a", 1, 1},
    {"src/auth.ts", 1, 11}, /* punctuation does not split */
    {"na\xc3\xafve caf\xc3\xa9", 2, 9},
    {"\xe4\xb8\xad\xe6\x96\x87 \xe6\xa3\x80\xe7\xb4\xa2", 2, 4},
    {"\xf0\x9f\x94\x8d search", 2, 7},
    {"\xe4\xb8\xad\t\xe6\x96\x87\n\xe6\xa3\x80", 3, 3},
    {"\xe2\x80\x8b", 1, 1}, /* U+200B is no white space */
    {"a\xe2\x81\xa0"
     "b",
     1, 3}, /* nor is U+2060 */
    {"a\xef\xbb\xbf"
     "b",
     1, 3}, /* nor U+FEFF */
    {"a\xe1\xa0\x8e"
     "b",
     1, 3}, /* nor, any more, U+180E */
    {"a\x1c"
     "b",
     1, 3},          /* nor the separators U+001C-001F */
    {"a\x80", 1, 2}, /* malformed: as length() counts */
    {"a\xe2\x80\xa9\x98\x98", 1, 2},
    {"a\xc2\xa0\xa0", 1, 2},
    {"\xc2\xa1hola", 1, 5},
    {"\xe3\x81\x82\xe2\x82\xac", 1, 2},
    {"\x80\x80\x80", 1, 3},
    {"\xc3", 1, 1},
    {"\xe2\x80", 1, 1},
    {"\xe2\x80 x", 2, 2},
    {"\xc2", 1, 1},
    {"a\x01"
     "b",
     1, 3}, /* a control character that is no white space */
    {"a\xc2", 1, 2},
    {"a\xe2\x41\x41", 1, 4},
    {"\xff\x80\x80\x80\x80\x80\x80\x80", 1, 1},
};

/* Every character of the property White_Space, between two letters. */
static const char *const spaces[] = {
    "\t",           "\n",           "\v",
    "\f",           "\r",           " ",
    "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80",
    "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82",
    "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85",
    "\xe2\x80\x86", "\xe2\x80\x87", "\xe2\x80\x88",
    "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8",
    "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f",
    "\xe3\x80\x80",
};

static void test_texts(void) {
  for (int i = 0; i < COUNT_OF(texts); i++) {
    struct word_statistics got = words_measure(texts[i].text, strlen(texts[i].text));
    tap_is_int((long long)got.words, texts[i].words, "words of text %d", i);
    tap_is_int((long long)got.characters, texts[i].characters, "characters of text %d",
               i);
  }
}

static void test_spaces(void) {
  for (int i = 0; i < COUNT_OF(spaces); i++) {
    char text[8] = "a";
    strcat(strcat(text, spaces[i]), "b");
    struct word_statistics got = words_measure(text, strlen(text));
    tap_ok(got.words == 2 && got.characters == 2, "white space %d splits", i);
  }
}

static void test_bounds(void) {
  struct word_statistics got = words_measure("ab cd", 4);
  tap_is_int((long long)got.characters, 3, "no byte beyond the length");
  got = words_measure("a\xe2\x80\x80", 3);
  tap_is_int((long long)got.words, 1, "nor of a character that the length cuts");
  got = words_measure("ab\0cd ef", 8);
  tap_is_int((long long)got.words, 1, "a NUL ends the text");
}

static void test_average(void) {
  tap_is_real(words_average((struct word_statistics){2, 9}), 4.5, 0, "the mean length");
  tap_is_real(words_average((struct word_statistics){0, 0}), 0.0, 0, "of no words");
}

int main(void) {
  test_texts();
  test_spaces();
  test_bounds();
  test_average();
  return tap_done();
}
