/*
** The function table: one row for each SQL overload.
**
** A module's rows drive its registration, the table assay_functions, ext/REFERENCE.md and
** a test that runs every example.  No function is registered without a row.
*/
#ifndef ASSAY_BIND_FUNCTION_H
#define ASSAY_BIND_FUNCTION_H

#include <sqlite3ext.h>
#include <stdbool.h>
#include <stddef.h>

/* A group has at most this many parameters. */
#define AGREEMENT_PARAMETERS 4

enum function_kind {
  KIND_SCALAR,
  KIND_AGGREGATE, /* and window function */
  KIND_TABLE      /* eponymous virtual table */
};

/* Every function is deterministic and innocuous unless a flag says otherwise (rule R4).
** Only top-level SQL may call a function that reads a file or the environment, changes
** settings, tells where they come from, or runs SQL. */
enum function_flags {
  PURE = 0,
  DIRECT_ONLY = 1, /* top-level SQL only */
  JSON_RESULT = 2  /* its result has the JSON subtype (rule R6) */
};

typedef void sql_callback(sqlite3_context *, int, sqlite3_value **);

/* The callbacks of an aggregate; each is given the memory of its group: see
** aggregate.h. */
typedef bool group_enter_callback(sqlite3_context *, void *group, int, sqlite3_value **);
typedef void group_leave_callback(sqlite3_context *, void *group, sqlite3_value **);
typedef void group_answer_callback(sqlite3_context *, void *group);
typedef void group_clear_callback(void *group);

struct memory_table;

/* The kind of a function and its callbacks.  Each kind uses only its own members. */
struct function_calls {
  enum function_kind kind;
  sql_callback *scalar;
  size_t group_size;             /* aggregate: the size of its memory, which is zeroed */
  group_enter_callback *enter;   /* a row enters; true if it counts, and was stored */
  group_leave_callback *leave;   /* the oldest row that counts leaves; gets its values */
  group_answer_callback *answer; /* sets the answer of a group that has one */
  group_clear_callback *clear;   /* frees what the group owns */
  const char *parameters[AGREEMENT_PARAMETERS]; /* all rows of a group agree on them */
  const struct memory_table *memory_table;      /* table: see memory_table.h */
};

/* One row for each overload.  `calls` is SCALAR(), AGGREGATE() or MEMORY_TABLE(). */
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

/* `group` is the struct of a group's memory.  Then come the callbacks in the order of
** their use, and the names of the parameters that all rows agree on, or NULL. */
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
  const char *name;  /* the name of its files */
  const char *title; /* its heading in the reference */
  const char *task;  /* the user's question that it answers, in a few words */
  const struct sql_function *functions;
  size_t function_count;
};

#endif
