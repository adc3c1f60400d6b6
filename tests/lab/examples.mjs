// Every example of the function table, in the engine of the lab: each on a connection of
// its own, because a load comes before all rules.
import { pathToFileURL } from 'node:url';
import { finish, is, ok, throws } from './tap.mjs';

const build = process.env.BUILD || 'build';
const { open } = await import(pathToFileURL(`${build}/lab/assay.mjs`));
const db = await open();
const { rows } = db.exec('SELECT signature, example, answer FROM assay_functions');
ok(rows.length > 100, `${rows.length} examples`);
for (const [signature, example, answer] of rows) {
  const own = db.connect();
  // A query stands in brackets as an expression does; its answer is read as text.
  const ask = () => own.exec(`SELECT CAST((${example}) AS TEXT)`).rows[0][0];
  if (signature.startsWith('assay_load(')) {
    await throws(ask, /cannot be read/, `${signature}: there are no files`);
  } else {
    is(ask(), answer, signature);
  }
  own.close();
}
finish();
