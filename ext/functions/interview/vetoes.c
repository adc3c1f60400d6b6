/*
** Vetoes of the interview, and the similarity of texts, in SQL.
**
**   knowledge_ceiling_veto(reply, topic [, phrases])
**   element_exhausted_veto(mentions, relations [, min_mentions, min_relations])
**   recent_redundancy_veto(text, other [, threshold])
**   text_similarity(a, b)
**
** A veto forbids a question or strategy: 1 is a veto, 0 is none.  A missing argument
** never lifts a veto (rule R3, REFERENCE.md): the answer is 1, unless the other arguments
** already make it 0.  If nothing was said or asked yet, pass an empty text (it does not
** count as missing), or do not call the function.  A number in place of a text is read as
** text.
**
** Source: ADR-004, ADR-006 "Tier 1".
*/
#include "core/interview/vetoes.h"

#include <string.h>

#include "base/json_reader.h"
#include "core/interview/similarity.h"
#include "bind/argument.h"
#include "bind/interrupt.h"
#include "functions/modules.h"

/* The time to check one word of a reply, or to read one letter of a phrase, in
** nanoseconds. */
#define WORD_WORK ((uint64_t)10)

/* Splits a text into words.  The caller frees `words`, which is NULL when out of
** memory. */
static struct text_words vetoes_split(const char *bytes, size_t length) {
  struct text_word *room = sqlite3_malloc64(text_words_limit(length) * sizeof *room);
  if (room == NULL) return (struct text_words){NULL, 0};
  return text_words_split(bytes, length, room);
}

/* A source of phrases: the settings, or a JSON array in the call. */
struct phrases {
  const struct phrase_list *list; /* if NULL, `json` holds the phrases */
  size_t next;
  struct json_reader json;
};

/* Sets `*text` to the next phrase.  A phrase from the call still has its JSON escapes.
** Returns false after the last phrase. */
static bool vetoes_next_phrase(struct phrases *phrases, const char **text,
                               size_t *length) {
  if (phrases->list != NULL) {
    if (phrases->next >= phrases->list->count) return false;
    *text = phrases->list->items[phrases->next++];
    *length = strlen(*text);
    return true;
  }
  json_reader_take(&phrases->json, ',');
  struct json_string string;
  if (!json_reader_string(&phrases->json, &string)) return false;
  *text = string.text;
  *length = string.length;
  return true;
}

/* Returns true if the text is a JSON array of strings.  Then `reader` stands after
** the opening bracket. */
static bool vetoes_is_phrase_array(struct json_reader *reader) {
  if (!json_reader_take(reader, '[')) return false;
  struct json_reader ahead = *reader;
  struct json_string string;
  if (!json_reader_take(&ahead, ']')) {
    do {
      if (!json_reader_string(&ahead, &string)) return false;
    } while (json_reader_take(&ahead, ','));
    if (!json_reader_take(&ahead, ']')) return false;
  }
  return json_reader_is_done(&ahead);
}

static bool vetoes_phrases_argument(sqlite3_context *context, sqlite3_value *value,
                                    struct phrases *phrases) {
  struct text text;
  if (!argument_optional_text(context, value, &text)) return false;
  phrases->list = NULL;
  if (text.bytes != NULL) {
    phrases->json = (struct json_reader){text.bytes, text.bytes + text.length};
    if (vetoes_is_phrase_array(&phrases->json)) return true;
  }
  argument_error(context, value, "phrases must be a JSON array of texts");
  return false;
}

/* Memory for a phrase: first its words, then its text without JSON escapes. */
struct phrase_room {
  struct text_word *words;
  size_t length; /* the length of the longest phrase that fits */
};

static bool vetoes_phrase_room_for(struct phrase_room *room, size_t length) {
  if (room->words != NULL && length <= room->length) return true;
  sqlite3_free(room->words);
  room->words = sqlite3_malloc64(text_words_limit(length) * sizeof *room->words + length);
  room->length = length;
  return room->words != NULL;
}

