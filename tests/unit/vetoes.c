/*
** Tier-1 vetoes over words and counts: what is a word, when a phrase stands in a reply,
** which words of a topic count (ADR-004, ADR-006 "Tier 1").
*/
#include "core/vetoes.h"

#include <string.h>

#include "core/dimensions.h"
#include "tap.h"

static struct text_word reply_room[200];
static struct text_word other_room[200];

static bool has_phrase(const char *reply, const char *phrase) {
  struct text_words words = text_words_split(reply, strlen(reply), reply_room);
  return text_has_phrase(&words, phrase, strlen(phrase), other_room);
}

static bool has_topic(const char *reply, const char *topic) {
  struct text_words words = text_words_split(reply, strlen(reply), reply_room);
  struct text_words wanted = text_words_split(topic, strlen(topic), other_room);
  return text_has_topic(&words, &wanted, NULL);
}

static void test_words(void) {
  const char *text = "  Don\xe2\x80\x99t, \xc2\xabknow\xc2\xbb - caf\xc3\xa9! 'quoted' x";
  struct text_words words = text_words_split(text, strlen(text), reply_room);
  tap_is_int((long long)words.count, 5, "words without punctuation");
  tap_is_int((long long)words.words[0].length, 7, "an apostrophe inside belongs to it");
  tap_is_int((long long)words.words[2].length, 5, "letters beyond ASCII do");
  tap_is_int((long long)words.words[3].length, 6, "quotes around a word do not");
  tap_ok(words.words[3].starts_sentence, "a sentence ends with its mark");
  tap_ok(!words.words[4].starts_sentence, "and not with a quote");
  tap_is_int((long long)text_words_split("", 0, reply_room).count, 0, "no words");
  tap_is_int((long long)text_words_split("'''", 3, reply_room).count, 0, "apostrophes");
  tap_is_int((long long)text_words_split("a'b''c", 6, reply_room).count, 2,
             "two in a row");
}

/* Writes a code point below 2^16 between two letters; returns how many words that is. */
static int words_around(unsigned code) {
  char text[8] = "x";
  size_t length = 1;
  if (code >= 0x800) text[length++] = (char)(0xe0 | code >> 12);
  if (code >= 0x800) text[length++] = (char)(0x80 | (code >> 6 & 0x3f));
  if (code >= 0x80 && code < 0x800) text[length++] = (char)(0xc0 | code >> 6);
  text[length++] = (char)(code < 0x80 ? code : 0x80 | (code & 0x3f));
  text[length++] = 'y';
  return (int)text_words_split(text, length, reply_room).count;
}

/* What separates words beyond letters, digits and signs of a script: each block from its
** first to its last character, and neither neighbour. */
static void test_separators(void) {
  static const unsigned blocks[][2] = {
      {0x20, 0x26},     {0x28, 0x2f},     {0x3a, 0x40},     {0x5b, 0x60},
      {0x7b, 0x7f},     {0x80, 0xa9},     {0xab, 0xb4},     {0xb6, 0xb9},
      {0xbb, 0xbf},     {0xd7, 0xd7},     {0xf7, 0xf7},     {0x1680, 0x1680},
      {0x2000, 0x206f}, {0x20a0, 0x20cf}, {0x2190, 0x245f}, {0x2500, 0x27bf},
      {0x2e00, 0x2e7f}, {0x3000, 0x3004}, {0x3008, 0x3020}, {0xfe10, 0xfe1f},
      {0xfe30, 0xfe6f}, {0xff01, 0xff0f}, {0xff1a, 0xff20}, {0xfeff, 0xfeff},
  };
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    unsigned first = blocks[i][0], last = blocks[i][1];
    tap_ok(words_around(first) == 2 && words_around(last) == 2,
           "U+%04X to U+%04X separate words", first, last);
    if (first == 0x80) continue; /* DEL separates, too */
    tap_ok(words_around(first - 1) == 1 || first == 0x20, "what is before does not");
    tap_ok(words_around(last + 1) == 1 || last == 0x7f, "nor what is behind");
  }
  static const unsigned apostrophes[] = {'\'', 0x2018, 0x2019, 0x201b, 0x02bc, 0xff07};
  for (size_t i = 0; i < sizeof apostrophes / sizeof *apostrophes; i++)
    tap_is_int(words_around(apostrophes[i]), 1, "U+%04X joins", apostrophes[i]);
  struct text_words words = text_words_split("dogs'", 5, reply_room);
  tap_is_int((long long)words.words[0].length, 4, "an apostrophe at the end does not");
}

