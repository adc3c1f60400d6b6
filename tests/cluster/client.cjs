// Asks every node through the client in JavaScript. cluster.py runs this program, with
// the client's file, the nodes' addresses and the digests of the contracts.
'use strict';

const assert = require('assert');

const { query } = require(process.argv[2]);
const urls = JSON.parse(process.argv[3]);
const digests = JSON.parse(process.argv[4]);

async function tryNode(url) {
  for (const contract of digests) {
    const [[hash]] = await query(url, 'SELECT assay_settings_hash()', [], { contract });
    assert.strictEqual(hash, contract);
  }
  await assert.rejects(query(url, 'SELECT 1', [], { contract: 'b8c4' }), {
    message: 'SQLite error: assay_require: hash must be that of the settings in force, '
      + `${digests[0]}, got 'b8c4'`,
  });
  await assert.rejects(query(url, 'SELECT no_such()'), /no such function: no_such/);
  await assert.rejects(query(url, 'SELECT ?', [Infinity]), /must be a value of SQL/);
  await assert.rejects(query(url, 'SELECT ?', [undefined]), /must be a value of SQL/);
  const values = [null, -1n, 2n ** 63n - 1n, true, 0.1 + 0.2, 5e-324, 'a\0ü',
    new Uint8Array([0, 255]), new Uint8Array()];
  const [row] = await query(`${url}/`, `SELECT ${values.map(() => '?').join()}`, values);
  const want = [null, -1, 2n ** 63n - 1n, 1, ...values.slice(4)];
  assert.deepStrictEqual(row, want);
  assert.deepStrictEqual(await query(url, 'SELECT typeof(:a), typeof(:b), :b', {
    a: 1, b: 2n,
  }), [['real', 'integer', 2]]);
  console.log('same');
}

(async () => {
  for (const url of urls) await tryNode(url);
})().catch((problem) => {
  console.log(problem.message);
  process.exit(1);
});
