'use strict';

const LOAD = 'SELECT assay_load_yaml(settings) FROM contract WHERE hash = :hash';
const REQUIRE = 'SELECT assay_require(:hash)';

function toServer(value) {
  if (value === null) return { type: 'null' };
  if (value instanceof Uint8Array) {
    return { type: 'blob', base64: Buffer.from(value).toString('base64') };
  }
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'bigint' || typeof value === 'boolean') {
    return { type: 'integer', value: String(BigInt(value)) };
  }
  if (Number.isFinite(value)) return { type: 'float', value };
  throw new TypeError(`query: a parameter must be a value of SQL, got ${value}`);
}

function fromServer({ type, value = null, base64 }) {
  if (type === 'blob') return new Uint8Array(Buffer.from(base64, 'base64'));
  if (type !== 'integer') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
}

// A step runs only if the step before it succeeded.
function toStep([sql, parameters], number) {
  const stmt = { sql };
  if (Array.isArray(parameters)) stmt.args = parameters.map(toServer);
  else {
    stmt.named_args = Object.entries(parameters)
      .map(([name, value]) => ({ name, value: toServer(value) }));
  }
  return number === 0 ? { stmt } : { stmt, condition: { type: 'ok', step: number - 1 } };
}

// A new replica has no data for a moment.  This is not an error of SQL, so the error has
// no code.
function fail({ message, code }) {
  const noData = message.endsWith('no such table: contract');
  throw Object.assign(new Error(message), noData ? {} : { code });
}

async function query(url, sql, parameters = [], { contract, token, signal } = {}) {
  const under = { hash: contract };
  const statements = contract === undefined
    ? [[sql, parameters]]
    : [[LOAD, under], [REQUIRE, under], [sql, parameters]];
  const batch = { type: 'batch', batch: { steps: statements.map(toStep) } };
  const response = await fetch(`${url.replace(/\/+$/, '')}/v2/pipeline`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ requests: [batch, { type: 'close' }] }),
    redirect: 'manual', // a redirect would send the token to another server
    signal,
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const [answer] = (await response.json()).results;
  if (answer.type === 'error') fail(answer.error);
  const { step_results: results, step_errors: errors } = answer.response.result;
  const error = errors.find((each) => each !== null);
  if (error !== undefined) fail(error);
  // If a step did not run, the statement may have run without its contract.
  const ran = results.filter((each) => each !== null);
  if (ran.length !== statements.length) {
    throw new Error(`${ran.length} of ${statements.length} steps ran`);
  }
  return ran.at(-1).rows.map((row) => row.map(fromServer));
}

module.exports = { query };
