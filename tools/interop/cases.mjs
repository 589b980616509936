// Writes the cases: types and values that any language can read, and the same as Candid text.
//
//     node cases.mjs DIRECTORY [HOW-MANY]
//
// `cases.jsonl` has a case on each line, `definitions.did` the types that they name. Beside random ones of a fixed seed
// there are some with names, for what is seldom met and often wrong. README.md says how types and values are written.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAMED, DEFINITIONS } from './named.mjs';

const [directory, n_random = 2000] = process.argv.slice(2);

// xorshift32: the same numbers in every run.
let state = 0x2545f491;
function below(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}
const pick = (items) => items[below(items.length)];
const list = (n, item) => Array.from({ length: n }, item);
const some = (items) => items.filter(() => below(3) === 0);

const hex = (n_bytes) => list(n_bytes, () => below(256).toString(16).padStart(2, '0')).join('');
const big = (n_bytes) => BigInt(`0x${hex(1 + below(n_bytes))}`);
const text = () => list(below(5), () => pick(['a', '"', '\\', '\n', 'ü', '字', '🎲', '\0', ' 0'])).join('');
const principal = () => hex(below(30));

function bits(n_bits, number) {
  const view = new DataView(new ArrayBuffer(n_bits / 8));
  view[`setFloat${n_bits}`](0, number);
  return Number.isNaN(number) ? 'nan' : Buffer.from(view.buffer).toString('hex');
}

const PRIMITIVES = {
  null: () => null,
  bool: () => below(2) === 1,
  nat: () => String(big(40)),
  int: () => String(below(2) ? -big(40) : big(40)),
  ...Object.fromEntries([8, 16, 32, 64].map((n) => [`nat${n}`, () => String(BigInt.asUintN(n, big(8) >> BigInt(below(n))))])),
  ...Object.fromEntries([8, 16, 32, 64].map((n) => [`int${n}`, () => String(BigInt.asIntN(n, big(8)))])),
  float32: () => bits(32, pick([(below(2 ** 31) - 2 ** 30) / 2 ** below(40), below(9), -0, NaN, Infinity])),
  float64: () => bits(64, pick([0.1, -1e300, 5e-324, Infinity, -Infinity, NaN, -0, below(1000) / 7])),
  text,
  reserved: () => null,
  principal,
};
const LABELS = ['a', 'b', 'name', 'ein Wörtchen', 'a "quote"', 0, 1, 5, 4294967295];
const METHODS = ['get', 'set', 'a b'];
const MODES = [...list(6, () => []), ...list(5, () => ['query']), ['composite_query']];

const func = (depth) => ({ func: [list(below(3), () => type(depth)), list(below(3), () => type(depth)), pick(MODES)] });

function type(depth) {
  const kind = depth === 0 ? 0 : below(20);
  if (kind < 5) return pick(Object.keys(PRIMITIVES));
  if (kind < 9) return { opt: type(depth - 1) };
  if (kind < 13) return { vec: type(depth - 1) };
  if (kind < 16) return { record: some(LABELS).map((label) => [label, type(depth - 1)]) };
  if (kind < 18) return { variant: ['c', ...some(LABELS)].map((label) => [label, type(depth - 1)]) };
  if (kind === 18 && below(4) === 0) return { name: pick(Object.keys(DEFINITIONS)) };
  return below(2) ? func(depth - 1) : { service: some(METHODS).map((method) => [method, func(depth - 1)]) };
}

// A value of a type. The deeper it is, the fewer items it has, so that those of recursive types end.
function value(type, depth = 0) {
  if (typeof type === 'string') return PRIMITIVES[type]();
  const [[kind, of]] = Object.entries(type);
  const inner = (type) => value(type, depth + 1);
  const n_items = (most) => below(Math.max(1, most - Math.floor(depth / 3)));
  switch (kind) {
    case 'name': return inner(DEFINITIONS[of]);
    case 'opt': return n_items(4) ? [inner(of)] : [];
    case 'vec': return list(n_items(5), () => inner(of));
    case 'record': return of.map(([, type]) => inner(type));
    case 'variant': {
      const idx = n_items(of.length + 1) % of.length;
      return [idx, inner(of[idx][1])];
    }
    case 'func': return [principal(), pick(METHODS)];
    case 'service': return principal();
  }
}

