/* A YAML document as a tree, with lines and columns: see document.h. */
#include "settings/document/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/bytes.h"
#include "base/number.h"
#include "settings/document/encoding.h"
#include "settings/document/surrogates.h"

/* A name that an alias may refer to.  If several anchors have the same name, an alias
** refers to the latest anchor. */
struct anchor {
  const char *name;
  const struct node *node;
  struct anchor *next;
};

/* A list or a map that is being read. */
struct level {
  struct node *node;
  struct member *last;
  struct member *key; /* in a map: the key whose value comes next */
  size_t nodes_before;
};

struct builder {
  struct arena *arena;
  const char *file;
  int last_line; /* the last line of the text */
  int last_column;
  char *problem;
  yaml_parser_t parser;
  const struct node *root;
  struct level levels[DOCUMENT_DEPTH_LIMIT];
  int depth;
  int documents;
  size_t nodes;
  struct anchor *anchors; /* the latest anchor first */
  int anchor_count;
};

/* Returns a line or column as editors count it, from 1; libyaml counts from 0.  The cast
** is safe: a document has at most 1 MiB, so fewer lines and columns than INT_MAX. */
static int document_from_one(size_t place) {
  return (int)place + 1;
}

static bool document_fail_at(struct builder *builder, int line, int column,
                             const char *problem) {
  builder->problem =
      sqlite3_mprintf("%s:%d:%d: %s", builder->file, line, column, problem);
  return false;
}

static bool document_fail(struct builder *builder, const yaml_event_t *event,
                          const char *problem) {
  return document_fail_at(builder, document_from_one(event->start_mark.line),
                          document_from_one(event->start_mark.column), problem);
}

/* Reports libyaml's problem with its line and column.  If a tab is the cause, the message
** says so: tabs are the most frequent cause, and invisible.  At the end of the text
** libyaml gives a line that does not exist; the last line is reported instead. */
static bool document_fail_to_parse(struct builder *builder) {
  const yaml_parser_t *parser = &builder->parser;
  if (parser->error == YAML_MEMORY_ERROR) return false;
  int line = document_from_one(parser->problem_mark.line);
  int column = document_from_one(parser->problem_mark.column);
  if (line > builder->last_line) {
    line = builder->last_line;
    column = builder->last_column;
  }
  const char *problem = parser->problem;
  const char *context = parser->context;
  bool tab = strstr(problem, "cannot start any token") != NULL &&
             *parser->buffer.pointer == '\t';
  builder->problem =
      sqlite3_mprintf("%s:%d:%d: %s%s%s%s", builder->file, line, column, problem,
                      context != NULL ? " " : "", context != NULL ? context : "",
                      tab ? " (a tab: indent with spaces)" : "");
  return false;
}

static bool document_is_any(const char *text, const char *a, const char *b,
                            const char *c) {
  return strcmp(text, a) == 0 || strcmp(text, b) == 0 || strcmp(text, c) == 0;
}

/* Returns true for a scalar such as 017, which YAML 1.1 reads as 15, and YAML 1.2 as 17.
** Such a scalar is a text here. */
static bool document_has_leading_zero(const char *text) {
  if (*text == '-' || *text == '+') text++;
  return text[0] == '0' && number_is_digit(text[1]);
}

/* Returns the node kind for a scalar: NODE_WHOLE or NODE_NUMBER if all of it is a number,
** which is stored in `*number`; otherwise NODE_TEXT, for example for `90 days`. */
static enum node_kind document_number_kind(const char *text, size_t length,
                                           double *number) {
  if (document_has_leading_zero(text) || number_parse(text, length, number) != length) {
    return NODE_TEXT;
  }
  *number += 0.0; /* no negative zero */
  for (size_t i = *text == '-' || *text == '+'; i < length; i++) {
    if (!number_is_digit(text[i])) return NODE_NUMBER;
  }
  return NODE_WHOLE;
}

