// DuckDB on one thread, for history.py. Reads {"sql": ...} as lines of JSON and answers
// each with {"rows", "seconds"} or {"error"}; seconds are CPU time of this process.
const readline = require('node:readline');
const { DuckDBInstance } = require('@duckdb/node-api');

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

// JSON has no form for DuckDB's counts (BigInt) and DECIMALs (objects), so both become
// numbers.
const plain = (value) =>
  typeof value === 'bigint' || (typeof value === 'object' && value !== null)
    ? Number(value.toString()) : value;

async function answer(connection, sql) {
  const start = seconds();
  const reader = await connection.runAndReadAll(sql);
  const spent = seconds() - start;
  return { rows: reader.getRows().map((row) => row.map(plain)), seconds: spent };
}

async function main() {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run('SET threads = 1');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let reply;
    try {
      reply = await answer(connection, JSON.parse(line).sql);
    } catch (problem) {
      reply = { error: String(problem) };
    }
    process.stdout.write(JSON.stringify(reply) + '\n');
  }
}

main();
