/*
** A YAML document as a plain tree with places: libyaml parses, this bounds.
**
** What makes a tree unsafe or ambiguous is refused with `file:line:column: problem`:
** anything but UTF-8, control characters, a duplicate key, a key that is not a scalar, a
** second document, more than 1 MiB, more than 32 levels or 250,000 nodes (aliases counted
** with all that they stand for), an alias to something that holds it or that holds
** another alias.  So no small text can stand for a large tree.
**
** Plain scalars mean what they mean in YAML 1.2's core schema, except those that YAML 1.1
** reads differently: `yes`, `017`, `0x1f` and `1_000` are texts.  So two parsers never
** take one setting for different things.  JSON is read as YAML, with its
** surrogate pairs (surrogates.h).
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_DOCUMENT_H
#define ASSAY_SETTINGS_DOCUMENT_DOCUMENT_H

#include "settings/arena.h"

/* The most that a document may have.  Bytes: a hundred times a shipped file.  Nodes: one
** for every four bytes. */
#define DOCUMENT_LIMIT ((size_t)1024 * 1024)
#define DOCUMENT_DEPTH_LIMIT 32
#define DOCUMENT_NODE_LIMIT 250000
#define DOCUMENT_ANCHOR_LIMIT 1000

enum node_kind {
  NODE_NULL,
  NODE_BOOLEAN, /* number is 0 or 1 */
  NODE_WHOLE,   /* digits and a sign only */
  NODE_NUMBER,  /* any other decimal number */
  NODE_TEXT,
  NODE_OTHER, /* a scalar with a tag of its own */
  NODE_LIST,
  NODE_MAP
};

/* A key with its value, or an element of a list, whose key is NULL. */
struct member {
  const char *key;
  size_t key_length;
  int line; /* from 1: where the key stands, or the element */
  int column;
  const struct node *value;
  struct member *next;
};

struct node {
  enum node_kind kind;
  const char *text; /* of a scalar, after unescaping; ends with a 0, may contain others */
  size_t length;
  double number;
  const struct member *first; /* of a list or a map */
  size_t member_count;
  size_t size; /* nodes, this one included, aliases followed */
  int height;  /* levels of lists and maps, this one included */
  bool closed; /* its end has been read */
  bool has_aliases;
};

/* Reads one document; `*root` is NULL if there is none.  `file` names it in messages.
** False with `*problem` set, to be freed with sqlite3_free(); NULL there means out of
** memory.  The tree belongs to the arena. */
bool document_parse(struct arena *arena, const char *file, const char *text,
                    size_t length, const struct node **root, char **problem);

/* A scalar outside a document: a number if SQL reads the text as one (rule R2), so that
** 5.0 is whole; else a text.  NULL when out of memory. */
const struct node *document_scalar(struct arena *arena, const char *text);

#endif
