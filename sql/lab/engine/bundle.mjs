// Writes one file with a page and every file that the page names. A browser can open that
// file from disk:
//
//   node bundle.mjs PAGE.html [NAME=FILE...] > OUTPUT.html
//
//   <link rel="stylesheet" href="X">                       becomes a <style>
//   <script type="module" src="X"></script>                the module and its imports
//   <script type="text/plain" id="I" data-module="X">      the same as text, for a worker
//   <script type="application/octet-stream" id="I" data-file="X">
//                                                          the file, as gzip in base64
//
// X is relative to the page, or one of the NAMEs.  The bundler knows only the module
// syntax that README.md lists, and refuses any other.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const [page, ...given] = process.argv.slice(2);
const named = new Map(given.map((each) => each.split(/=(.*)/s, 2)));
const locate = (name, folder) => named.get(name) ?? join(folder, name);

const IMPORT = /^import\s+(?:(\*\s+as\s+\w+)|(\{[^}]*\}))\s+from\s+(['"])(.+?)\3;?$/gm;
const EXPORT = /^export\s+((?:async\s+)?function\*?|class|const)\s+([\w$]+)/gm;
const REST = /^(?:import\b(?!\.|\()|export\b).*$/m;

/* A module and its imports, each made a function call; imports come first. For a worker
** the functions are not async: a page opened from disk can only start classic workers,
** and these have no top-level await. */
class Bundle {
  #numbers = new Map();
  #parts = [];
  #opens;

  constructor(isWorker) {
    this.#opens = isWorker ? ['(() => ', ')()'] : ['await (async () => ', ')()'];
  }

  add(file) {
    if (this.#numbers.has(file)) return this.#number(file);
    this.#numbers.set(file, undefined); // until its imports are added
    let text = readFileSync(file, 'utf8');
    text = text.replace(IMPORT, (_, all, names, quote, from) => {
      const number = this.add(locate(from, dirname(file)));
      return all ? `const ${all.replace(/^\*\s+as\s+/, '')} = module${number};` :
        `const ${names.replace(/\s+as\s+/g, ': ')} = module${number};`;
    });
    text = text.replaceAll('import.meta.url', 'globalThis.location.href');
    const exported = [];
    text = text.replace(EXPORT, (_, kind, name) => {
      exported.push(name);
      return `${kind} ${name}`;
    });
    const rest = text.match(REST);
    if (rest) throw new Error(`${file}: not understood: ${rest[0]}`);
    const number = this.#parts.length;
    const [before, after] = this.#opens;
    this.#numbers.set(file, number);
    this.#parts.push(`// ${relative('', file)}\nconst module${number} = ${before}{\n` +
      `${text.trimEnd()}\nreturn { ${exported.join(', ')} };\n}${after};\n`);
    return number;
  }

  #number(file) {
    const number = this.#numbers.get(file);
    if (number === undefined) throw new Error(`${file}: imports itself in a circle`);
    return number;
  }

  get text() { return this.#parts.join('\n'); }
}

function bundled(file, isWorker = false) {
  const bundle = new Bundle(isWorker);
  bundle.add(file);
  return bundle.text.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

const folder = dirname(page);
const read = (name) => readFileSync(locate(name, folder));
const element = (type, attribute) => new RegExp(
  `(<script type="${type}" id="[^"]+")\\s+${attribute}="([^"]+)">\\s*</script>`, 'g');
const html = readFileSync(page, 'utf8')
  .replace(/<link rel="stylesheet" href="([^"]+)">/g, (_, name) =>
    `<style>\n${read(name).toString().trimEnd()}\n</style>`)
  .replace(/<script type="module" src="([^"]+)">\s*<\/script>/g, (_, name) =>
    `<script type="module">\n${bundled(locate(name, folder))}</script>`)
  .replace(element('text/plain', 'data-module'), (_, tag, name) =>
    `${tag}>\n${bundled(locate(name, folder), true)}</script>`)
  .replace(element('application/octet-stream', 'data-file'), (_, tag, name) =>
    `${tag}>${gzipSync(read(name), { level: 9 }).toString('base64')}</script>`);
process.stdout.write(html);
