/*
** Registration of the function table.
*/
#ifndef ASSAY_BIND_REGISTER_H
#define ASSAY_BIND_REGISTER_H

#include "bind/connection.h"

/* Registers every function of the modules.  Two rows with one name and one argument count
** in succession describe one function.  What the host has under such a name is replaced.
** Once a load has succeeded, a further one does nothing.
**
** On failure `*error` names the row, and the functions that this load has registered are
** unregistered.  If a statement runs and a function of the host's has one of the names,
** nothing has been changed: names are looked at first.  Otherwise memory ran out.  Names
** that the host had used may then be free.  While a statement runs SQLite cannot
** unregister functions: those hold a reference to `connection` and work, and a later load
** completes them. */
int functions_register(sqlite3 *db, struct connection *connection, char **error);

#endif
