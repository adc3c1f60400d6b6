/* Ambiguity of an answer: see ambiguity.h. */
#include "ambiguity.h"

#include "dimensions.h"
#include "json_reader.h"
#include "name.h"
#include "number.h"

const char ambiguity_prompt_before[] =
    "Analyze this interview response for linguistic ambiguity and uncertainty.\n"
    "\n"
    "Response text: \"";

const char ambiguity_prompt_after[] =
    "\"\n"
    "\n"
    "Evaluate:\n"
    "1. Hedge words: Does the respondent use qualifying language (maybe, sort of, "
    "might)?\n"
    "2. Uncertainty markers: Explicit expressions of not knowing (not sure, unclear)?\n"
    "3. Extraction confidence: Would you be confident extracting a clear claim from "
    "this?\n"
    "\n"
    "Rate AMBIGUITY from 0.0 (crystal clear) to 1.0 (very ambiguous).\n"
    "\n"
    "Return JSON: {\"ambiguity\": float, \"reasoning\": str}\n";

/* A number, which may be quoted.  `0.4%` and `1/2` are none: what follows a number must
** be able to stand behind one. */
static bool read_number(struct json_reader *reader, double *number) {
  bool quoted = json_reader_take(reader, '"');
  json_reader_skip_space(reader);
  size_t left = (size_t)(reader->end - reader->at);
  size_t taken = number_parse(reader->at, left, number);
  if (taken == 0) return false;
  reader->at += taken;
  if (quoted) return json_reader_take(reader, '"');
  json_reader_skip_space(reader);
  return reader->at == reader->end || *reader->at == ',' || *reader->at == '}';
}

static double score_or_missing(double number) {
  return number >= 0 && number <= 1 ? number : MISSING;
}

static bool is_whole_number(struct json_reader reader, double *number) {
  if (!read_number(&reader, number)) return false;
  json_reader_skip_space(&reader);
  return reader.at == reader.end;
}

/* From every quote on, because prose need not keep quotes in pairs. */
double ambiguity_of_reply(const char *reply, size_t length) {
  struct json_reader reader = {reply, reply + length};
  double number;
  if (is_whole_number(reader, &number)) return score_or_missing(number);
  for (const char *at = reply; at < reply + length; at++) {
    const char *key;
    size_t key_length;
    reader.at = at;
    if (*at != '"' || !json_reader_string(&reader, &key, &key_length)) continue;
    if (!name_matches("ambiguity", key, key_length)) continue;
    if (!json_reader_take(&reader, ':')) continue;
    if (read_number(&reader, &number)) return score_or_missing(number);
  }
  return MISSING;
}
