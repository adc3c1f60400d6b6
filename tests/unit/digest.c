/* Tests SHA-256 on the vectors of FIPS 180-4's examples and of NIST's test suite. */
#include "settings/digest.h"

#include <string.h>

#include "tap.h"

static void check(const char *message, const char *want) {
  struct digest digest;
  char text[DIGEST_TEXT_SIZE];
  digest_open(&digest);
  digest_add(&digest, message, strlen(message));
  digest_finish(&digest, text);
  tap_is_text(text, want, "SHA-256 of %d bytes", (int)strlen(message));
}

/* Hashes a million `a`, in pieces that do not fit evenly into blocks. */
static void check_pieces(void) {
  static char piece[1000];
  struct digest digest;
  char text[DIGEST_TEXT_SIZE];
  memset(piece, 'a', sizeof piece);
  digest_open(&digest);
  for (int i = 0; i < 1000; i++)
    digest_add(&digest, piece, sizeof piece);
  digest_finish(&digest, text);
  tap_is_text(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
              "SHA-256 of a million bytes in pieces");
}

int main(void) {
  tap_plan(6);
  check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  check("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  check("The quick brown fox jumps over the lazy dog",
        "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592");
  check_pieces();
  return tap_done();
}
