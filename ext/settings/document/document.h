/*
** A YAML document as a tree.  Keys and elements have their line and column.  libyaml
** parses the text; this module limits what is accepted.
**
** Unsafe or ambiguous documents are refused, with an error such as `my.yaml:3:1: a
** duplicate key`:
** - bytes that are not UTF-8, and control characters
** - a duplicate key, a key that is not a scalar, a second document
** - more than 1 MiB, 32 levels or 250,000 nodes; an alias counts as all nodes that it
**   refers to
** - an alias to a node that contains this alias or any other alias
** So no small text can become a large tree.
**
** Scalars without quotes follow YAML 1.2's core schema.  Scalars that YAML 1.1 reads
** differently are texts: `yes`, `017`, `0x1f` and `1_000`.  So no setting depends on the
** version of YAML.  JSON is read as YAML, after surrogates.h has adapted its escapes.
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_DOCUMENT_H
#define ASSAY_SETTINGS_DOCUMENT_DOCUMENT_H

#include "settings/arena.h"

/* The limits of a document.  The limit of bytes is a hundred times the size of a shipped
** file. */
#define DOCUMENT_LIMIT ((size_t)1024 * 1024)
#define DOCUMENT_DEPTH_LIMIT 32
#define DOCUMENT_NODE_LIMIT 250000
#define DOCUMENT_ANCHOR_LIMIT 1000

enum node_kind {
  NODE_NULL,
  NODE_BOOLEAN, /* `number` is 0 or 1 */
  NODE_WHOLE,   /* a scalar of digits only, with or without a sign */
  NODE_NUMBER,  /* any other decimal number */
  NODE_TEXT,
  NODE_OTHER, /* a scalar with a tag that is not YAML's own */
  NODE_LIST,
  NODE_MAP
};

/* A key of a map with its value, or an element of a list.  An element has a NULL key. */
struct member {
  const char *key;
  size_t key_length;
  int line; /* from 1; the line of the key or the element */
  int column;
  const struct node *value;
  struct member *next;
};

struct node {
  enum node_kind kind;
  const char *text; /* a scalar's decoded text; can have zero bytes; a zero follows */
  size_t length;
  double number;
  const struct member *first; /* the first member of a list or a map */
  size_t member_count;
  /* how many nodes this node has, itself included; an alias counts as its target */
  size_t size;
  int height;  /* levels of lists and maps, from this node down */
  bool closed; /* the node's end has been read */
  bool has_aliases;
};

/* Reads one document into the arena; `*root` is NULL if the text has no document.  `file`
** is the document's name in messages.  On failure returns false and sets `*problem`,
** which the caller frees with sqlite3_free(); NULL means out of memory. */
bool document_parse(struct arena *arena, const char *file, const char *text,
                    size_t length, const struct node **root, char **problem);

/* Returns a node for the text of an environment variable.  If SQL reads the text as a
** number (rule R2, REFERENCE.md), the node is a number; `5.0` gives the whole number 5.
** Otherwise the node is a text.  Returns NULL when out of memory. */
const struct node *document_scalar(struct arena *arena, const char *text);

#endif