/* Returns the node kind for a scalar without quotes, by YAML 1.2's core schema (section
** 10.3.2).  But hexadecimal and octal numbers, infinities and NaN are texts, because
** settings are finite and written in decimal. */
static enum node_kind document_plain_kind(const char *text, size_t length,
                                          double *number) {
  if (strlen(text) != length) return NODE_TEXT;
  if (length == 0 || strcmp(text, "~") == 0 ||
      document_is_any(text, "null", "Null", "NULL")) {
    return NODE_NULL;
  }
  *number = document_is_any(text, "true", "True", "TRUE");
  if (*number == 1 || document_is_any(text, "false", "False", "FALSE"))
    return NODE_BOOLEAN;
  return document_number_kind(text, length, number);
}

static struct node *document_node_new(struct arena *arena, enum node_kind kind) {
  struct node *node = arena_take(arena, sizeof *node);
  if (node != NULL) {
    node->kind = kind;
    node->size = 1;
  }
  return node;
}

/* Returns a node with a copy of the text, because libyaml frees its own text with the
** event. */
static struct node *document_scalar_new(struct arena *arena, const char *text,
                                        size_t length) {
  struct node *node = document_node_new(arena, NODE_TEXT);
  if (node == NULL || (node->text = arena_text(arena, text, length)) == NULL) return NULL;
  node->length = length;
  node->closed = true;
  return node;
}

const struct node *document_scalar(struct arena *arena, const char *text) {
  struct node *node = document_scalar_new(arena, text, strlen(text));
  if (node == NULL || number_form(text, node->length) == NUMBER_NONE) return node;
  node->number = number_value(text, node->length) + 0.0; /* no negative zero */
  bool whole = isfinite(node->number) && floor(node->number) == node->number;
  node->kind = whole ? NODE_WHOLE : NODE_NUMBER;
  return node;
}

/* Returns true for a tag that YAML's core schema has for scalars, except !!str. */
static bool document_is_core_tag(const char *tag) {
  return document_is_any(tag, YAML_INT_TAG, YAML_FLOAT_TAG, YAML_BOOL_TAG) ||
         strcmp(tag, YAML_NULL_TAG) == 0;
}

/* A scalar in quotes, or with the tag !!str or !, is a text.  With another tag of YAML's
** core schema, such as !!int, the scalar is read like a scalar without quotes.  No key
** accepts a scalar with any other tag. */
static struct node *document_scalar_of(struct arena *arena, const yaml_event_t *event) {
  const char *text = (const char *)event->data.scalar.value;
  const char *tag = (const char *)event->data.scalar.tag;
  struct node *node = document_scalar_new(arena, text, event->data.scalar.length);
  if (node == NULL) return NULL;
  bool plain =
      tag == NULL ? event->data.scalar.plain_implicit != 0 : document_is_core_tag(tag);
  if (plain) {
    node->kind = document_plain_kind(node->text, node->length, &node->number);
  } else if (tag != NULL && strcmp(tag, YAML_STR_TAG) != 0 && strcmp(tag, "!") != 0) {
    node->kind = NODE_OTHER;
  }
  return node;
}

static struct level *document_top(struct builder *builder) {
  return builder->depth > 0 ? &builder->levels[builder->depth - 1] : NULL;
}

static struct member *document_member_new(struct builder *builder,
                                          const yaml_event_t *event) {
  struct member *member = arena_take(builder->arena, sizeof *member);
  if (member == NULL) return NULL;
  member->line = document_from_one(event->start_mark.line);
  member->column = document_from_one(event->start_mark.column);
  return member;
}

/* Stores a key's text, line and column.  The key's node is not stored. */
static bool document_attach_key(struct builder *builder, const struct node *node,
                                const yaml_event_t *event) {
  if (node->kind == NODE_LIST || node->kind == NODE_MAP) {
    return document_fail(builder, event, "a key must be a scalar");
  }
  struct member *member = document_member_new(builder, event);
  if (member == NULL) return false;
  member->key = node->text;
  member->key_length = node->length;
  document_top(builder)->key = member;
  return true;
}

/* Attaches a node to the tree: as the root, or in the innermost level as the next key,
** value or element. */
static bool document_attach(struct builder *builder, const struct node *node,
                            const yaml_event_t *event) {
  struct level *level = document_top(builder);
  if (level == NULL) {
    builder->root = node;
    return true;
  }
  if (level->node->kind == NODE_MAP && level->key == NULL) {
    return document_attach_key(builder, node, event);
  }
  struct member *member =
      level->key != NULL ? level->key : document_member_new(builder, event);
  if (member == NULL) return false;
  level->key = NULL;
  member->value = node;
  if (level->last == NULL) {
    level->node->first = member;
  } else {
    level->last->next = member;
  }
  level->last = member;
  level->node->member_count++;
  return true;
}

