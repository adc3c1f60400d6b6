// Runs every example of the table assay_functions in the lab's engine. Each example gets
// its own connection, because settings can't be loaded after a function has read them.
import { pathToFileURL } from 'node:url';
import { finish, is, ok, throws } from './tap.mjs';

const build = process.env.BUILD || 'build';
const { open } = await import(pathToFileURL(`${build}/lab/assay.mjs`));
const db = await open();
const { rows } = db.exec('SELECT signature, example, answer FROM assay_functions');
ok(rows.length > 100, `${rows.length} examples`);
for (const [signature, example, answer] of rows) {
  const own = db.connect();
  // The example is a query or an expression. SQL accepts either in parentheses.
  const ask = () => own.exec(`SELECT CAST((${example}) AS TEXT)`).rows[0][0];
  if (signature.startsWith('assay_load(')) {
    await throws(ask, /cannot be read/, `${signature}: there are no files`);
  } else {
    is(ask(), answer, signature);
  }
  own.close();
}
finish();
