// Runs a test program that is compiled to WebAssembly, and lets it read files:
//
//   node tests/lab/program.mjs PROGRAM.wasm ARGUMENT...
import {
  closeSync, fstatSync, openSync, readFileSync, readSync, writeSync,
} from 'node:fs';

const OK = 0, FAILED = 29;
const ERRORS = { EACCES: 2, EBADF: 8, EISDIR: 31, ENOENT: 44 };
const LARGEST = 0x7fffffff;

const [path, ...rest] = process.argv.slice(2);
const program = [path, ...rest].map((word) => Buffer.from(`${word}\0`));
const variables = Object.entries(process.env).map(([name, value]) =>
  Buffer.from(`${name}=${value}\0`));
const positions = new Map(); // file descriptor: position in the file

let memory;
const bytes = () => Buffer.from(memory.buffer);
const view = () => new DataView(memory.buffer);

const text = (at) => bytes().toString('utf8', at, bytes().indexOf(0, at));

/* Calls `act`. Returns the result of `act`, or the number of the error that `act`
 * throws. */
function attempt(act) {
  try {
    return act() ?? OK;
  } catch (error) {
    return ERRORS[error.code] ?? FAILED;
  }
}

function writeList(list, pointers, at) {
  for (const each of list) {
    view().setUint32(pointers, at, true);
    each.copy(bytes(), at);
    [pointers, at] = [pointers + 4, at + each.length];
  }
  return OK;
}

function writeSizes(list, count, size) {
  view().setUint32(count, list.length, true);
  view().setUint32(size, list.reduce((sum, each) => sum + each.length, 0), true);
  return OK;
}

/* `move` reads or writes up to `count` pieces of memory. A piece that it reads or writes
 * only in part is the last. transfer() writes the total number of bytes to the address
 * `done`. */
function transfer(pieces, count, done, move) {
  return attempt(() => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(pieces + 8 * i, true);
      const length = view().getUint32(pieces + 8 * i + 4, true);
      const moved = move(bytes().subarray(at, at + length));
      sum += moved;
      if (moved < length) break;
    }
    view().setUint32(done, sum, true);
  });
}

function read(file, piece) {
  const position = positions.get(file);
  const count = readSync(file, piece, 0, piece.length, position ?? null);
  if (position !== undefined) positions.set(file, position + count);
  return count;
}

function writeAll(file, piece) {
  for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
  return piece.length;
}

function seek(file, offset, from, result) {
  if (!positions.has(file)) return FAILED;
  const start = [0, positions.get(file), fstatSync(file).size][from];
  positions.set(file, start + Number(offset));
  view().setBigInt64(result, BigInt(positions.get(file)), true);
  return OK;
}

const imports = {
  assay: {
    random: (at, length) => crypto.getRandomValues(bytes().subarray(at, at + length)),
    now: () => Date.now(),
    progress: () => 0,
  },
  files: {
    open: (name) => {
      try {
        const file = openSync(text(name), 'r');
        if (fstatSync(file).isFile()) positions.set(file, 0);
        return file;
      } catch (error) {
        return -(ERRORS[error.code] ?? FAILED);
      }
    },
    stat: (file, facts) => -attempt(() => {
      const status = fstatSync(file);
      [status.mode, status.size, status.mtimeMs, status.ctimeMs].forEach((fact, i) =>
        view().setFloat64(facts + 8 * i, fact, true));
    }),
  },
  env: { emscripten_notify_memory_growth: () => {} },
  wasi_snapshot_preview1: {
    args_sizes_get: (count, size) => writeSizes(program, count, size),
    args_get: (pointers, at) => writeList(program, pointers, at),
    environ_sizes_get: (count, size) => writeSizes(variables, count, size),
    environ_get: (pointers, at) => writeList(variables, pointers, at),
    clock_time_get: (clock, precision, at) => {
      const now = clock === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint();
      view().setBigUint64(at, now, true);
      return OK;
    },
    fd_read: (file, pieces, count, done) =>
      transfer(pieces, count, done, (piece) => read(file, piece)),
    fd_write: (file, pieces, count, done) =>
      transfer(pieces, count, done, (piece) => writeAll(file, piece)),
    fd_seek: seek,
    fd_close: (file) => attempt(() => {
      positions.delete(file);
      closeSync(file);
    }),
    proc_exit: (status) => process.exit(status),
  },
};

const module = new WebAssembly.Module(readFileSync(path));
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] ??= () => { throw new Error(`${from}.${name} is called`); };
}
const { exports } = new WebAssembly.Instance(module, imports);
memory = exports.memory;
exports._start();