/* An alias counts as all nodes that it refers to.  So the limit of nodes bounds the
** time of a walk that follows aliases. */
static bool document_count_nodes(struct builder *builder, const yaml_event_t *event,
                                 size_t count) {
  builder->nodes += count;
  if (builder->nodes <= DOCUMENT_NODE_LIMIT) return true;
  return document_fail(builder, event, "more than 250000 nodes");
}

/* Remembers a node's anchor, if it has one.  Anchors are searched one by one, so their
** number is limited. */
static bool document_remember(struct builder *builder, const yaml_event_t *event,
                              const yaml_char_t *name, const struct node *node) {
  if (name == NULL) return true;
  if (++builder->anchor_count > DOCUMENT_ANCHOR_LIMIT) {
    return document_fail(builder, event, "more than 1000 anchors");
  }
  struct anchor *anchor = arena_take(builder->arena, sizeof *anchor);
  if (anchor == NULL) return false;
  anchor->name =
      arena_text(builder->arena, (const char *)name, strlen((const char *)name));
  anchor->node = node;
  anchor->next = builder->anchors;
  builder->anchors = anchor;
  return anchor->name != NULL;
}

static bool document_take_scalar(struct builder *builder, const yaml_event_t *event) {
  struct node *node = document_scalar_of(builder->arena, event);
  return node != NULL && document_count_nodes(builder, event, 1) &&
         document_remember(builder, event, event->data.scalar.anchor, node) &&
         document_attach(builder, node, event);
}

/* If an alias refers to a list or map whose end is not read yet, the list or map contains
** the alias.  Such a cycle is refused.  An alias to a node that itself contains aliases
** is also refused, because each level of such aliases could double the tree's size. */
static bool document_take_alias(struct builder *builder, const yaml_event_t *event) {
  const char *name = (const char *)event->data.alias.anchor;
  const struct anchor *anchor = builder->anchors;
  while (anchor != NULL && strcmp(anchor->name, name) != 0)
    anchor = anchor->next;
  if (anchor == NULL) return document_fail(builder, event, "an alias without an anchor");
  const struct node *node = anchor->node;
  if (!node->closed) return document_fail(builder, event, "a cyclic alias");
  if (node->has_aliases) return document_fail(builder, event, "a nested alias");
  if (builder->depth + node->height > DOCUMENT_DEPTH_LIMIT) {
    return document_fail(builder, event, "more than 32 levels");
  }
  for (int i = 0; i < builder->depth; i++)
    builder->levels[i].node->has_aliases = true;
  return document_count_nodes(builder, event, node->size) &&
         document_attach(builder, node, event);
}

/* The node's anchor is stored before its members are read.  So an alias inside the node
** finds a node that is not closed, which is an error. */
static bool document_open_level(struct builder *builder, const yaml_event_t *event,
                                enum node_kind kind, const yaml_char_t *anchor) {
  if (builder->depth == DOCUMENT_DEPTH_LIMIT) {
    return document_fail(builder, event, "more than 32 levels");
  }
  struct node *node = document_node_new(builder->arena, kind);
  if (node == NULL || !document_count_nodes(builder, event, 1) ||
      !document_remember(builder, event, anchor, node) ||
      !document_attach(builder, node, event)) {
    return false;
  }
  node->height = 1;
  builder->levels[builder->depth++] =
      (struct level){.node = node, .nodes_before = builder->nodes - 1};
  return true;
}

/* Orders keys by their bytes, and equal keys by line and column, so that the second of
** two equal keys is reported. */
static int document_member_compare(const void *left, const void *right) {
  const struct member *a = *(const struct member *const *)left;
  const struct member *b = *(const struct member *const *)right;
  int order = bytes_compare(a->key, a->key_length, b->key, b->key_length);
  if (order == 0) order = (a->line > b->line) - (a->line < b->line);
  return order != 0 ? order : (a->column > b->column) - (a->column < b->column);
}

