"""TAP for tests in Python, as tap.c has it for those in C: ok, is_eq, skip, finish."""

tests = 0
failures = 0


def ok(passed, name, *comments):
    """A check; of each comment 2,000 characters are printed where it fails."""
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
    """A check that can't run here."""
    global tests
    tests += 1
    print("ok", tests, "-", name, "# SKIP", reason, flush=True)


def finish():
    """Prints the plan; true, as the exit status is, where a check has failed."""
    print(f"1..{tests}")
    return failures > 0
