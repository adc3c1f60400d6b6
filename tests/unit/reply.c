/* Tests how a judge's reply is read: a model's thoughts are removed, and similar
** characters are read as the same character. */
#include "core/reply.h"

#include <string.h>

#include "core/reply_labels.h"
#include "core/research/dimensions.h"
#include "encode.h"
#include "tap.h"

/* The parts of a reply, each after a bar. */
static const struct {
  const char *reply;
  const char *parts;
} blocks[] = {
    {"4", "|4"},
    {"", ""},
    {"a<think>b</think>c", "|a|c"},
    {"a<thinking>b</thinking>c", "|a|c"},
    {"<Think>b</THINK>c", "||c"},
    {"<think>b</thinking>c", "||c"},
    {"<thinking>b</think>c", "||c"},
    {"a<think>b</think>", "|a"},
    {"a<think>b", "|a"},
    {"<think>", "|"},
    {"a<think>b</think>c<think>d</think>e", "|a|c|e"},
    {"a<think>b</think>c<think>d", "|a|c"},
    {"<think>b<think>c</think>d", "||d"},
    {"a</think>b", "|b"},
    {"a</think>b</thinking>c", "|c"},
    {"a<think>b</think>c</think>d", "|d"},
    {"a</think>b<think>c</think>d", "|b|d"},
    {"a</think>", ""},
    {"a `<think>` b", "|a `<think>` b"},
    {"a \"</think>\" b", "|a \"</think>\" b"},
    {"a '<thinking>' b", "|a '<thinking>' b"},
    {"a `</think>", ""},
    {"a `<think>\" b", "|a `"},
    {"a |<think>| b", "|a |"},
    {"<think>say `</think>` b</think>c", "||c"},
    {"a<thinks>b</thinks>", "|a<thinks>b</thinks>"},
    {"a<thin>b</thin", "|a<thin>b</thin"},
    {"a< think>b", "|a< think>b"},
    {"a<think b", "|a<think b"},
    {"a</ think>b<//think>", "|a</ think>b<//think>"},
    {"a<<think>b", "|a<"},
    {"a<", "|a<"},
    {"a</", "|a</"},
};

static void test_blocks(void) {
  for (size_t i = 0; i < COUNT_OF(blocks); i++) {
    char parts[64] = "";
    struct reply reply = reply_open(blocks[i].reply, strlen(blocks[i].reply));
    for (struct reply_part part; reply_next(&reply, &part);) {
      strcat(parts, "|");
      strncat(parts, part.at, (size_t)(part.end - part.at));
    }
    tap_is_text(parts, blocks[i].parts, "%s", blocks[i].reply);
  }
  struct reply cut = reply_open("a</think>b", 8);
  struct reply_part part;
  tap_ok(reply_next(&cut, &part) && part.end - part.at == 8, "no tag beyond the end");
}

/* Tests reply_single(): the only part of a reply that is not blank. */
static void test_single(void) {
  static const struct {
    const char *reply;
    const char *single; /* NULL: no such part, or several */
  } replies[] = {
      {"4", "4"},
      {" <think>a</think>\n4 <think>b</think>\u3000", "\n4 "},
      {"4 <think>a</think>5", NULL},
      {" \n", NULL},
      {"", NULL},
  };
  for (size_t i = 0; i < COUNT_OF(replies); i++) {
    struct reply reply = reply_open(replies[i].reply, strlen(replies[i].reply));
    struct reply_part part;
    char single[16] = "";
    bool found = reply_single(reply, &part);
    if (found) strncat(single, part.at, (size_t)(part.end - part.at));
    tap_is_text(found ? single : NULL, replies[i].single, "alone: %s", replies[i].reply);
  }
}

/* Returns the character that a code point is read as. */
static uint32_t folded(uint32_t code) {
  char text[4];
  size_t length = encode_utf8(code, text);
  size_t size;
  uint32_t c = reply_character(text, text + length, &size);
  return size == length ? c : 0;
}

/* Tests all code points below U+10000.  A code point that is in none of the ranges below
** is read as itself. */
static void test_characters(void) {
  static const struct {
    uint32_t first;
    uint32_t last;
    char ascii;
  } ranges[] = {
      {'\t', '\t', ' '},      {'\n', '\n', '\n'},     {'\v', '\f', ' '},
      {'\r', '\r', '\n'},     {0x85, 0x85, '\n'},     {0xa0, 0xa0, ' '},
      {0xab, 0xab, '"'},      {0xad, 0xad, ' '},      {0xbb, 0xbb, '"'},
      {0x1680, 0x1680, ' '},  {0x180e, 0x180e, ' '},  {0x2000, 0x200f, ' '},
      {0x2010, 0x2013, '-'},  {0x2018, 0x201b, '\''}, {0x201c, 0x201f, '"'},
      {0x2028, 0x2029, '\n'}, {0x202a, 0x202f, ' '},  {0x2044, 0x2044, '/'},
      {0x205f, 0x206f, ' '},  {0x2212, 0x2212, '-'},  {0x2215, 0x2215, '/'},
      {0x2236, 0x2236, ':'},  {0x3000, 0x3000, ' '},  {0x301c, 0x301c, '~'},
      {0xfe00, 0xfe0f, ' '},  {0xfe55, 0xfe55, ':'},  {0xfeff, 0xfeff, ' '},
  };
  int wrong = 0;
  for (uint32_t code = 1; code <= 0xffff; code++) {
    uint32_t want = code;
    if (code >= 0xd800 && code < 0xe000) continue; /* surrogates */
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
      if (code >= ranges[i].first && code <= ranges[i].last)
        want = (uint32_t)ranges[i].ascii;
    }
    if (code >= 0xff01 && code <= 0xff5e) want = code - 0xff01 + '!';
    if (folded(code) == want) continue;
    tap_diag("U+%04X is read as U+%04X", (unsigned)code, (unsigned)folded(code));
    wrong++;
  }
  tap_is_int(wrong, 0, "each character is read as its plain form");
}

