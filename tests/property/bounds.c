/*
** A reader, a function that reads a text, must not read beyond the text's end.  The test
** reads every piece of many texts twice.  First the piece lies in memory of exactly its
** length, so that the sanitizers notice a read beyond the end.  Then other text follows
** the piece, and the reader must return the same value.
*/
#include "../tap.h"

#include <stdlib.h>
#include <string.h>

#include "core/interview/ambiguity.h"
#include "base/json_reader.h"
#include "base/name.h"
#include "core/interview/node.h"
#include "base/number.h"
#include "core/retrieval/relevance.h"
#include "core/interview/similarity.h"
#include "core/research/tier.h"
#include "core/interview/vetoes.h"
#include "core/research/weights.h"
#include "base/words.h"

static const char *const texts[] = {
    "  12.50e+10 ",
    "-0.0e-5x",
    ".5e+",
    "+5.",
    "007",
    "0.1.2",
    "1e400",
    "[1, 2.5, 3e0, 0, .5]",
    "[01, 1, 1, 1, 1]",
    "[1., 1, 1, 1, 1]",
    "[1.e1, 1, 1, 1, 1]",
    "{\"coverage\": 1, \"RECENCY\" : 2 } x",
    "{\"a\\\"b\": 1}",
    "\t\r\n {\"unknown\":",
    "roc_centroid",
    "Elite",
    "recency_days",
    "a \xc2\xa0 b\xe1\x9a\x80\xe2\x80\x89\xe3\x80\x80\xe2\x81\x9f.",
    "\xf0\x9f\x98\x80 \xe2\x80\xc2\xe3\xff\x80\x01",
    "{\"ambiguity\": \"0.4\" }",
    "{\"ambiguity\":0.5 , \"a\": \"\\\"",
    "4/5, **Score**: 3 / 5.0 [4.5]",
    "_score_ = \342\210\2223-5 \xe2\x80\x93 +4 %",
    "score\xef\xbc\x9a 5 /5/6",
    "`</think>` [4](x) 3 out of 5",
    "a</thinking><Score b>(4)</Think>",
    "Score (1-5) 4.\nRating \xe2\x80\x94 [\xef\xbc\x94,5]|=> 2",
    "Don't! The dog\xe2\x80\x99s 'tail'.",
    "-9223372036854775809",
    "1e-07",
    " -12\t\n",
    "\r+0.5e1 ",
};

static const char *const behind[] = {"9",     ".5", "e9", "/5",    " ",  "\"",
                                     "}",     ":1", "]",  "s",     "'s", "\x80\x80",
                                     "\xa0x", "%",  "-",  "\n\r\t"};

#define LONGEST 64

/* A hash of all values that the readers have returned. */
static uint64_t digest;

static void note_number(uint64_t number) {
  digest = (digest ^ number) * 0x100000001b3u;
}

static void note_real(double real) {
  uint64_t bits;
  memcpy(&bits, &real, sizeof bits);
  note_number(is_missing(real) ? 0 : bits);
}

static void read_json(const char *text, size_t length) {
  struct json_reader reader = {text, text + length};
  struct weights weights;
  double number = 0;
  struct json_string string = {0};
  json_reader_skip_space(&reader);
  note_number(json_reader_take(&reader, '{'));
  note_number(json_reader_string(&reader, &string));
  note_number(string.length);
  note_number(json_reader_number(&reader, &number));
  note_real(number);
  note_number((uint64_t)(reader.at - text));
  note_number(weights_text_is_json(text, length));
  note_number(weights_from_json(text, length, &weights));
  note_number(weights_from_bytes((const unsigned char *)text, length, &weights));
}

static void read_names(const char *text, size_t length) {
  note_number(weight_strategy_find(&settings_defaults, text, length) != NULL);
  note_number((uint64_t)name_find(tier_names, TIER_COUNT, text, length));
  note_number((uint64_t)dimension_find(text, length));
  note_number(tier_counts_days(text, length));
}

static void read_words(const char *text, size_t length) {
  static uint64_t workspace[9 * LONGEST];
  struct text_word words[LONGEST], room[LONGEST];
  struct word_statistics statistics = words_measure(text, length);
  note_number(statistics.words);
  note_number(statistics.characters);
  struct text_words split = text_words_split(text, length, words);
  note_number(split.count);
  for (size_t i = 0; i < split.count; i++) {
    note_number(words[i].length);
    note_number(words[i].starts_sentence);
  }
  struct text_words phrase = text_words_split(text, length, room);
  note_number(text_has_phrase(&split, &phrase, NULL));
  note_real(text_similarity(text, length, "the 4/5", 7, workspace));
  note_real(text_similarity("the 4/5", 7, text, length, workspace));
}

/* Returns a hash of the values that all readers find in one text. */
static uint64_t reading_of(const char *text, size_t length) {
  double number = 0;
  digest = 0xcbf29ce484222325u;
  note_number(number_parse(text, length, &number));
  note_real(number);
  note_number(number_form(text, length));
  if (number_form(text, length) == NUMBER_INTEGER) {
    int64_t integer = 0;
    note_number(number_integer(text, length, &integer));
    note_number((uint64_t)integer);
  }
  struct value node = node_of((struct value){
      .type = VALUE_TEXT, .is.bytes = (const unsigned char *)text, .length = length});
  note_number(node.type);
  note_real(ambiguity_of_reply(text, length));
  note_real(relevance_read(text, length, &settings_defaults.relevance.labels));
  read_json(text, length);
  read_names(text, length);
  read_words(text, length);
  return digest;
}

static uint64_t exact_reading_of(const char *text, size_t length) {
  char *exact = malloc(length > 0 ? length : 1);
  if (exact == NULL) tap_bail("out of memory");
  memcpy(exact, text, length);
  uint64_t reading = reading_of(exact, length);
  free(exact);
  return reading;
}

/* Returns true if the readers return the same values for a piece, whatever text follows
** it. */
static bool ends_where_it_ends(const char *text, size_t length) {
  char longer[LONGEST + 8];
  uint64_t alone = exact_reading_of(text, length);
  bool same = true;
  memcpy(longer, text, length);
  for (int i = 0; i < COUNT_OF(behind); i++) {
    strcpy(longer + length, behind[i]);
    same = same && reading_of(longer, length) == alone;
  }
  return same;
}

static bool pieces_end(const char *text) {
  bool same = true;
  for (const char *from = text; *from != 0; from++) {
    for (size_t length = 0; length <= strlen(from); length++)
      same = ends_where_it_ends(from, length) && same;
  }
  return same;
}

int main(void) {
  for (int i = 0; i < COUNT_OF(texts); i++)
    tap_ok(pieces_end(texts[i]), "text %d is read to its end at most", i + 1);
  return tap_done();
}
