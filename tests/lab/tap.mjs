// TAP for tests in JavaScript.
import { isDeepStrictEqual, inspect } from 'node:util';

let count = 0, failed = 0;

function show(what, value) {
  const text = typeof value === 'string' ? value : inspect(value, { depth: 6 });
  console.log(`#  ${what}: ${text.replaceAll('\n', '\n#   ')}`);
}

export function ok(condition, name, ...comments) {
  count++;
  if (condition !== true) failed++;
  console.log(`${condition === true ? 'ok' : 'not ok'} ${count} - ` +
    name.replaceAll('#', '\\#'));
  if (condition !== true) comments.forEach((comment) => show('but', comment));
  return condition === true;
}

/** Passes if two values are the same; numbers must have the same bits. */
export function is(got, want, name) {
  const same = ok(isDeepStrictEqual(got, want), name);
  if (!same) {
    show(' got', got);
    show('want', want);
  }
  return same;
}

/** Passes if `act` fails with a message that matches the pattern. */
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

export function skipAll(reason) {
  console.log(`1..0 # SKIP ${reason}`);
  process.exit(0);
}

export function note(text) { console.log(`# ${text}`); }

export function finish() {
  console.log(`1..${count}`);
  process.exitCode = count > 0 && failed === 0 ? 0 : 1;
}
