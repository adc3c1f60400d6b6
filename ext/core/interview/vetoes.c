/* Tier-1 vetoes of the interview: see vetoes.h. */
#include "core/interview/vetoes.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/lower_case.h"
#include "base/name.h"
#include "base/utf8.h"

/* A topic word has more than SHORT_WORD letters. */
#define SHORT_WORD 3

/* Maps every apostrophe (curly, modifier or full-width, U+2018, U+2019, U+201B, U+02BC,
** U+FF07) to the straight apostrophe. */
static uint32_t vetoes_straight(uint32_t code) {
  bool apostrophe = code == 0x2018 || code == 0x2019 || code == 0x201b ||
                    code == 0x02bc || code == 0xff07;
  return apostrophe ? '\'' : code;
}

/* True for white space, punctuation and signs.  In ASCII these are all characters except
** digits and letters; letters are already lower case here.
**
** Beyond ASCII these are the signs of Latin-1 and of these blocks of Unicode: most blocks
** from General Punctuation to Dingbats; Supplemental Punctuation; the punctuation of CJK;
** vertical, small and full-width forms. */
static bool vetoes_separates(uint32_t code) {
  if (code < 0x80) return !(code >= 'a' && code <= 'z') && !(code >= '0' && code <= '9');
  if (code < 0xc0) return code != 0xaa && code != 0xb5 && code != 0xba;
  return code == 0xd7 || code == 0xf7 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x206f) || (code >= 0x20a0 && code <= 0x20cf) ||
         (code >= 0x2190 && code <= 0x245f) || (code >= 0x2500 && code <= 0x27bf) ||
         (code >= 0x2e00 && code <= 0x2e7f) || (code >= 0x3000 && code <= 0x3004) ||
         (code >= 0x3008 && code <= 0x3020) || (code >= 0xfe10 && code <= 0xfe1f) ||
         (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff01 && code <= 0xff0f) ||
         (code >= 0xff1a && code <= 0xff20) || code == 0xfeff;
}

static bool vetoes_ends_sentence(uint32_t code) {
  return code == '.' || code == '!' || code == '?' || code == ';' || code == ':' ||
         code == 0x2026 || code == 0x3002;
}

/* Returns the character at `i` in lower case, or the straight form of an apostrophe.
** Sets `taken` to its size in bytes. */
static inline uint32_t vetoes_character_at(const char *text, size_t length, size_t i,
                                           size_t *taken) {
  unsigned char byte = (unsigned char)text[i];
  *taken = 1;
  if (byte < 0x80) return lower_case(byte);
  return vetoes_straight(lower_case(utf8_read(text + i, length - i, taken)));
}

/* True if the character belongs to a word.  An apostrophe belongs to a word if the next
** character does. */
static bool vetoes_in_word(const char *text, size_t length, size_t i, size_t *taken) {
  uint32_t code = vetoes_character_at(text, length, i, taken);
  if (code != '\'') return !vetoes_separates(code);
  size_t next = i + *taken;
  size_t size;
  return next < length &&
         !vetoes_separates(vetoes_character_at(text, length, next, &size));
}

static size_t vetoes_word_end(const char *text, size_t length, size_t start) {
  size_t taken;
  while (start < length && vetoes_in_word(text, length, start, &taken))
    start += taken;
  return start;
}

struct text_words text_words_split(const char *text, size_t length,
                                   struct text_word *words) {
  struct text_words found = {words, 0};
  bool starts_sentence = true;
  for (size_t i = 0, taken; i < length;) {
    uint32_t code = vetoes_character_at(text, length, i, &taken);
    if (code == '\'' || vetoes_separates(code)) {
      starts_sentence = starts_sentence || vetoes_ends_sentence(code);
      i += taken;
      continue;
    }
    size_t end = vetoes_word_end(text, length, i);
    words[found.count++] = (struct text_word){text + i, end - i, starts_sentence};
    starts_sentence = false;
    i = end;
  }
  return found;
}

/* Compares two words, also for qsort().  Case does not matter. */
static int vetoes_compare_words(const void *left, const void *right) {
  const struct text_word *a = left, *b = right;
  size_t i = 0;
  size_t j = 0;
  while (i < a->length && j < b->length) {
    size_t a_taken;
    size_t b_taken;
    uint32_t a_code = vetoes_character_at(a->bytes, a->length, i, &a_taken);
    uint32_t b_code = vetoes_character_at(b->bytes, b->length, j, &b_taken);
    if (a_code != b_code) return (int)a_code - (int)b_code; /* codes fit into an int */
    i += a_taken;
    j += b_taken;
  }
  return (i < a->length) - (j < b->length);
}

