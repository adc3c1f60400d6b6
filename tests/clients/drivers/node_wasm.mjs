// Runs battery.sql through the WebAssembly module, which `make lab` builds. The module
// reads a file into memory; closing the database writes the changed file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { main } = createRequire(import.meta.url)('./node_battery.js');
const build = process.env.BUILD || 'build';
const path = `${build}/lab/assay.mjs`;
const { open } = await import(pathToFileURL(path));

let opened; // path of the open file

async function connect(file, extension) {
  opened = file;
  if (!extension) return undefined;
  return open(existsSync(file) ? { bytes: readFileSync(file) } : {});
}

function run(database, sql, values, row) {
  if (!database) throw new Error('there is no engine without assay');
  database.each(sql, values, row);
}

function close(database) {
  writeFileSync(opened, database.bytes());
  database.close();
}

main('assay.mjs', connect, run, close);
