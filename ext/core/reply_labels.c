/* The labels in a judge's reply: see reply_labels.h. */
#include "core/reply_labels.h"

#include <string.h>

#include "base/count_of.h"
#include "base/lower_case.h"

/* Letters from this code point on are East Asian: Han, kana, Hangul.  A word of another
** script can stand beside such letters without a blank. */
#define EAST_ASIAN_LETTERS 0x2e80

/* At most this many of final_words may come before a label. */
#define MOST_FINALS 2

static const char *const final_words[] = {
    "final",   "overall",  "total",    "revised",  "gesamt", "finale",
    "globale", "global",   "générale", "generale", "geral",  "общая",
    "общий",   "итоговая", "итоговый", "最终",     "综合",   "总体",
    "最終",    "総合",     "최종",     "종합"};

/* Words that can be before a label and do not name another thing that is scored. */
static const char *const free_words[] = {
    "a",    "an", "and", "as",   "conclude", "choose",  "assign", "give",     "hence",
    "i",    "is", "its", "my",   "of",       "or",      "so",     "the",      "then",
    "this", "am", "le",  "thus", "source",   "overall", "with",   "therefore"};

bool reply_is_letter(uint32_t c) {
  static const struct {
    uint32_t first, last;
  } letters[] = {{0xc0, 0xd6},     {0xd8, 0xf6},     {0xf8, 0x1fff},   {0x2e80, 0x2fdf},
                 {0x3005, 0x3007}, {0x3041, 0x9fff}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}};
  if (c < 0x80) return reply_is_word(c);
  for (size_t i = 0; i < COUNT_OF(letters); i++) {
    if (c <= letters[i].last) return c >= letters[i].first;
  }
  return false;
}

/* True if a word can end between `before` and `next`, two characters side by side.  Two
** East Asian letters belong to one word, and so do two letters of other scripts. */
static bool reply_words_part(uint32_t before, uint32_t next) {
  if (!reply_is_letter(before) || !reply_is_letter(next)) return true;
  return (before >= EAST_ASIAN_LETTERS) != (next >= EAST_ASIAN_LETTERS);
}

static bool reply_is_joint(uint32_t c) {
  return c == '_' || c == '-';
}

/* Skips hyphens and characters of `classes` (reply.h).  True if any was skipped. */
static bool reply_skip_joints(struct reply_part *part, unsigned classes) {
  const char *start = part->at;
  for (uint32_t c = reply_peek(part); c == '-' || reply_is(c, classes);
       c = reply_peek(part))
    reply_advance(part);
  return part->at > start;
}

/* Returns the first byte, in UTF-8, of a character's lower-case form.  Only a phrase that
** begins with that byte can match at the character. */
static unsigned char reply_first_byte(uint32_t character) {
  uint32_t c = lower_case(character);
  if (c < 0x80) return (unsigned char)c;
  if (c < 0x800) return (unsigned char)(0xc0 | c >> 6);
  return (unsigned char)(c < 0x10000 ? 0xe0 | c >> 12 : 0xf0 | c >> 18);
}

/* Skips the phrase if `part` begins with it, and sets `last` to its last letter;
** otherwise returns false.  A blank in the phrase matches any number of hyphens and
** characters of the classes.  If `apart` is true, the blank matches at least one. */
static bool reply_take_letters(struct reply_part *part, const char *phrase,
                               unsigned classes, bool apart, uint32_t *last) {
  struct reply_part next = *part, want = {phrase, phrase + strlen(phrase)};
  *last = 0;
  while (want.at < want.end) {
    uint32_t letter = lower_case(reply_peek(&want));
    if (letter == ' ') {
      if (!reply_skip_joints(&next, classes) && apart) return false;
    } else if (lower_case(reply_peek(&next)) == letter) {
      reply_advance(&next);
      *last = letter;
    } else {
      return false;
    }
    reply_advance(&want);
  }
  *part = next;
  return *last != 0;
}

bool reply_take_phrase(struct reply_part *part, const char *phrase, unsigned classes) {
  struct reply_part next = *part;
  uint32_t last;
  if (!reply_take_letters(&next, phrase, classes, true, &last)) return false;
  if (!reply_words_part(last, reply_peek(&next))) return false;
  *part = next;
  return true;
}

/* True if a word ends here, after its letter `last`, and no hyphen or underscore joins
** the word to another. */
static bool reply_label_ends(struct reply_part part, uint32_t last) {
  uint32_t c = reply_peek(&part);
  if (!reply_words_part(last, c)) return false;
  if (!reply_is_joint(c)) return true;
  reply_advance(&part);
  return !reply_is_letter(reply_peek(&part));
}

/* Skips a word of final_words.  If `joined` is true, that word may be the beginning of a
** longer word. */
static bool reply_take_final(struct reply_part *part, bool joined) {
  unsigned char first = reply_first_byte(reply_peek(part));
  for (size_t i = 0; i < COUNT_OF(final_words); i++) {
    struct reply_part next = *part;
    uint32_t last;
    if ((unsigned char)*final_words[i] != first) continue;
    if (!reply_take_letters(&next, final_words[i], 0, false, &last)) continue;
    if (!joined && !reply_label_ends(next, last)) continue;
    *part = next;
    return true;
  }
  return false;
}

/* Skips the longest label of the list with which `part` begins.  Returns its index, or
** REPLY_NO_LABEL. */
static size_t reply_take_listed(struct reply_part *part,
                                const struct phrase_list *labels) {
  struct reply_part here = *part;
  size_t index = REPLY_NO_LABEL;
  unsigned char first = reply_first_byte(reply_peek(part));
  for (size_t i = 0; i < labels->count; i++) {
    struct reply_part next = here;
    uint32_t last;
    if ((unsigned char)*labels->items[i] != first) continue;
    if (!reply_take_letters(&next, labels->items[i], REPLY_BLANK | REPLY_MARK, false,
                            &last))
      continue;
    if (next.at <= part->at || !reply_label_ends(next, last)) continue;
    *part = next;
    index = i;
  }
  return index;
}

