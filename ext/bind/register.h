/*
** Registration of the function table.
*/
#ifndef ASSAY_BIND_REGISTER_H
#define ASSAY_BIND_REGISTER_H

#include "bind/connection.h"

/* Registers every function of the modules.  Two successive rows with one name and one
** argument count describe one function.  The registered function replaces the host's
** function with this name and count, if there is one.  After a load has succeeded, a
** further load does nothing.
**
** On failure `*error` names the function, and the functions that this load has registered
** are unregistered.  One cause of a failure is a running statement while the host has a
** function with one of the names.  After this failure nothing has changed, because names
** are checked first.  The other cause of a failure is lack of memory.  After this failure
** host functions may be gone.  While a statement is running, SQLite cannot unregister
** functions.  They stay, hold a reference to `connection` and work, and a later load
** registers the rest. */
int functions_register(sqlite3 *db, struct connection *connection, char **error);

#endif
