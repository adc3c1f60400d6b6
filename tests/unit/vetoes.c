/*
** Tests the vetoes that read words and counts (ADR-004, ADR-006 "Tier 1"): which
** characters form words, when a reply contains a phrase, and which words of a topic
** count.
*/
#include "core/interview/vetoes.h"

#include <stdlib.h>
#include <string.h>

#include "core/research/dimensions.h"
#include "encode.h"
#include "tap.h"

static struct text_word reply_room[200];
static struct text_word other_room[200];

static bool has_phrase(const char *reply, const char *phrase) {
  struct text_words words = text_words_split(reply, strlen(reply), reply_room);
  struct text_words wanted = text_words_split(phrase, strlen(phrase), other_room);
  return text_has_phrase(&words, &wanted, NULL);
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
  tap_ok(words.words[0].starts_sentence, "the first word begins a sentence");
  tap_ok(words.words[3].starts_sentence, "a sentence ends with its mark");
  tap_ok(!words.words[4].starts_sentence, "and not with a quote");
  tap_is_int((long long)text_words_split("", 0, reply_room).count, 0, "no words");
  tap_is_int((long long)text_words_split("'''", 3, reply_room).count, 0, "apostrophes");
  tap_is_int((long long)text_words_split("a'b''c", 6, reply_room).count, 2,
             "two in a row");
}

/* A text of single letters between blanks has the most words for its length. */
static void test_limit(void) {
  const char *text = "a b c d e f g";
  int wrong = 0;
  for (size_t length = 0; length <= strlen(text); length++) {
    struct text_words words = text_words_split(text, length, reply_room);
    wrong += words.count != (length + 1) / 2 || words.count > text_words_limit(length);
  }
  tap_is_int(wrong, 0, "as many words as there is room for, at most");
  tap_is_int((long long)text_words_limit(13), 7, "and the room is no larger than they");
}

/* Texts end at their length, whatever follows: a text from SQLite need not end with a
** NUL. */
static void test_lengths(void) {
  struct text_words words = text_words_split("abc", 2, reply_room);
  tap_is_int((long long)words.words[0].length, 2, "a word ends with the text");
  words = text_words_split("dogs'x", 5, reply_room);
  tap_is_int((long long)words.words[0].length, 4,
             "an apostrophe at the end of a word does not count");
  words = text_words_split("caf\xc3\xa9", 4, reply_room);
  tap_is_int((long long)words.words[0].length, 4, "half a character is cut off");
  words = text_words_split("no ideas", 7, reply_room);
  struct text_words phrase = text_words_split("no ideas", 8, other_room);
  tap_ok(!text_has_phrase(&words, &phrase, NULL), "nor does a reply go on");
  words = text_words_split("no ideas", 8, reply_room);
  tap_ok(text_has_phrase(&words, &phrase, NULL), "or end before its end");
  phrase = text_words_split("no ideas", 7, other_room);
  tap_ok(!text_has_phrase(&words, &phrase, NULL), "and so it is with a phrase");
}

/* The characters that separate words: the ASCII characters that are neither letters nor
** digits, and the ranges of Unicode below. */
static const struct {
  uint32_t first, last;
} separators[] = {
    {0x00, 0x2f},     {0x3a, 0x40},     {0x5b, 0x60},
    {0x7b, 0x7f},     {0x80, 0xa9}, /* Latin-1, except ordinal signs and the micro sign */
    {0xab, 0xb4},     {0xb6, 0xb9},     {0xbb, 0xbf},
    {0xd7, 0xd7},     {0xf7, 0xf7},     {0x1680, 0x1680}, /* Ogham space */
    {0x2000, 0x206f},                                     /* General Punctuation */
    {0x20a0, 0x20cf},                                     /* Currency Symbols */
    {0x2190, 0x245f},                   /* Arrows to Optical Character Recognition */
    {0x2500, 0x27bf},                   /* Box Drawing to Dingbats */
    {0x2e00, 0x2e7f},                   /* Supplemental Punctuation */
    {0x3000, 0x3004}, {0x3008, 0x3020}, /* CJK */
    {0xfe10, 0xfe1f}, {0xfe30, 0xfe6f}, /* vertical and small forms */
    {0xff01, 0xff0f}, {0xff1a, 0xff20}, /* full-width forms */
    {0xfeff, 0xfeff},
};

static bool is_apostrophe(uint32_t code) {
  return code == '\'' || code == 0x2018 || code == 0x2019 || code == 0x201b ||
         code == 0x02bc || code == 0xff07;
}

static bool separates(uint32_t code) {
  for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
    if (code >= separators[i].first && code <= separators[i].last) return true;
  }
  return false;
}

/* Returns the words of a text that consists of a letter, the code point and a letter. */
static struct text_words between_letters(uint32_t code) {
  static char text[8];
  size_t size = encode_utf8(code, text + 1);
  text[0] = 'a';
  text[1 + size] = 'b';
  return text_words_split(text, size + 2, reply_room);
}

