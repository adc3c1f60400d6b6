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

#include "core/research/gate.h"
#include "settings/digest.h"
#include "settings/load.h"

SQLITE_EXTENSION_INIT3

struct sql_function;
struct sql_module;

/* How many pieces of memory a module may keep with the connection. */
#define CONNECTION_KEEPS 4

/* What a registered function finds in its user data: its own row and its connection. */
struct binding {
  struct connection *connection;
  const struct sql_function *function;
  unsigned load;        /* the one that registered it, from 1; 0: it is not registered */
  unsigned attempts;    /* at having an argument kept: auxdata_pays() */
  const void *prepared; /* what its module found in the frozen settings, or NULL */
  bool reads_row;       /* of an aggregate: a mistake is not the call's but the row's */
  char *mistake;        /* that of the row, or NULL; owned by whoever set reads_row */
};

struct connection {
  int references;
  sqlite3 *db;
  struct connection *next; /* in the list of all */
  struct connection *previous;
  unsigned loads;                  /* that were tried */
  bool complete;                   /* one of them has succeeded */
  const struct settings *settings; /* in force */
  bool settings_in_use;            /* a rule has read them: they can no longer change */
  bool prepared;                   /* gate follows from the settings */
  struct gate_rule gate;
  char digest[DIGEST_TEXT_SIZE];  /* of the settings; empty until somebody asks */
  struct loaded_settings *loaded; /* the latest load, NULL before the first one */
  const struct sql_module *const *modules; /* all that is registered; ends with NULL */
  void *kept[CONNECTION_KEEPS]; /* NULL or SQLite memory, freed with the connection */
  size_t binding_count;
  struct binding bindings[]; /* one for each function of the modules, in their order */
};

/* A new connection object with one reference and the built-in settings, in the list of
** all; NULL when out of memory.  `modules` is borrowed for as long as the program runs.
** Nothing that a load needs later is allocated by it: functions_register(). */
struct connection *connection_open(sqlite3 *db, const struct sql_module *const *modules);

/* The object of a connection that an earlier load has served, with one more reference;
** NULL where there is none. */
struct connection *connection_find(const sqlite3 *db);

void connection_release(struct connection *connection);

/* Makes a load the latest one, and its settings those in force if it changed any; then
** none may be in use.  Takes it over.  Settings that have been in force stay alive as
** long as the connection: a statement under way may still point into them. */
void connection_adopt(struct connection *connection, struct loaded_settings *loaded);

/* Freezes the settings and makes of them what is not to be looked up for each row. */
void connection_prepare(struct connection *connection);

/* Drops the reference that a registered function holds: the xDestroy of every
** registration. */
void binding_close(void *binding);

static inline struct binding *binding_of(sqlite3_context *context) {
  return sqlite3_user_data(context);
}

/* The settings that a rule is to use.  From here on they are frozen on this connection,
** which is what lets the rules be DETERMINISTIC. */
static inline const struct settings *settings_of(sqlite3_context *context) {
  struct connection *connection = binding_of(context)->connection;
  connection->settings_in_use = true;
  return connection->settings;
}

/* The connection of a call, with what follows from its settings worked out. */
static inline const struct connection *connection_prepared(sqlite3_context *context) {
  struct connection *connection = binding_of(context)->connection;
  if (!connection->prepared) connection_prepare(connection);
  return connection;
}

/* The gate's rule under these settings, prepared at its first use and not for each row:
** they can no longer change. */
static inline const struct gate_rule *gate_rule_in_force(sqlite3_context *context) {
  return &connection_prepared(context)->gate;
}

#endif
