// DuckDB and PGlite from npm, one way of text per argument, as a child of `placemat audit`. Shows
// what they do; must not know what is right.
//
//   node impls/adapters/lang/npm_databases.mjs duckdb_decode
//
// npm packages are looked for under $PLACEMAT_NPM (a directory that holds node_modules/).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createRequire } from 'node:module';
import { Buffer } from 'node:buffer';

const packages = path.resolve(process.env.PLACEMAT_NPM || '.');
const npm = (name) => createRequire(`${packages}/x.js`)(name);
const version = (name) => JSON.parse(fs.readFileSync(`${packages}/node_modules/${name}/package.json`)).version;
const is_forbidden = {};
const refuse = (units, of) => { if (units.some((unit) => of.includes(unit))) throw is_forbidden; };
// To ask for each character of a text takes time and memory that grow with the square of its length.
const most_for_each = 1024;
const points = (text) => Array.from(text, (c) => c.codePointAt(0));

async function duckdb() {
  const { DuckDBInstance } = npm('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  // `result.getRows()` waits for another thread for each chunk, although all of them are here.
  const rows = (result) => Array.from({ length: result.chunkCount }, (_, i) => result.getChunk(i).getRows()).flat();
  const prepared = async (sql) => {
    const statement = await connection.prepare(sql);
    return async (units) => {
      statement.bindBlob(1, Uint8Array.from(units));
      return rows(await statement.run());
    };
  };
  const all = async (sql) => rows(await connection.run(sql));
  return { prepared, all };
}
// A file of the scratch directory that is written for each text.
function case_file() {
  const directory = fs.mkdtempSync(`${os.tmpdir()}/placemat-`);
  process.on('exit', () => fs.rmSync(directory, { recursive: true }));
  return `${directory}/case`;
}
async function pglite() {
  const { PGlite } = await import(`${packages}/node_modules/@electric-sql/pglite/dist/index.js`);
  const base = new PGlite();
  await base.waitReady;
  return base;
}
// A simple query of the wire protocol; the answer is the first column of its row.
function query_message(parts) {
  const sql = Buffer.concat([...parts.map((part) => Buffer.from(part)), Buffer.from([0])]);
  const head = Buffer.alloc(5, 'Q');
  head.writeInt32BE(sql.length + 4, 1);
  return Buffer.concat([head, sql]);
}
function first_column(message) {
  const kDataRow = 0x44, kError = 0x45, data = Buffer.from(message);
  for (let at = 0; at < data.length; at += 1 + data.readInt32BE(at + 1)) {
    if (data[at] === kError) throw new Error(data.toString('latin1', at + 5, at + 1 + data.readInt32BE(at + 1)).match(/M([^\0]*)\0/)[1]);
    if (data[at] === kDataRow) return data.subarray(at + 11, at + 11 + data.readInt32BE(at + 7));
  }
  throw new Error('no row');
}
// Of UTF-8; a unit that is not part of well-formed UTF-8 is a raw unit.
function values_of_units(units) {
  const seen = [];
  for (let at = 0; at < units.length;) {
    const size = [1, 2, 3, 4].find((n) => at + n <= units.length && is_one(units.subarray(at, at + n)));
    seen.push(size ? units.toString('utf8', at, at + size).codePointAt(0) : 'raw:' + units.toString('hex', at, at + 1));
    at += size || 1;
  }
  return seen;
}
function is_one(units) {
  const text = units.toString('utf8');
  return points(text).length === 1 && Buffer.from(text).equals(units);
}

const strict = (ask) => ({ modes: { strict: ask } });
const apis = {
  duckdb_decode: async () => {
    const ask = await (await duckdb()).prepared('SELECT decode($1)');
    return strict(async (units) => points((await ask(units))[0][0]));
  },
  duckdb_substring: async () => {
    const ask = await (await duckdb()).prepared(
      'SELECT ord(substring(t, i, 1)) FROM (SELECT decode($1) AS t), range(1, length(t) + 1) AS r(i) ORDER BY i');
    return strict(async (units) => {
      if (units.length > most_for_each) throw is_forbidden;
      return (await ask(units)).map((row) => Number(row[0]));
    });
  },
  duckdb_read_text: async () => {
    const { all } = await duckdb(), file = case_file();
    return strict(async (units) => {
      fs.writeFileSync(file, units);
      return points((await all(`SELECT content FROM read_text('${file}')`))[0][0]);
    });
  },
  duckdb_read_csv: async () => {
    const { all } = await duckdb(), file = case_file();
    const sql = `SELECT t FROM read_csv('${file}', header = false, auto_detect = false, delim = '|', quote = '',
      escape = '', new_line = '\\n', columns = {'t': 'VARCHAR'})`;
    return strict(async (units) => {
      refuse(units, [0x00, 0x0A, 0x0D, 0x7C]);
      fs.writeFileSync(file, Buffer.concat([Buffer.from('x'), units, Buffer.from('\n')]));
      return points((await all(sql))[0][0]).slice(1);
    });
  },
  pglite_convert_from: async () => {
    const base = await pglite();
    return strict(async (units) => points(
      (await base.query("SELECT convert_from($1::bytea, 'UTF8') AS t", [Uint8Array.from(units)])).rows[0].t));
  },
  pglite_literal: async () => {
    const base = await pglite();
    return strict(async (units) => {
      refuse(units, [0x00, 0x27]);
      return values_of_units(first_column(await base.execProtocolRaw(query_message(["SELECT '", units, "'"]))));
    });
  },
};

const chosen = process.argv[2];
if (!Object.hasOwn(apis, chosen ?? '')) {
  process.stderr.write(`npm_databases.mjs: which decoder? One of: ${Object.keys(apis).join(' ')}\n`);
  process.exit(2);
}
const { modes } = await apis[chosen]();
const product = chosen.startsWith('duckdb') ? '@duckdb/node-api' : '@electric-sql/pglite';
const hello = { name: chosen, version: version(product), dialect: 'utf-8', policy: 'reject', bom: 'keep', modes: Object.keys(modes) };

async function answer(line) {
  const [number, mode, text = ''] = line.split(' ');
  if (number === 'placemat') return 'hello ' + JSON.stringify(hello);
  if (!modes[mode]) return number + ' unsupported';
  try {
    const seen = await modes[mode](Buffer.from(text.trim(), 'hex'));
    return number + ' ok' + seen.map((value) => ' ' + (typeof value === 'string' ? value : value.toString(16))).join('');
  } catch (error) {
    if (error === is_forbidden) return number + ' unsupported';
    return `${number} error - - ${error.name}: ${error.message}`.replace(/[^ -~]/g, '?').slice(0, 80);
  }
}
let pending = '';
process.stdin.setEncoding('latin1');
for await (const block of process.stdin) {
  const lines = (pending + block).split('\n');
  pending = lines.pop();
  let answers = '';
  for (const line of lines) answers += await answer(line) + '\n';
  if (!process.stdout.write(answers)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
process.exit(0);