static void test_sentences(void) {
  static const char *const ends[] = {".",           "!", "?", ";", ":", "\xe2\x80\xa6",
                                     "\xe3\x80\x82"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char reply[32] = "I say no";
    strcat(strcat(reply, ends[i]), " idea");
    tap_ok(!has_phrase(reply, "no idea"), "no phrase goes on behind %s", ends[i]);
  }
  tap_ok(has_phrase("I say no\xe3\x80\x81 idea", "no idea"), "but behind a comma");
}

static void test_phrases(void) {
  tap_ok(has_phrase("I don't know that.", "i don't know"), "straight apostrophe");
  tap_ok(has_phrase("I DON\xe2\x80\x99T  know", "i don't know"), "curly apostrophe");
  tap_ok(has_phrase("Well -- no idea!", "no idea"), "punctuation around");
  tap_ok(has_phrase("no, idea", "no idea"), "a comma between");
  tap_ok(!has_phrase("No. Idea: roast it.", "no idea"), "not across sentences");
  tap_ok(!has_phrase("The casino ideal", "no idea"), "not inside words");
  tap_ok(!has_phrase("no", "no idea"), "not half of it");
  tap_ok(!has_phrase("anything", ""), "an empty phrase is none");
  tap_ok(!has_phrase("", "no idea"), "nothing in an empty reply");
}

static void test_topics(void) {
  tap_ok(has_topic("Roasting? No idea.", "the roasting of beans"), "a word of the topic");
  tap_ok(has_topic("The coffee\xe2\x80\x99s origin", "coffee"), "with a possessive");
  tap_ok(has_topic("ORIGIN", "coffee's origin"), "in any case");
  tap_ok(!has_topic("I like tea", "tea"), "three letters are too few");
  tap_ok(has_topic("I like teas", "teas"), "four are enough");
  tap_ok(!has_topic("roast", "roasting"), "whole words only");
  tap_ok(has_topic("the oat_milk", "oat_milk"), "an underscore separates");
  tap_ok(
      has_topic("\xd0\xba\xd0\xbe\xd1\x84\xd0\xb5!", "\xd0\x9a\xd0\x9e\xd0\xa4\xd0\x95"),
      "letters, not bytes, are counted and compared");
  tap_ok(!has_topic("\xc3\xa4\xc3\xb6\xc3\xbc", "\xc3\xa4\xc3\xb6\xc3\xbc"),
         "three letters of six bytes are three");
  tap_ok(!has_topic("", "coffee"), "an empty reply");
  tap_ok(!has_topic("coffee", ""), "an empty topic");
}

/* mentions >= 5 and relations >= 2; what is missing leaves the veto standing (R3). */
static void test_exhausted(void) {
  tap_is_int(veto_element_exhausted(5, 2, 5, 2), 1, "at both bounds");
  tap_is_int(veto_element_exhausted(4, 2, 5, 2), 0, "too few mentions");
  tap_is_int(veto_element_exhausted(5, 1, 5, 2), 0, "too few relations");
  tap_is_int(veto_element_exhausted(5, MISSING, 5, 2), 1, "relations missing");
  tap_is_int(veto_element_exhausted(MISSING, 2, 5, 2), 1, "mentions missing");
  tap_is_int(veto_element_exhausted(4, MISSING, 5, 2), 0, "mentions decide");
  tap_is_int(veto_element_exhausted(MISSING, 1, 5, 2), 0, "relations decide");
  tap_is_int(veto_element_exhausted(MISSING, MISSING, 5, 2), 1, "both missing");
}

int main(void) {
  test_words();
  test_separators();
  test_sentences();
  test_phrases();
  test_topics();
  test_exhausted();
  return tap_done();
}
