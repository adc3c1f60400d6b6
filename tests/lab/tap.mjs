// TAP for tests in JavaScript.
import { isDeepStrictEqual, inspect } from 'node:util';

let count = 0, failed = 0;

function show(what, value) {
  const text = typeof value === 'string' ? value : inspect(value, { depth: 6 });
  console.log(`#  ${what}: ${text.replaceAll('\n', '\n#   ')}`);
}

/** The condition is true. */
export function ok(condition, name, ...comments) {
  count++;
  if (condition !== true) failed++;
  console.log(`${condition === true ? 'ok' : 'not ok'} ${count} - ` +
    name.replaceAll('#', '\\#'));
  if (condition !== true) comments.forEach((comment) => show('but', comment));
  return condition === true;
}

/** Two values are the same, to the bit where they are numbers. */
export function is(got, want, name) {
  const same = ok(isDeepStrictEqual(got, want), name);
  if (!same) {
    show(' got', got);
    show('want', want);
  }
  return same;
}

/** The act fails with a message that the pattern matches. */
export async function throws(act, pattern, name) {
  try {
    const result = await act();
    ok(false, name, `nothing is thrown: ${inspect(result)}`);
  } catch (error) {
    ok(pattern.test(error.message), name, error);
    return error;
  }
  return undefined;
}

export function skip(name, reason) {
  count++;
  console.log(`ok ${count} - ${name} # SKIP ${reason}`);
}

/** The whole test can't run here. */
export function skipAll(reason) {
  console.log(`1..0 # SKIP ${reason}`);
  process.exit(0);
}

export function note(text) { console.log(`# ${text}`); }

/** The plan, and the exit status. */
export function finish() {
  console.log(`1..${count}`);
  process.exitCode = count > 0 && failed === 0 ? 0 : 1;
}
