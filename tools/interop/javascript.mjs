// Exchanges typed values with `@icp-sdk/core`, in both directions.
//
//     node javascript.mjs DIDC [HOW-MANY]
//
// For each case of a fixed seed: a random type, as Candid text for us and as an object for the peer, and a random value.
// The peer encodes, we decode to text and encode that at the same type, the peer decodes and finds the value it began
// with. So each has read what the other wrote.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../bindings-check/check.mjs', import.meta.url));
const { IDL } = require('@icp-sdk/core/candid');
const { Principal } = require('@icp-sdk/core/principal');
const didc = process.argv[2];
const n_cases = Number(process.argv[3] ?? 2000);

// xorshift32: the same numbers in every run.
let state = 0x2545f491;
function below(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}
const pick = (items) => items[below(items.length)];
const bytes = (n) => Uint8Array.from({ length: n }, () => below(256));

function big(n_bytes) {
  return BigInt(`0x${Buffer.from(bytes(1 + below(n_bytes))).toString('hex')}`);
}

const fixed = (bits) => {
  const wide = bits === 64;
  const number = (value) => (wide ? value : Number(value));
  return [
    [`nat${bits}`, IDL[`Nat${bits}`], () => number(BigInt.asUintN(bits, big(8) >> BigInt(below(bits))))],
    [`int${bits}`, IDL[`Int${bits}`], () => number(BigInt.asIntN(bits, big(8)))],
  ];
};

const text = () => Array.from({ length: below(5) }, () => pick(['a', '"', '\\', '\n', 'ü', '字', '🎲', '\0', ' 0'])).join('');
const principal = () => Principal.fromUint8Array(bytes(below(30)));
const PRIMITIVES = [
  ['null', IDL.Null, () => null],
  ['bool', IDL.Bool, () => below(2) === 1],
  ['nat', IDL.Nat, () => big(40)],
  ['int', IDL.Int, () => (below(2) ? -big(40) : big(40))],
  ...[8, 16, 32, 64].flatMap(fixed),
  ['float32', IDL.Float32, () => Math.fround((below(2 ** 31) - 2 ** 30) / 2 ** below(40))],
  ['float64', IDL.Float64, () => pick([0.1, -1e300, 5e-324, Infinity, -Infinity, below(1000) / 7])],
  ['text', IDL.Text, text],
  ['reserved', IDL.Reserved, () => null],
  ['principal', IDL.Principal, principal],
  ['func (nat) -> (text) query', IDL.Func([IDL.Nat], [IDL.Text], ['query']), () => [principal(), text()]],
  ['service { get : () -> (nat) }', IDL.Service({ get: IDL.Func([], [IDL.Nat], []) }), principal],
];
const LABELS = ['a', 'b', 'name', 'ein Wörtchen', 'a "quote"', '_5_', '_4294967295_'];

// Candid writes a label that is only a number without quotes; for the peer it is `_number_`.
const label = (name) => /^_\d+_$/.test(name) ? name.slice(1, -1) : JSON.stringify(name);

function fields(depth) {
  const names = LABELS.filter(() => below(3) === 0);
  return names.map((name) => [name, type(depth)]);
}

// A type: its text, the peer's object, and a function that makes a value.
function type(depth) {
  if (depth === 0 || below(4) === 0) {
    const [text, peer, value] = pick(PRIMITIVES);
    return { text, peer, value };
  }
  const kind = below(4);
  if (kind === 0) {
    const { text, peer, value } = type(depth - 1);
    return { text: `opt ${text}`, peer: IDL.Opt(peer), value: () => (below(3) ? [value()] : []) };
  }
  if (kind === 1) {
    const { text, peer, value } = type(depth - 1);
    // The peer gives typed arrays for some vectors, and takes them.
    const array = { nat8: Uint8Array, nat16: Uint16Array, nat32: Uint32Array, nat64: BigUint64Array,
      int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array }[text] ?? Array;
    return { text: `vec ${text}`, peer: IDL.Vec(peer), value: () => array.from({ length: below(5) }, value) };
  }
  const parts = fields(depth - 1);
  if (kind === 2 || parts.length === 0) {
    return {
      text: `record { ${parts.map(([name, { text }]) => `${label(name)} : ${text}`).join('; ')} }`,
      peer: IDL.Record(Object.fromEntries(parts.map(([name, { peer }]) => [name, peer]))),
      value: () => Object.fromEntries(parts.map(([name, { value }]) => [name, value()])),
    };
  }
  return {
    text: `variant { ${parts.map(([name, { text }]) => `${label(name)} : ${text}`).join('; ')} }`,
    peer: IDL.Variant(Object.fromEntries(parts.map(([name, { peer }]) => [name, peer]))),
    value: () => {
      const [name, { value }] = pick(parts);
      return { [name]: value() };
    },
  };
}

function run(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(didc, args);
    const out = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (data) => (out[stream] += data));
    }
    child.on('error', reject);
    child.on('close', (status) => (status === 0 ? resolve(out.stdout.trim()) : reject(new Error(out.stderr))));
  });
}

async function exchange({ types, values }) {
  const text = `(${types.map(({ text }) => text).join(', ')})`;
  const peers = types.map(({ peer }) => peer);
  const hex = (message) => Buffer.from(message).toString('hex');
  let step = 'the peer encodes';
  try {
    const theirs = hex(IDL.encode(peers, values));
    step = 'we decode';
    const value = await run('decode', '-t', text, theirs);
    step = 'we encode';
    const ours = await run('encode', '-t', text, value);
    step = 'the peer decodes';
    assert.deepStrictEqual(IDL.decode(peers, Uint8Array.from(Buffer.from(ours, 'hex'))), values);
  } catch (error) {
    return `${text}\n    ${step}: ${String(error.message).split('\n').slice(0, 12).join('\n    ')}`;
  }
}

const cases = Array.from({ length: n_cases }, () => {
  const types = Array.from({ length: 1 + below(3) }, () => type(3));
  return { types, values: types.map(({ value }) => value()) };
});
const failures = [];
await Promise.all(
  Array.from({ length: 2 }, async (_, worker) => {
    for (let idx = worker; idx < cases.length; idx += 2) {
      const failure = await exchange(cases[idx]);
      if (failure) failures.push(`case ${idx}: ${failure}`);
    }
  }),
);
console.log(`@icp-sdk/core: ${cases.length} cases, ${failures.length} differ`);
if (failures.length > 0) {
  console.error(failures.slice(0, 20).join('\n'));
  process.exitCode = 1;
}
