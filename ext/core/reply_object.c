/* Objects of JSON in a judge's reply: see reply_object.h. */
#include "core/reply_object.h"

#include <string.h>

/* A brace opens no object if the first key, with quotes, has more bytes than this. */
#define LONGEST_KEY 64

static bool reply_object_is_quote(char c) {
  return c == '"' || c == '\'';
}

static const char *reply_object_skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
    at++;
  return at;
}

/* `at` points to a quote.  Returns the quote that closes the string, or `end` if none
** does. */
static const char *reply_object_string_end(const char *at, const char *end) {
  char quote = *at++;
  while (at < end && *at != quote)
    at += *at == '\\' && at + 1 < end ? 2 : 1;
  return at;
}

/* True if the brace at `at` opens an object. */
static bool reply_object_begins(const char *at, const char *end) {
  at = reply_object_skip_space(at + 1, end);
  if (at == end || !reply_object_is_quote(*at)) return false;
  const char *limit = end - at > LONGEST_KEY ? at + LONGEST_KEY : end;
  at = reply_object_string_end(at, limit);
  if (at == limit) return false;
  at = reply_object_skip_space(at + 1, end);
  return at < end && *at == ':';
}

/* A position that moves through an object from string to string. */
struct object_walk {
  const char *at;
  const char *end;
  size_t depth;
  char before; /* the last character outside strings that is not white space */
};

/* Skips everything up to and including the next string that may be a key or a value.
** False if the object ends first; then walk->at is after the object. */
static bool reply_object_next(struct object_walk *walk, struct reply_part *string) {
  while (walk->at < walk->end) {
    char c = *walk->at;
    if (reply_object_is_quote(c) && strchr("{[,:", walk->before) != NULL) {
      const char *close = reply_object_string_end(walk->at, walk->end);
      *string = (struct reply_part){walk->at + 1, close};
      walk->at = close < walk->end ? close + 1 : close;
      return true;
    }
    walk->at++;
    walk->depth += c == '{' || c == '[';
    if (c == '}' || c == ']') walk->depth--;
    if (walk->depth == 0) return false;
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') walk->before = c;
  }
  return false;
}

static struct object_walk reply_object_open(struct reply_part object) {
  return (struct object_walk){object.at + 1, object.end, 1, '{'};
}

bool reply_take_object(struct reply_part *part, struct reply_part *before,
                       struct reply_part *object) {
  struct reply_part string;
  *before = *part;
  for (const char *at = part->at; at < part->end; at++) {
    at = memchr(at, '{', (size_t)(part->end - at));
    if (at == NULL) return false;
    if (!reply_object_begins(at, part->end)) continue;
    before->end = at;
    *object = (struct reply_part){at, part->end};
    struct object_walk walk = reply_object_open(*object);
    while (reply_object_next(&walk, &string))
      walk.before = '"';
    object->end = part->at = walk.at;
    return true;
  }
  return false;
}

/* Ranks the keys that are labels: the least depth comes first; at equal depth, the label
** that comes first in the list. */
struct object_rank {
  size_t depth;
  size_t label;
};

static int reply_object_compare(struct object_rank a, struct object_rank b) {
  if (a.depth != b.depth) return a.depth < b.depth ? -1 : 1;
  return (a.label > b.label) - (a.label < b.label);
}

/* True if a value without quotes may end here: at a closing brace, at the end of the
** object, or at a comma without a digit after it.  No number ends at the comma of `0,35`,
** which is not JSON: it could mean .35, or 0 and 35. */
static bool reply_object_value_ends(struct reply_part part) {
  const char *at = reply_object_skip_space(part.at, part.end);
  if (at == part.end || *at == '}') return true;
  if (*at != ',') return false;
  at = reply_object_skip_space(at + 1, part.end);
  return at == part.end || !reply_is_digit((unsigned char)*at);
}

/* Reads the value after a key's colon as a score.  `walk` is at the colon. */
static bool reply_object_value(const struct object_walk *walk,
                               const struct reply_scale *scale, double *score) {
  const char *at = reply_object_skip_space(walk->at + 1, walk->end);
  if (at == walk->end) return false;
  if (!reply_object_is_quote(*at)) {
    struct reply_part bare = {at, walk->end};
    return reply_take_value(&bare, false, scale, score) && reply_object_value_ends(bare);
  }
  struct reply_part value = {at + 1, reply_object_string_end(at, walk->end)};
  if (value.end >= walk->end) return false; /* no closing quote: 4 may be a cut-off 4.5 */
  return reply_take_value(&value, true, scale, score);
}

/* True if a key such as `max` states a greatest score other than `our_most`, the greatest
** score on the scale that the judge was asked to use. */
static bool reply_object_is_other_scale(struct reply_part key,
                                        const struct object_walk *walk, double our_most) {
  static const char *const names[] = {"max", "max score", "maximum", "out of", "scale"};
  struct reply_part value = {reply_object_skip_space(walk->at + 1, walk->end), walk->end};
  double most;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    struct reply_part rest = key;
    if (!reply_take_phrase(&rest, names[i], REPLY_MARKS) || rest.at < rest.end) continue;
    return reply_take_number(&value, false, &most) && most != our_most;
  }
  return false;
}

enum reply_answer reply_object_score(struct reply_part object,
                                     const struct phrase_list *labels,
                                     const struct reply_scale *scale, double *score) {
  struct object_walk walk = reply_object_open(object);
  struct object_rank best = {SIZE_MAX, SIZE_MAX};
  struct reply_part key;
  struct reply_label label;
  enum reply_answer answer = ANSWER_NONE;
  double found;
  while (reply_object_next(&walk, &key)) {
    bool may_be_key = walk.before != ':';
    walk.before = '"';
    walk.at = reply_object_skip_space(walk.at, walk.end);
    if (!may_be_key || walk.at == walk.end || *walk.at != ':') continue;
    if (reply_object_is_other_scale(key, &walk, scale->most)) return ANSWER_SEVERAL;
    if (!reply_is_label(key, labels, &label)) continue;
    if (!reply_object_value(&walk, scale, &found)) continue;
    size_t final = label.final ? labels->count + 1 : 0;
    size_t index = label.index == REPLY_NO_LABEL ? labels->count : label.index;
    struct object_rank rank = {walk.depth, index + final};
    int order = reply_object_compare(rank, best);
    if (order > 0) continue;
    answer = order == 0 && (found != *score || answer == ANSWER_SEVERAL) ? ANSWER_SEVERAL
                                                                         : ANSWER_ONE;
    *score = found;
    best = rank;
  }
  return answer;
}
