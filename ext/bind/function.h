/*
** The function table: one row for each signature of an SQL function.
**
** From these rows assay registers its functions, and makes the table assay_functions,
** ext/REFERENCE.md and a test of every example.  No function is registered without a row.
*/
#ifndef ASSAY_BIND_FUNCTION_H
#define ASSAY_BIND_FUNCTION_H

#include <sqlite3ext.h>
#include <stdbool.h>
#include <stddef.h>

/* A group has at most this many parameters (arguments that are equal in all its rows). */
#define AGREEMENT_PARAMETERS 4

enum function_kind {
  KIND_SCALAR,
  KIND_AGGREGATE, /* an aggregate that is also a window function */
  KIND_TABLE      /* a virtual table that exists without CREATE (eponymous) */
};

/* Every function is deterministic and innocuous unless a flag says otherwise (rule R4,
** REFERENCE.md).  Only top-level SQL may call a function that reads a file or the
** environment, changes settings, tells where settings come from, or runs SQL. */
enum function_flags {
  PURE = 0,
  DIRECT_ONLY = 1, /* only top-level SQL may call it */
  JSON_RESULT = 2  /* its result has the JSON subtype (rule R6) */
};

typedef void sql_callback(sqlite3_context *, int, sqlite3_value **);

/* The callbacks of an aggregate.  Each gets the memory of its group: see aggregate.h. */
typedef bool group_enter_callback(sqlite3_context *, void *group, int, sqlite3_value **);
typedef void group_leave_callback(sqlite3_context *, void *group, sqlite3_value **);
typedef void group_answer_callback(sqlite3_context *, void *group);
typedef void group_clear_callback(void *group);

struct memory_table;

/* The kind of a function and its callbacks.  Members for other kinds are unused. */
struct function_calls {
  enum function_kind kind;
  sql_callback *scalar;
  size_t group_size; /* aggregate: the size of a group's memory, which is zeroed */
  group_enter_callback *enter;   /* adds a row; returns true if it counts and is stored */
  group_leave_callback *leave;   /* drops the oldest row that counts, given its values */
  group_answer_callback *answer; /* sets the group's answer, if it has one */
  group_clear_callback *clear;   /* frees what the group owns */
  const char *parameters[AGREEMENT_PARAMETERS]; /* names of parameters */
  const struct memory_table *memory_table;      /* table: see memory_table.h */
};

/* The macros SCALAR(), AGGREGATE() and MEMORY_TABLE() below make `calls`. */
struct sql_function {
  const char *name;
  int argument_count;
  unsigned flags;
  struct function_calls calls;
  const char *signature;
  const char *help;    /* one line, no full stop */
  const char *example; /* an expression, or a query that begins with SELECT */
  const char *answer;  /* the result of the example, as text; NULL for SQL's NULL */
};

#define SCALAR(callback)                                                                 \
  { .kind = KIND_SCALAR, .scalar = callback }

/* `group` is the struct of a group's memory.  The callbacks follow in the order of their
** use.  The names of the group's parameters, or NULL for none, come last. */
#define AGGREGATE(group, enters, leaves, answers, clears, ...)                           \
  {                                                                                      \
    .kind = KIND_AGGREGATE, .group_size = sizeof(group), .enter = enters,                \
    .leave = leaves, .answer = answers, .clear = clears, .parameters = {                 \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  }

#define MEMORY_TABLE(rows)                                                               \
  { .kind = KIND_TABLE, .memory_table = &rows }

struct sql_module {
  const char *name;  /* name of the module's files, without suffix */
  const char *title; /* the module's heading in the reference */
  const char *task;  /* the user's question that the module answers, in a few words */
  const struct sql_function *functions;
  size_t function_count;
};

#endif
