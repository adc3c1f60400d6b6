// The drivers for Node share this file. c.c describes a plan (a file of steps) and the
// form of an answer. JavaScript's numbers are doubles, whole numbers included; a BigInt
// is an integer.
'use strict';

const fs = require('fs');

const kinds = {
  'int': 12, 'float': 0.8, 'whole float': 1.0, 'text': '0.8', 'null': null,
  'blob': Buffer.from('0.8'), 'true': true, 'false': false,
  'big int': 9007199254740993n, 'nan': NaN,
};

function encoded(value) {
  if (value === null) return 'N';
  if (typeof value === 'bigint') return `I${value}`;
  if (typeof value === 'boolean') return `L${Number(value)}`;
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return 'R' + bytes.toString('hex');
  }
  if (typeof value === 'string') return 'T' + Buffer.from(value).toString('hex');
  return 'B' + Buffer.from(value).toString('hex');
}

// connect(path, extension) returns a database. run(database, sql, values, each) calls
// `each` with the values of each row. close(database) closes the database. Each of these
// three functions may be asynchronous.
exports.main = async function main(client, connect, run, close) {
  const [extension, path, plan] = process.argv.slice(2);
  const lines = [`client\t${client}`];
  let database;
  for (const step of fs.readFileSync(plan, 'utf8').trimEnd().split('\n')) {
    const [kind, name, sql] = step.split('\t');
    if (kind === 'open' || kind === 'bare') {
      if (database) await close(database);
      database = await connect(path, kind === 'open' ? extension : undefined);
      if (lines.length === 1) {
        await run(database, 'SELECT sqlite_version() AS v', [],
          (values) => lines.push(`sqlite\t${values[0]}`));
      }
      continue;
    }
    try {
      await run(database, sql, kind === 'run' ? [] : [kinds[kind]],
        (values) => lines.push([name, ...values.map(encoded)].join('\t')));
    } catch (error) {
      lines.push(`${name}\tE${Buffer.from(error.message).toString('hex')}`);
    }
  }
  process.stdout.write(lines.join('\n') + '\n');
};
