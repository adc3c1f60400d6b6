/*
** What assay keeps for each connection.
**
** One object a connection, shared by all functions registered on it and counted by
** references: SQLite drops a reference whenever it destroys one of them, in any order.
** SQLite serialises the use of a connection, so its object needs no lock.
**
** A list of these objects says which connections are served by this copy of the library,
** and with what settings.  Unlike a question to the connection itself no authorizer, no
** interrupt and no want of memory can keep it from answering.
*/
#ifndef ASSAY_BIND_CONNECTION_H
#define ASSAY_BIND_CONNECTION_H

#include <sqlite3ext.h>

#include "settings/loading/load.h"
#include "settings/keys/listing.h"

SQLITE_EXTENSION_INIT3

struct sql_function;
struct sql_module;

/* What a module keeps with every connection: memory of this size, zeroed when the
** connection is opened.  `clear`, NULL for none, frees what it owns when that ends. */
struct connection_slot {
  size_t size;
  void (*clear)(void *memory);
};

/* A slot's memory on a connection. */
struct connection_memory {
  const struct connection_slot *slot;
  void *memory;
};

/* What a registered function finds in its user data: its own row and its connection. */
struct binding {
  struct connection *connection;
  const struct sql_function *function;
  unsigned load;     /* the one that registered it, from 1; 0: it is not registered */
  unsigned attempts; /* at having an argument kept: auxdata_pays() */
  bool reads_row;    /* of an aggregate: a mistake is not the call's but the row's */
  char *mistake;     /* that of the row, or NULL; owned by whoever set reads_row */
};

struct connection {
  int references;
  sqlite3 *db;
  struct connection *next; /* in the list of all */
  struct connection *previous;
  unsigned loads;                   /* that were tried */
  bool complete;                    /* one of them has succeeded */
  const struct settings *settings;  /* in force */
  bool settings_in_use;             /* a rule has read them: they can no longer change */
  char digest[LISTING_DIGEST_SIZE]; /* of the settings; empty until somebody asks */
  struct loaded_settings *loaded;   /* the latest load, NULL before the first one */
  const struct sql_module *const *modules; /* all that is registered; ends with NULL */
  struct connection_memory *memories;      /* of the slots; ends with NULL */
  size_t binding_count;
  struct binding bindings[]; /* one for each function of the modules, in their order */
};

/* A new connection object with one reference and the built-in settings, in the list of
** all; NULL when out of memory.  `modules` and `slots`, which end with NULL, are borrowed
** for as long as the program runs.  Nothing that a load needs later is allocated by it:
** functions_register(). */
struct connection *connection_open(sqlite3 *db, const struct sql_module *const *modules,
                                   const struct connection_slot *const *slots);

/* The object of a connection that an earlier load has served, with one more reference;
** NULL if there is none. */
struct connection *connection_find(const sqlite3 *db);

void connection_release(struct connection *connection);

/* Makes a load the latest one, and its settings those in force if it changed any; then
** none may be in use.  Takes it over.  Settings that have been in force stay alive as
** long as the connection: a statement under way may still point into them. */
void connection_adopt(struct connection *connection, struct loaded_settings *loaded);

/* Drops the reference that a registered function holds: the xDestroy of every
** registration. */
void binding_close(void *binding);

static inline struct binding *binding_of(sqlite3_context *context) {
  return sqlite3_user_data(context);
}

/* Memory that a call is to free.  NULL when out of memory, with the error set. */
static inline void *call_memory(sqlite3_context *context, sqlite3_uint64 size) {
  void *memory = sqlite3_malloc64(size);
  if (memory == NULL) sqlite3_result_error_nomem(context);
  return memory;
}

/* The settings for a rule.  From here on they are frozen on this connection, so that
** rules can be DETERMINISTIC. */
static inline const struct settings *settings_of(sqlite3_context *context) {
  struct connection *connection = binding_of(context)->connection;
  connection->settings_in_use = true;
  return connection->settings;
}

/* The memory of a slot, one of those that the connection was opened with. */
static inline void *connection_slot(const struct connection *connection,
                                    const struct connection_slot *slot) {
  const struct connection_memory *at = connection->memories;
  while (at->slot != slot)
    at++;
  return at->memory;
}

#endif