/* Returns true if a map's keys are unique; otherwise reports the second of two equal
** keys, which are neighbours after sorting. */
static bool document_keys_unique(struct builder *builder, const struct node *map) {
  if (map->member_count < 2) return true;
  const struct member **sorted = sqlite3_malloc64(map->member_count * sizeof(void *));
  if (sorted == NULL) return false;
  size_t count = 0;
  for (const struct member *m = map->first; m != NULL; m = m->next)
    sorted[count++] = m;
  qsort(sorted, count, sizeof(void *), document_member_compare);
  bool unique = true;
  for (size_t i = 1; i < count && unique; i++) {
    const struct member *a = sorted[i - 1], *b = sorted[i];
    unique = !bytes_same(a->key, a->key_length, b->key, b->key_length);
    if (!unique) document_fail_at(builder, b->line, b->column, "a duplicate key");
  }
  sqlite3_free(sorted);
  return unique;
}

/* `height` is the number of levels from a node down; closing a node updates the node
** above.  Only the target of an alias needs its height, and a target contains no aliases.
** So an alias need not add height to the nodes above. */
static bool document_close_level(struct builder *builder) {
  struct level *level = document_top(builder);
  struct node *node = level->node;
  node->size = builder->nodes - level->nodes_before;
  node->closed = true;
  builder->depth--;
  struct level *outer = document_top(builder);
  if (outer != NULL && outer->node->height <= node->height) {
    outer->node->height = node->height + 1;
  }
  return node->kind != NODE_MAP || document_keys_unique(builder, node);
}

static bool document_take_event(struct builder *builder, const yaml_event_t *event) {
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    if (builder->documents++ == 0) return true;
    return document_fail(builder, event, "a second document");
  case YAML_SCALAR_EVENT:
    return document_take_scalar(builder, event);
  case YAML_ALIAS_EVENT:
    return document_take_alias(builder, event);
  case YAML_SEQUENCE_START_EVENT:
    return document_open_level(builder, event, NODE_LIST,
                               event->data.sequence_start.anchor);
  case YAML_MAPPING_START_EVENT:
    return document_open_level(builder, event, NODE_MAP,
                               event->data.mapping_start.anchor);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    return document_close_level(builder);
  default: /* no work: start and end of the stream, end of a document */
    return true;
  }
}

/* Reads events to the end of the stream. The parser reads only a few tokens ahead, so
** little text after a fault is read. */
static bool document_build(struct builder *builder) {
  for (;;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&builder->parser, &event))
      return document_fail_to_parse(builder);
    bool last = event.type == YAML_STREAM_END_EVENT;
    bool taken = document_take_event(builder, &event);
    yaml_event_delete(&event);
    if (!taken || last) return taken;
  }
}

/* Refuses invalid bytes, and reports their line and column, which libyaml would not
** report. */
static bool document_is_readable(struct builder *builder, const char *text,
                                 size_t length) {
  struct encoding_fault fault;
  if (length > DOCUMENT_LIMIT) {
    return document_fail_at(builder, 1, 1, "larger than 1 MiB");
  }
  bool valid = encoding_valid(text, length, &fault);
  builder->last_line = fault.line;
  builder->last_column = fault.column;
  if (valid) return true;
  return document_fail_at(builder, fault.line, fault.column, fault.problem);
}

bool document_parse(struct arena *arena, const char *file, const char *text,
                    size_t length, const struct node **root, char **problem) {
  struct builder builder = {.arena = arena, .file = file};
  bool built = document_is_readable(&builder, text, length) &&
               yaml_parser_initialize(&builder.parser);
  if (built) {
    size_t mark = encoding_mark(text, length);
    const char *joined = surrogates_join(arena, text + mark, length - mark);
    built = joined != NULL;
    if (built) { /* if `joined` were NULL, libyaml would abort the process */
      yaml_parser_set_encoding(&builder.parser, YAML_UTF8_ENCODING);
      yaml_parser_set_input_string(&builder.parser, (const unsigned char *)joined,
                                   length - mark);
      built = document_build(&builder);
    }
    yaml_parser_delete(&builder.parser);
  }
  *root = builder.root;
  *problem = builder.problem;
  return built;
}