/* Skips a label, and the words of final_words beside the label. */
static bool reply_take_label(struct reply_part *part, const struct phrase_list *labels,
                             struct reply_label *label) {
  struct reply_part next = *part, alone = *part;
  bool is_alone = reply_take_final(&alone, false);
  label->final = false;
  for (int i = 0; i < MOST_FINALS && reply_take_final(&next, true); i++) {
    label->final = true;
    reply_skip_joints(&next, REPLY_BLANK | REPLY_MARK);
  }
  label->index = reply_take_listed(&next, labels);
  if (label->index == REPLY_NO_LABEL) {
    /* With no label after it, a word such as `overall` is itself the label.  Its index
    ** is its place in the list, or REPLY_NO_LABEL. */
    next = *part;
    if (label->final) label->index = reply_take_listed(&next, labels);
    if (label->index == REPLY_NO_LABEL) next = alone;
    if (label->index == REPLY_NO_LABEL && !is_alone) return false;
  }
  struct reply_part behind = next;
  reply_skip(&behind, REPLY_BLANK);
  if (behind.at > next.at && reply_take_final(&behind, false)) {
    label->final = true;
    next = behind;
  }
  *part = next;
  return true;
}

static uint64_t reply_beginning(unsigned char first) {
  return (uint64_t)1 << (first % 64);
}

/* Returns the bytes with which the phrases can begin, as a set of bits (see
** reply_label_scan). */
static uint64_t reply_beginnings(const char *const *phrases, size_t count) {
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++)
    bits |= reply_beginning((unsigned char)*phrases[i]);
  return bits;
}

struct reply_label_scan reply_labels_open(struct reply_part part,
                                          const struct phrase_list *labels) {
  return (struct reply_label_scan){
      .rest = part,
      .labels = labels,
      .beginnings = reply_beginnings(labels->items, labels->count) |
                    reply_beginnings(final_words, COUNT_OF(final_words)),
      .before = {'\n', '\n'},
      .first = true,
      .apart = true,
      .word = {part.at, part.at}};
}

static bool reply_starts_word(const struct reply_label_scan *scan, uint32_t c) {
  if (!reply_is_letter(c) || !reply_words_part(scan->before[0], c)) return false;
  return !(reply_is_joint(scan->before[0]) && reply_is_letter(scan->before[1]));
}

static bool reply_is_capital(uint32_t c) {
  return c >= 'A' && c <= 'Z';
}

/* False if the word directly before the label names another thing that is scored.  Before
** a label in capitals, each word in capitals names another thing.  Before any other
** label, each word outside free_words names another thing. */
static bool reply_is_free(const struct reply_label_scan *scan) {
  struct reply_part next = scan->rest;
  if (scan->apart) return true;
  bool capitals = reply_is_capital(reply_peek(&next));
  reply_advance(&next);
  if (capitals && reply_is_capital(reply_peek(&next)))
    return !reply_is_capital((unsigned char)scan->word.end[-1]);
  for (size_t i = 0; i < COUNT_OF(free_words); i++) {
    struct reply_part word = scan->word;
    if (reply_take_phrase(&word, free_words[i], 0) && word.at == word.end) return true;
  }
  return false;
}

/* Skips a character.  `starts` is true if a word starts with that character. */
static void reply_scan_advance(struct reply_label_scan *scan, uint32_t c, bool starts) {
  if (starts) scan->word.at = scan->rest.at;
  reply_advance(&scan->rest);
  if (reply_is_letter(c)) {
    scan->word.end = scan->rest.at;
    scan->first = scan->apart = false;
  } else if (c != ' ') {
    scan->apart = true;
    if (c == '\n') scan->first = true;
  }
  scan->before[1] = scan->before[0];
  scan->before[0] = c;
}

/* Called at the start of a word.  Sets `behind` to the text after a label.  False if no
** label is here, or if the score of another thing follows the label. */
static bool reply_scan_take(const struct reply_label_scan *scan, uint32_t c,
                            struct reply_part *behind, struct reply_label *label) {
  if (!(scan->beginnings & reply_beginning(reply_first_byte(c)))) return false;
  *behind = scan->rest;
  label->before = scan->before[0];
  label->first = scan->first;
  label->capital = reply_is_capital(c);
  if (!reply_take_label(behind, scan->labels, label) || !reply_is_free(scan))
    return false;
  return label->index != REPLY_NO_LABEL || label->first;
}

bool reply_labels_next(struct reply_label_scan *scan, struct reply_label *label) {
  while (scan->rest.at < scan->rest.end) {
    struct reply_part behind;
    uint32_t c = reply_peek(&scan->rest);
    bool starts = reply_starts_word(scan, c);
    bool found = starts && reply_scan_take(scan, c, &behind, label);
    reply_scan_advance(scan, c, starts);
    if (!found) continue;
    while (scan->rest.at < behind.at)
      reply_scan_advance(scan, reply_peek(&scan->rest), false);
    return true;
  }
  return false;
}

bool reply_is_label(struct reply_part key, const struct phrase_list *labels,
                    struct reply_label *label) {
  reply_skip(&key, REPLY_BLANK);
  if (!reply_take_label(&key, labels, label)) return false;
  reply_skip(&key, REPLY_BLANK);
  return key.at == key.end;
}