static void test_separators(void) {
  int wrong = 0;
  for (uint32_t code = 0; code < 0x110000; code++) {
    bool apart = separates(code) && !is_apostrophe(code);
    wrong += between_letters(code).count != (apart ? 2 : 1);
  }
  tap_is_int(wrong, 0, "of all code points just white space and punctuation separates");
}

static void test_sentences(void) {
  int wrong = 0;
  for (uint32_t code = 0; code < 0x3100; code++) {
    struct text_words words = between_letters(code);
    if (words.count < 2) continue;
    bool ends = code == '.' || code == '!' || code == '?' || code == ';' || code == ':' ||
                code == 0x2026 || code == 0x3002; /* ellipsis, ideographic full stop */
    wrong += words.words[1].starts_sentence != ends;
  }
  tap_is_int(wrong, 0, "of all separators just seven marks end a sentence");
}

/* Each apostrophe is read as the straight apostrophe, in the reply and in the phrase. */
static void test_apostrophes(void) {
  static const uint32_t apostrophes[] = {'\'', 0x2018, 0x2019, 0x201b, 0x02bc, 0xff07};
  for (size_t i = 0; i < sizeof apostrophes / sizeof *apostrophes; i++) {
    char text[] = "I don.....";
    size_t size = encode_utf8(apostrophes[i], text + 5);
    memcpy(text + 5 + size, "t", 2);
    tap_ok(has_phrase(text, "don't"), "U+%04X in a reply", (unsigned)apostrophes[i]);
    tap_ok(has_phrase("I don't", text + 2), "and in a phrase");
  }
}

static void test_phrases(void) {
  tap_ok(has_phrase("I don't know that.", "i don't know"), "straight apostrophe");
  tap_ok(has_phrase("I DON\xe2\x80\x99T  know", "i don't know"), "curly apostrophe");
  tap_ok(has_phrase("Well -- no idea!", "no idea"), "punctuation around");
  tap_ok(has_phrase("no, idea", "no idea"), "a comma between");
  tap_ok(!has_phrase("No. Idea: roast it.", "no idea"), "not across sentences");
  tap_ok(!has_phrase("The casino ideal", "no idea"), "not inside words");
  tap_ok(has_phrase("\u212a"
                    "eine Ahnung",
                    "keine ahnung"),
         "a kelvin sign is a k");
  tap_ok(!has_phrase("no", "no idea"), "not half of it");
  tap_ok(!has_phrase("anything", ""), "an empty phrase is none");
  tap_ok(!has_phrase("", "no idea"), "nothing in an empty reply");
  tap_ok(has_phrase("no no idea", "no idea"), "a false start");
  tap_ok(has_phrase("Hm. No idea", "no idea"), "at the start of a sentence");
  tap_ok(!has_phrase("some idea", "no idea"), "from its first word on");
  tap_ok(!has_phrase("idea no", "no idea"), "in its order");
  tap_ok(!has_phrase("I have no", "no idea"), "not cut off at the end");
  tap_ok(!has_phrase("no ideas", "no idea") && !has_phrase("no ide", "no idea"),
         "whole words to their last letter");
}

static void test_topics(void) {
  tap_ok(has_topic("Roasting? No idea.", "the roasting of beans"), "a word of the topic");
  tap_ok(has_topic("The coffee\xe2\x80\x99s origin", "coffee"), "with a possessive");
  tap_ok(has_topic("Coffee's origin", "coffee"), "also of the first word");
  tap_ok(has_topic("COFFEE'S", "coffee") && has_topic("coffee", "COFFEE'S"),
         "also in capitals");
  tap_ok(!has_topic("coffee's", "coffee's's"), "but only of one");
  tap_ok(!has_topic("coffee's", "coffee'st"), "and only at the end");
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
  tap_ok(has_topic("zebra yak coffee xylophone apple", "coffee"), "among other words");
  tap_ok(has_topic("beans", "the best of beans"), "the last word of a topic");
  tap_ok(has_topic("isn't", "isn't"), "four letters and an apostrophe");
  tap_ok(!has_topic("I'll", "I'll"), "three letters: the apostrophe is no letter");
  tap_ok(has_topic("The coffee's", "coffees coffee"), "a possessive of the reply");
  tap_ok(!has_topic("coffees", "coffee's"), "is no plural");
  tap_ok(!has_topic("", "coffee"), "an empty reply");
  tap_ok(!has_topic("coffee", ""), "an empty topic");
}

/* The replies have the same five words, which begin alike, in different orders.  The
** search must find each word, and no other word. */
static void test_alike(void) {
  static const char *const words[] = {"roast", "roasted", "roaster", "roasting",
                                      "roasts"};
  int wrong = 0;
  for (int first = 0; first < 5; first++) {
    char reply[50] = "";
    for (int i = 0; i < 5; i++) {
      strcat(reply, words[(first + i) % 5]);
      strcat(reply, " ");
    }
    for (int i = 0; i < 5; i++)
      wrong += !has_topic(reply, words[i]);
    wrong += has_topic(reply, "roas roastin roastings");
  }
  tap_is_int(wrong, 0, "a topic among words that begin alike");
}

