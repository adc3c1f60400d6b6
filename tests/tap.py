"""Prints the results of tests in Python as TAP, as tap.c does for tests in C."""

tests = 0
failures = 0


def ok(passed, name, *comments):
    """Prints the result of a check. If the check failed, prints up to 2,000 characters
    of each of `comments`."""
    global tests, failures
    tests += 1
    print("ok" if passed else "not ok", tests, "-", name.replace("#", "\\#"), flush=True)
    if not passed:
        failures += 1
        for comment in comments:
            print("#  ", str(comment)[:2000].replace("\n", "\n#   "))


def is_eq(got, want, name):
    ok(got == want, name, f" got: {got!r}", f"want: {want!r}")


def skip(name, reason):
    global tests
    tests += 1
    print("ok", tests, "-", name, "# SKIP", reason, flush=True)


def finish():
    """Prints the number of checks. Returns true (exit status 1) if a check failed."""
    print(f"1..{tests}")
    return failures > 0