const quoted = (string) => JSON.stringify(string).replace(/\\u([0-9a-f]{4})/g, '\\u{$1}');
const label_text = (label) => (typeof label === 'number' ? String(label) : quoted(label));
const fields_text = (fields) => `{ ${fields.map(([label, type]) => `${label_text(label)} : ${type_text(type)}; `).join('')}}`;
const func_text = ([args, rets, modes]) => [`(${args.map(type_text)}) -> (${rets.map(type_text)})`, ...modes].join(' ');

function type_text(type) {
  if (typeof type === 'string') return type;
  const [[kind, of]] = Object.entries(type);
  switch (kind) {
    case 'name': return of;
    case 'func': return `func ${func_text(of)}`;
    case 'service': return `service { ${of.map(([name, type]) => `${quoted(name)} : ${func_text(type.func)}; `).join('')}}`;
    case 'record': case 'variant': return `${kind} ${fields_text(of)}`;
    default: return `${kind} ${type_text(of)}`;
  }
}

// A principal as text: a checksum and the bytes, in base32 by groups of five.
function principal_text(digits) {
  const bytes = Buffer.from(digits, 'hex');
  let checksum = ~0;
  for (const byte of bytes) {
    checksum ^= byte;
    for (let bit = 0; bit < 8; bit++) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb88320 : 0);
  }
  const all = Buffer.concat([Buffer.alloc(4), bytes]);
  all.writeUInt32BE(~checksum >>> 0);
  const ones = [...all].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = ones.match(/.{1,5}/g).map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[parseInt(five.padEnd(5, '0'), 2)]);
  return letters.join('').match(/.{1,5}/g).join('-');
}

function float_text(digits) {
  if (digits === 'nan') return 'NaN';
  const number = new DataView(Uint8Array.from(Buffer.from(digits, 'hex')).buffer)[`getFloat${digits.length * 4}`](0);
  return Object.is(number, -0) ? '-0.0' : String(number).replace('Infinity', 'inf');
}

function value_text(type, value) {
  if (type === 'text') return quoted(value);
  if (type === 'principal') return `principal "${principal_text(value)}"`;
  if (type === 'float32' || type === 'float64') return float_text(value);
  if (typeof type === 'string') return String(value);
  const [[kind, of]] = Object.entries(type);
  switch (kind) {
    case 'name': return value_text(DEFINITIONS[of], value);
    case 'opt': return value.length ? `opt ${value_text(of, value[0])}` : 'null';
    case 'vec': return `vec { ${value.map((item) => `${value_text(of, item)}; `).join('')}}`;
    case 'record':
      return `record { ${of.map(([label, type], idx) => `${label_text(label)} = ${value_text(type, value[idx])}; `).join('')}}`;
    case 'variant': {
      const [label, type] = of[value[0]];
      return `variant { ${label_text(label)} = ${value_text(type, value[1])} }`;
    }
    case 'func': return `func "${principal_text(value[0])}".${quoted(value[1])}`;
    case 'service': return `service "${principal_text(value)}"`;
  }
}

// The definitions that types name, and those that these name.
function definitions_of(types, found = {}) {
  for (const [, name] of JSON.stringify(types).matchAll(/{"name":"(\w+)"}/g)) {
    if (name in found) continue;
    found[name] = DEFINITIONS[name];
    definitions_of(found[name], found);
  }
  return found;
}

const random = list(Number(n_random), (_, idx) => {
  const types = list(1 + below(3), () => type(3));
  return [String(idx), types, types.map((type) => value(type))];
});
const cases = [...NAMED, ...random].map(([id, types, values]) => ({
  id,
  types,
  values,
  definitions: definitions_of(types),
  type_text: `(${types.map(type_text).join(', ')})`,
  value_text: `(${values.map((value, idx) => value_text(types[idx], value)).join(', ')})`,
}));

mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, 'cases.jsonl'), cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
const definitions = Object.entries(DEFINITIONS).map(([name, type]) => `type ${name} = ${type_text(type)};\n`);
writeFileSync(join(directory, 'definitions.did'), definitions.join(''));