static void test_malformed(void) {
  size_t size;
  const char *stray = "\xff";
  tap_ok(reply_character(stray, stray + 1, &size) > 0x10ffff && size == 1, "a stray");
  const char *half = "\xef\xbc\x94";
  tap_ok(reply_character(half, half + 2, &size) > 0x10ffff && size == 1, "a half");
  tap_ok(reply_character(half, half + 3, &size) == '4' && size == 3, "a whole");
}

/* Tests the value of the number at the beginning of a text, and the number's length in
** bytes. */
static void test_numbers(void) {
  static const struct {
    const char *text;
    bool has_comma;
    double value; /* MISSING: none */
    int length;
  } numbers[] = {
      {"4", true, 4, 1},
      {"45", true, 45, 2},
      {"4.5", true, 4.5, 3},
      {"4,5", true, 4.5, 3},
      {"4,5", false, 4, 1},
      {"4.", true, 4, 1},
      {"4,", true, 4, 1},
      {"4, 5", true, 4, 1},
      {"4.5.6", true, 4.5, 3},
      {"1,000", true, 1, 1},
      {"1.000", true, 1, 5},
      {"1,0000", true, 1, 6},
      {"1,00", true, 1, 4},
      {"0,125", true, 0.125, 5},
      {"12,125", true, 12, 2},
      {".5", true, 0.5, 2},
      {",5", true, 0.5, 2},
      {",125", true, 0.125, 4},
      {"-4", true, -4, 2},
      {"+4", true, 4, 2},
      {"-.5", true, -0.5, 3},
      {"--4", true, MISSING, 0},
      {"-", true, MISSING, 0},
      {"", true, MISSING, 0},
      {".", true, MISSING, 0},
      {"e5", true, MISSING, 0},
      {"4e1", true, 40, 3},
      {"4E-1", true, 0.4, 4},
      {"4e", true, 4, 1},
      {"4e+", true, 4, 1},
      {"4th", true, 4, 1},
      {"1e999", true, MISSING, 0},
      {"\uff14\uff0e\uff15x", true, 4.5, 9},
      {"\u2212\uff14", true, -4, 6},
      {"0000000000000000000000000000000000000000000000000000000000000004", true, 4, 64},
      {"00000000000000000000000000000000000000000000000000000000000000004", true, MISSING,
       0},
  };
  for (size_t i = 0; i < COUNT_OF(numbers); i++) {
    const char *text = numbers[i].text;
    struct reply_part part = {text, text + strlen(text)};
    double value = -1;
    bool found = reply_take_number(&part, numbers[i].has_comma, &value);
    tap_is_real(found ? value : MISSING, numbers[i].value, 0, "%s", text);
    tap_is_int(part.at - text, numbers[i].length, "%s: bytes", text);
  }
}

static void test_words(void) {
  const char *text = "OUT\uff4ff";
  struct reply_part part = {text, text + strlen(text)};
  tap_ok(!reply_take_word(&part, "out"), "the beginning of a word is no word");
  tap_ok(reply_take_word(&part, "outof") && part.at == part.end, "in any case and width");
  tap_ok(!reply_take_word(&part, "of"), "nothing at the end");
}

/* The ends of the ranges of letters; the characters beside them are not letters. */
static void test_letters(void) {
  static const uint32_t letters[] = {'0',  'z',  0xc0,   0xd6,  0xd8,
                                     0xf6, 0xf8, 0x9fff, 0xfaff};
  static const uint32_t others[] = {'-', 0x80, 0xbf, 0xd7, 0xf7, 0x2000, 0x3000, 0xfb00};
  int wrong = 0;
  for (size_t i = 0; i < COUNT_OF(letters); i++)
    wrong += !reply_is_letter(letters[i]);
  for (size_t i = 0; i < COUNT_OF(others); i++)
    wrong += reply_is_letter(others[i]);
  tap_is_int(wrong, 0, "letters and other characters");
}

int main(void) {
  test_letters();
  test_blocks();
  test_single();
  test_characters();
  test_malformed();
  test_numbers();
  test_words();
  return tap_done();
}
