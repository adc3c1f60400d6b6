/* Tests the words of a search query.  Unicode white space separates them, and their total
** length is what SQL's length() gives. */
#include "../tap.h"

#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "base/words.h"
#include "encode.h"

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
    {"\xe2\x80\x8b", 1, 1}, /* U+200B is not white space */
    {"a\xe2\x81\xa0"
     "b",
     1, 3}, /* U+2060 is not white space */
    {"a\xef\xbb\xbf"
     "b",
     1, 3}, /* U+FEFF is not white space */
    {"a\xe1\xa0\x8e"
     "b",
     1, 3}, /* U+180E, white space only in earlier versions of Unicode */
    {"a\x1c"
     "b",
     1, 3},          /* the separators U+001C-001F are not white space */
    {"a\x80", 1, 2}, /* malformed text: counted as length() does */
    {"a\xe2\x80\xa9\x98\x98", 1, 2},
    {"a\xc2\xa0\xa0", 1, 2},
    {"\xc2\xa1hola", 1, 5},
    {"\xe3\x81\x82\xe2\x82\xac", 1, 2},
    {"\x80\x80\x80", 1, 3},
    {"\xc3", 1, 1},
    {"\xc0\x80\xc1\x80", 1, 2}, /* lead bytes that UTF-8 never uses */
    {"\xe2\x80", 1, 1},
    {"\xe2\x80 x", 2, 2},
    {"\xc2", 1, 1},
    {"a\x01"
     "b",
     1, 3}, /* a control character that is not white space */
    {"a\xc2", 1, 2},
    {"a\xe2\x41\x41", 1, 4},
    {"\xff\x80\x80\x80\x80\x80\x80\x80", 1, 1},
};

/* Returns true for the code points beyond ASCII that have the property White_Space
** (PropList.txt). */
static bool is_white_space(uint32_t code) {
  return code == 0x85 || code == 0xa0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 ||
         code == 0x202f || code == 0x205f || code == 0x3000;
}

static void test_texts(void) {
  for (int i = 0; i < COUNT_OF(texts); i++) {
    struct word_statistics got = words_measure(texts[i].text, strlen(texts[i].text));
    tap_is_int((long long)got.words, texts[i].words, "words of text %d", i);
    tap_is_int((long long)got.characters, texts[i].characters, "characters of text %d",
               i);
  }
}

static void test_spaces(void) {
  int wrong = 0;
  for (uint32_t code = 0x80; code < 0x110000; code++) {
    char text[6] = "a";
    size_t size = encode_utf8(code, text + 1);
    text[1 + size] = 'b';
    struct word_statistics got = words_measure(text, size + 2);
    bool space = is_white_space(code);
    wrong += got.words != (space ? 2 : 1) || got.characters != (space ? 2 : 3);
  }
  tap_is_int(wrong, 0, "of all code points beyond ASCII just white space splits");
}

/* Returns true if words_measure() agrees with a loop over the bytes of an ASCII text. */
static bool measured_plainly(const char *text, size_t length) {
  struct word_statistics got = words_measure(text, length), want = {0, 0};
  bool in_word = false;
  for (size_t i = 0; i < length && text[i] != 0; i++) {
    bool letter = text[i] != ' ' && (text[i] < '\t' || text[i] > '\r');
    want.words += letter && !in_word;
    want.characters += letter;
    in_word = letter;
  }
  return got.words == want.words && got.characters == want.characters;
}

static void test_places(void) {
  int wrong = 0;
  for (int c = 0; c < 128; c++) {
    for (size_t at = 0; at < 20; at++) {
      for (size_t length = at + 1; length <= 20; length++) {
        char text[21] = "aaaaaaaaaaaaaaaaaaaa", blank[21] = "                    ";
        text[at] = blank[at] = (char)c;
        wrong += !measured_plainly(text, length) || !measured_plainly(blank, length);
      }
    }
  }
  tap_is_int(wrong, 0, "every ASCII character at every place");
}

static void test_random(void) {
  static const char characters[] = "ab \t\r\n\x08\x0e\x1f!\x7f";
  struct generator generator = random_seeded(7);
  int wrong = 0;
  for (int i = 0; i < 20000; i++) {
    char text[64];
    size_t length = random_bits(&generator) % sizeof text;
    for (size_t j = 0; j < length; j++)
      text[j] = characters[random_bits(&generator) % (sizeof characters - 1)];
    wrong += !measured_plainly(text, length);
  }
  tap_is_int(wrong, 0, "20000 random texts, seed 7, as byte by byte");
}

static void test_bounds(void) {
  struct word_statistics got = words_measure("ab cd", 4);
  tap_is_int((long long)got.characters, 3, "no byte beyond the length");
  got = words_measure("a\xe2\x80\x80", 3);
  tap_ok(got.words == 1 && got.characters == 2, "nor of a cut character");
  got = words_measure("ab\0cd ef", 8);
  tap_is_int((long long)got.words, 1, "a NUL ends the text");
}

static void test_average(void) {
  tap_is_real(words_average((struct word_statistics){2, 9}), 4.5, 0, "the mean length");
  tap_is_real(words_average((struct word_statistics){1, 5}), 5.0, 0, "of one word");
  tap_is_real(words_average((struct word_statistics){0, 0}), 0.0, 0, "of no words");
}

int main(void) {
  test_texts();
  test_spaces();
  test_places();
  test_random();
  test_bounds();
  test_average();
  return tap_done();
}