static struct text_words vetoes_split_phrase(const struct phrases *phrases,
                                             const char *text, size_t length,
                                             struct phrase_room *room) {
  if (phrases->list == NULL) {
    char *plain = (char *)(room->words + text_words_limit(length));
    length = json_reader_unescape(text, length, plain);
    text = plain;
  }
  return text_words_split(text, length, room->words);
}

static int vetoes_has_phrase(const struct text_words *reply, struct phrases *phrases,
                             struct interrupt *interrupt, bool *found) {
  const char *text;
  size_t length;
  struct phrase_room room = {NULL, 0};
  struct sort_watch watch = interrupt_watch(interrupt);
  *found = false;
  while (!*found && !watch.stopped && vetoes_next_phrase(phrases, &text, &length)) {
    if (!vetoes_phrase_room_for(&room, length)) return SQLITE_NOMEM;
    struct text_words phrase = vetoes_split_phrase(phrases, text, length, &room);
    *found = text_has_phrase(reply, &phrase, &watch);
    if (interrupt_pending(interrupt, (reply->count + length) * WORD_WORK))
      watch.stopped = true;
  }
  sqlite3_free(room.words);
  return watch.stopped ? SQLITE_INTERRUPT : SQLITE_OK;
}

/* Sets `*found` to whether the reply contains a word of the topic.  A missing topic
** counts as found. */
static int vetoes_has_topic(struct text_words *reply, struct text topic,
                            struct interrupt *interrupt, bool *found) {
  *found = true;
  if (topic.bytes == NULL) return SQLITE_OK;
  struct text_words words = vetoes_split(topic.bytes, topic.length);
  if (words.words == NULL) return SQLITE_NOMEM;
  struct sort_watch watch = interrupt_watch(interrupt);
  *found = text_has_topic(reply, &words, &watch);
  sqlite3_free(words.words);
  return watch.stopped ? SQLITE_INTERRUPT : SQLITE_OK;
}

/* Sets `*veto` to the answer of knowledge_ceiling_veto.  If only the topic is
** missing, a reply that contains one of the phrases is a veto. */
static int vetoes_ceiling_veto(struct text reply, struct text topic,
                               struct phrases *phrases, struct interrupt *interrupt,
                               bool *veto) {
  *veto = true;
  if (reply.bytes == NULL) return SQLITE_OK;
  struct text_words words = vetoes_split(reply.bytes, reply.length);
  if (words.words == NULL) return SQLITE_NOMEM;
  int rc = vetoes_has_phrase(&words, phrases, interrupt, veto);
  if (rc == SQLITE_OK && *veto) rc = vetoes_has_topic(&words, topic, interrupt, veto);
  sqlite3_free(words.words);
  return rc;
}

static void vetoes_knowledge_ceiling(sqlite3_context *context, int argc,
                                     sqlite3_value **argv) {
  struct phrases phrases = {.list =
                                &settings_of(context)->interview.vetoes.negative_phrases};
  struct text reply;
  struct text topic;
  if (argc > 2 && !vetoes_phrases_argument(context, argv[2], &phrases)) return;
  if (!argument_optional_as_text(context, argv[0], &reply) ||
      !argument_optional_as_text(context, argv[1], &topic)) {
    return;
  }
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  bool veto;
  int rc = vetoes_ceiling_veto(reply, topic, &phrases, &interrupt, &veto);
  interrupt_close(&interrupt);
  if (rc == SQLITE_OK) {
    sqlite3_result_int(context, veto);
  } else {
    interrupt_result_code(context, rc);
  }
}

static void vetoes_element_exhausted(sqlite3_context *context, int argc,
                                     sqlite3_value **argv) {
  const struct veto_settings *settings = &settings_of(context)->interview.vetoes;
  double min_mentions = settings->exhausted_min_mentions;
  double min_relations = settings->exhausted_min_relations;
  bool usable =
      argc <= 2 ||
      (argument_stated_count(context, argv[2], "min_mentions", &min_mentions) &&
       argument_stated_count(context, argv[3], "min_relations", &min_relations));
  if (!usable) return;
  sqlite3_result_int(context, veto_element_exhausted(argument_count(argv[0]),
                                                     argument_count(argv[1]),
                                                     min_mentions, min_relations));
}