/* True if the first bytes show that two words begin with different letters.  This test
** excludes most words before their letters are decoded.  Both words have a first byte. */
static inline bool vetoes_begin_apart(const struct text_word *a,
                                      const struct text_word *b) {
  unsigned char first = (unsigned char)a->bytes[0];
  unsigned char other = (unsigned char)b->bytes[0];
  return (first | other) < 0x80 && lower_case(first) != lower_case(other);
}

/* True if the phrase starts at the word with the index `at`.  From this word on, the text
** must have at least as many words as the phrase. */
static bool vetoes_phrase_starts_at(const struct text_words *text, size_t at,
                                    const struct text_words *phrase) {
  for (size_t i = 0; i < phrase->count; i++) {
    const struct text_word *word = &text->words[at + i];
    if (i > 0 && word->starts_sentence) return false;
    if (vetoes_compare_words(word, &phrase->words[i]) != 0) return false;
  }
  return true;
}

/* Returns the number of bytes from the first word to the end of the last word. */
static size_t vetoes_span_of(const struct text_words *words) {
  const struct text_word *last = &words->words[words->count - 1];
  return (size_t)(last->bytes - words->words[0].bytes) + last->length;
}

/* A comparison takes at most as many steps as the phrase has bytes.  It takes that many
** if the text and the phrase both repeat one word.  So between comparisons the function
** asks the watch (sort.h) whether to stop. */
bool text_has_phrase(const struct text_words *text, const struct text_words *phrase,
                     struct sort_watch *watch) {
  if (phrase->count == 0 || phrase->count > text->count) return false;
  size_t places = text->count - phrase->count + 1;
  size_t part = 1 + SORT_STEPS / vetoes_span_of(phrase);
  for (size_t at = 0; at < places;) {
    size_t end = places - at > part ? at + part : places;
    for (; at < end; at++) {
      if (vetoes_begin_apart(&text->words[at], &phrase->words[0])) continue;
      if (vetoes_phrase_starts_at(text, at, phrase)) return true;
    }
    if (at < places && sort_watch_stops(watch)) return false;
  }
  return false;
}

/* Returns the word without a possessive 's.  In `dogs'`, the word is already `dogs`. */
static struct text_word vetoes_stem_of(struct text_word word) {
  for (size_t i = 0, taken; i < word.length; i += taken) {
    bool apostrophe = vetoes_character_at(word.bytes, word.length, i, &taken) == '\'';
    size_t next = i + taken;
    if (apostrophe && next + 1 == word.length && name_lower(word.bytes[next]) == 's') {
      word.length = i;
    }
  }
  return word;
}

static size_t vetoes_letters_of(const struct text_word *word) {
  size_t letters = 0;
  for (size_t i = 0, taken; i < word->length; i += taken) {
    letters += vetoes_character_at(word->bytes, word->length, i, &taken) != '\'';
  }
  return letters;
}

/* After every TOPIC_PART words of a topic, the watch (sort.h) is asked whether to stop.
** Each word takes about twenty comparisons. */
#define TOPIC_PART ((size_t)4096)

bool text_has_topic(struct text_words *text, const struct text_words *topic,
                    struct sort_watch *watch) {
  for (size_t i = 0; i < text->count; i++) {
    text->words[i] = vetoes_stem_of(text->words[i]);
  }
  if (!sort_items(text->words, text->count, sizeof *text->words, vetoes_compare_words,
                  watch))
    return false;
  for (size_t i = 0; i < topic->count; i++) {
    if (i % TOPIC_PART == TOPIC_PART - 1 && sort_watch_stops(watch)) return false;
    struct text_word wanted = vetoes_stem_of(topic->words[i]);
    if (vetoes_letters_of(&wanted) > SHORT_WORD &&
        bsearch(&wanted, text->words, text->count, sizeof wanted, vetoes_compare_words)) {
      return true;
    }
  }
  return false;
}

int veto_element_exhausted(double mentions, double relations, double min_mentions,
                           double min_relations) {
  return !(mentions < min_mentions) && !(relations < min_relations);
}
