"""Defines is_eq() and throws() for scripts that run in an environment with the wheel.
wheel.sh numbers and counts the lines that these functions print."""


def is_eq(got, want, name):
    print("ok -" if got == want else "not ok -", name)
    if got != want:
        print(f"#  got: {got!r}\n# want: {want!r}", flush=True)


def throws(call, kind, text, name):
    """Checks that the call raises an error of the class `kind`, with a message that
    begins with `text`."""
    try:
        call()
    except kind as error:
        is_eq(str(error)[: len(text)], text, name)
    else:
        is_eq("no error", text, name)