/* Sets `*similarity` to the similarity of two texts, or to MISSING if a text is missing.
** Returns false and sets the error when out of memory. */
static bool vetoes_similarity_of(sqlite3_context *context, sqlite3_value **argv,
                                 double *similarity) {
  struct text a;
  struct text b;
  *similarity = MISSING;
  if (!argument_optional_as_text(context, argv[0], &a) ||
      !argument_optional_as_text(context, argv[1], &b))
    return false;
  if (a.bytes == NULL || b.bytes == NULL) return true;
  size_t count = similarity_workspace(a.length, b.length);
  uint64_t *workspace = call_memory(context, (count + 1) * sizeof *workspace);
  if (workspace == NULL) return false;
  *similarity = text_similarity(a.bytes, a.length, b.bytes, b.length, workspace);
  sqlite3_free(workspace);
  return true;
}

static void vetoes_similarity(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double answer;
  if (!vetoes_similarity_of(context, argv, &answer) || is_missing(answer))
    return; /* NULL */
  sqlite3_result_double(context, answer);
}

static void vetoes_recent_redundancy(sqlite3_context *context, int argc,
                                     sqlite3_value **argv) {
  double threshold = settings_of(context)->interview.vetoes.redundancy_threshold;
  if (argc > 2 && !argument_stated_score(context, argv[2], "threshold", &threshold)) {
    return;
  }
  double answer;
  if (!vetoes_similarity_of(context, argv, &answer)) return;
  sqlite3_result_int(context, !(answer < threshold)); /* 1 if the similarity is missing */
}

static const struct sql_function functions[] = {
    {"knowledge_ceiling_veto", 2, PURE, SCALAR(vetoes_knowledge_ceiling),
     "knowledge_ceiling_veto(reply, topic)",
     "1 if the reply has a negative phrase and a word of the topic longer than 3 letters",
     "knowledge_ceiling_veto('I don’t know, roasting is a mystery.', 'roasting')", "1"},
    {"knowledge_ceiling_veto", 3, PURE, SCALAR(vetoes_knowledge_ceiling),
     "knowledge_ceiling_veto(reply, topic, phrases)",
     "The same with negative phrases of your own, a JSON array",
     "knowledge_ceiling_veto('Roasting? Keine Ahnung.', 'roasting', "
     "'[\"keine ahnung\"]')",
     "1"},
    {"element_exhausted_veto", 2, PURE, SCALAR(vetoes_element_exhausted),
     "element_exhausted_veto(mentions, relations)",
     "1 if an element was mentioned 5 times or more and has 2 relations or more",
     "element_exhausted_veto(5, 2)", "1"},
    {"element_exhausted_veto", 4, PURE, SCALAR(vetoes_element_exhausted),
     "element_exhausted_veto(mentions, relations, min_mentions, min_relations)",
     "The same with bounds of your own", "element_exhausted_veto(5, 2, 6, 2)", "0"},
    {"recent_redundancy_veto", 2, PURE, SCALAR(vetoes_recent_redundancy),
     "recent_redundancy_veto(text, other)",
     "1 if the similarity of the texts is .85 or more",
     "recent_redundancy_veto('Why do you like it?', 'why do you like it')", "1"},
    {"recent_redundancy_veto", 3, PURE, SCALAR(vetoes_recent_redundancy),
     "recent_redundancy_veto(text, other, threshold)",
     "The same with a threshold of your own, 0..1",
     "recent_redundancy_veto('Why do you like it?', 'Where do you buy it?', 0.9)", "0"},
    {"text_similarity", 2, PURE, SCALAR(vetoes_similarity), "text_similarity(a, b)",
     "Cosine 0..1 of the tf-idf vectors of character 2- and 3-grams, in lower case",
     "text_similarity('Espresso', 'ESPRESSO')", "1.0"},
};

const struct sql_module vetoes_module = {"vetoes", "Interview vetoes",
                                         "which question to ask next", functions,
                                         COUNT_OF(functions)};
