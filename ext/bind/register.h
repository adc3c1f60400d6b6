/*
** Registration of the function table.
*/
#ifndef ASSAY_BIND_REGISTER_H
#define ASSAY_BIND_REGISTER_H

#include "bind/connection.h"

/* Registers every function of the modules.  Two successive rows with one name and one
** argument count describe one function.  If the host has a function of such a name, it is
** replaced.  After a load has succeeded, a further one does nothing.
**
** On failure `*error` names the row, and the functions that this load has registered are
** unregistered.  There are two causes.  If a statement is running and the host has a
** function with one of the names, nothing has been changed: names are checked first.
** Otherwise memory ran out, and names that the host had used may be free.  While a
** statement is running SQLite cannot unregister functions.  They stay, hold a reference
** to `connection` and work, and a later load registers the rest. */
int functions_register(sqlite3 *db, struct connection *connection, char **error);

#endif