/* The reply fills its block of memory, so a sanitizer sees a read beyond its end. */
static void test_memory(void) {
  char *reply = malloc(6);
  if (reply == NULL) tap_bail("out of memory");
  memcpy(reply, "coffee", 6);
  struct text_words words = text_words_split(reply, 6, reply_room);
  struct text_words topic = text_words_split("coffee's", 8, other_room);
  tap_ok(text_has_topic(&words, &topic, NULL), "a reply that no byte follows");
  free(reply);
}

enum { WORDS = 100000 };
static struct text_word large_room[WORDS];

static struct text_words many_words(int letters) {
  static char text[2 * WORDS];
  for (int i = 0; i < WORDS; i++) {
    text[2 * i] = (char)('a' + i % letters);
    text[2 * i + 1] = ' ';
  }
  return text_words_split(text, sizeof text, large_room);
}

/* Counts how often the watch is asked, and stops the search at question `stop_at`; 0:
** never. */
struct questions {
  int asked;
  int stop_at;
};

static bool ask(void *context) {
  struct questions *questions = context;
  return ++questions->asked == questions->stop_at;
}

static struct sort_watch watch_of(struct questions *questions) {
  return (struct sort_watch){.stop = ask, .context = questions};
}

/* The reply has so many words that sorting them asks the watch (base/sort.h) whether to
** stop. */
static void test_stopped_sort(void) {
  struct questions first = {.stop_at = 1};
  struct sort_watch watch = watch_of(&first);
  struct text_words words = many_words(26);
  struct text_words topic = text_words_split("coffee", 6, other_room);
  tap_ok(!text_has_topic(&words, &topic, &watch) && watch.stopped,
         "nothing is found in a sort that is stopped");
}

/* The phrase has 64 bytes, so the reply is searched in parts of 1 + SORT_STEPS / 64 =
** 1025 places.  The watch is asked once for each part except the last. */
static void test_watched_phrase(void) {
  const char *letters =
      "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a bb";
  struct text_words words = many_words(1);
  struct text_words phrase = text_words_split(letters, strlen(letters), other_room);
  struct questions none = {0}, second = {.stop_at = 2};
  struct sort_watch watch = watch_of(&none);
  tap_ok(!text_has_phrase(&words, &phrase, &watch) && !watch.stopped, "no such phrase");
  tap_is_int(none.asked, (WORDS - 32) / 1025, "a question for each part of the reply");
  watch = watch_of(&second);
  tap_ok(!text_has_phrase(&words, &phrase, &watch) && watch.stopped, "stopped");
  tap_is_int(second.asked, 2, "at the second question");
  tap_ok(!text_has_phrase(&words, &phrase, &watch),
         "a watch that has stopped one search");
  tap_is_int(second.asked, 2, "stops the next one without being asked");
  words.count = 31 + 1025;
  none.asked = 0;
  watch = watch_of(&none);
  text_has_phrase(&words, &phrase, &watch);
  tap_is_int(none.asked, 0, "a reply of one part is read without a question");
  words.words[1024] = phrase.words[0];
  words.words[1024 + 31] = phrase.words[31];
  tap_ok(text_has_phrase(&words, &phrase, &watch), "the phrase is found at its end");
  words.words = large_room + 1024;
  words.count = 32;
  tap_ok(text_has_phrase(&words, &phrase, NULL), "or where nothing else is");
  words.count = 31;
  tap_ok(!text_has_phrase(&words, &phrase, NULL), "but not cut short");
}

/* The watch is asked once for each 4096 words of a topic. */
static void test_watched_topic(void) {
  struct text_words topic = many_words(26);
  struct text_words reply = text_words_split("coffee", 6, other_room);
  struct questions none = {0}, second = {.stop_at = 2};
  struct sort_watch watch = watch_of(&none);
  topic.count = (size_t)3 * 4096;
  topic.words[topic.count - 1] = reply.words[0];
  tap_ok(text_has_topic(&reply, &topic, &watch), "the last word of a long topic");
  tap_is_int(none.asked, 3, "a question for each part of the topic");
  watch = watch_of(&second);
  tap_ok(!text_has_topic(&reply, &topic, &watch) && watch.stopped, "stopped before it");
}

/* A veto needs mentions >= 5 and relations >= 2.  A missing value does not prevent the
** veto (R3). */
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
  test_limit();
  test_lengths();
  test_separators();
  test_sentences();
  test_apostrophes();
  test_phrases();
  test_topics();
  test_alike();
  test_memory();
  test_stopped_sort();
  test_watched_phrase();
  test_watched_topic();
  test_exhausted();
  return tap_done();
}
