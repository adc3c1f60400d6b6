/* Interrupts inside a long call: see interrupt.h. */
#include "interrupt.h"

void interrupt_close(struct interrupt *interrupt) {
  sqlite3_finalize(interrupt->nothing);
  interrupt->nothing = NULL;
}

/* Preparing notices an interrupt as stepping does.  Where the statement can't be prepared
** for another reason, as under an authorizer that denies everything, the call goes on. */
bool interrupt_look(struct interrupt *interrupt) {
  interrupt->work = 0;
  int rc = SQLITE_OK;
  if (interrupt->nothing == NULL) {
    rc = sqlite3_prepare_v2(interrupt->db, "SELECT 1", -1, &interrupt->nothing, NULL);
  }
  if (rc == SQLITE_OK) {
    rc = sqlite3_step(interrupt->nothing);
    sqlite3_reset(interrupt->nothing);
  }
  return rc == SQLITE_INTERRUPT;
}
