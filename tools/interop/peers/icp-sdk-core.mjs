// `@icp-sdk/core` from npm as a peer: README.md says what it reads and writes.

import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../../bindings-check/check.mjs', import.meta.url));
const { IDL } = require('@icp-sdk/core/candid');
const { Principal } = require('@icp-sdk/core/principal');

// For this library a label that is only a number is `_number_`.
const label_name = (label) => (typeof label === 'number' ? `_${label}_` : label);
const PRIMITIVES = Object.fromEntries(
  ['null', 'bool', 'nat', 'int', 'float32', 'float64', 'text', 'reserved', 'empty', 'principal']
    .concat([8, 16, 32, 64].flatMap((bits) => [`nat${bits}`, `int${bits}`]))
    .map((name) => [name, IDL[name[0].toUpperCase() + name.slice(1)]]),
);

function to_type(type, names) {
  if (typeof type === 'string') return PRIMITIVES[type];
  const [[kind, of]] = Object.entries(type);
  const inner = (type) => to_type(type, names);
  const fields = (name) => Object.fromEntries(of.map(([label, type]) => [name(label), inner(type)]));
  switch (kind) {
    case 'name': return names[of];
    case 'opt': return IDL.Opt(inner(of));
    case 'vec': return IDL.Vec(inner(of));
    case 'record': return IDL.Record(fields(label_name));
    case 'variant': return IDL.Variant(fields(label_name));
    case 'func': return IDL.Func(of[0].map(inner), of[1].map(inner), of[2]);
    case 'service': return IDL.Service(fields((name) => name));
  }
}

const from_hex = (digits) => Uint8Array.from(Buffer.from(digits, 'hex'));
const to_hex = (bytes) => Buffer.from(bytes).toString('hex');
const float = (type) => `Float${type.slice(5)}`;
const to_principal = (digits) => Principal.fromUint8Array(from_hex(digits));

function to_value(type, value, definitions) {
  const inner = (type, value) => to_value(type, value, definitions);
  if (typeof type === 'string') {
    if (/^float/.test(type)) return value === 'nan' ? NaN : new DataView(from_hex(value).buffer)[`get${float(type)}`](0);
    if (/^(nat|int)(64)?$/.test(type)) return BigInt(value);
    if (/^(nat|int)/.test(type)) return Number(value);
    return type === 'principal' ? to_principal(value) : value;
  }
  const [[kind, of]] = Object.entries(type);
  switch (kind) {
    case 'name': return inner(definitions[of], value);
    case 'opt': case 'vec': return value.map((item) => inner(of, item));
    case 'record': return Object.fromEntries(of.map(([label, type], idx) => [label_name(label), inner(type, value[idx])]));
    case 'variant': {
      const [label, type] = of[value[0]];
      return { [label_name(label)]: inner(type, value[1]) };
    }
    case 'func': return [to_principal(value[0]), value[1]];
    case 'service': return to_principal(value);
  }
}

function from_value(type, value, definitions) {
  const inner = (type, value) => from_value(type, value, definitions);
  if (typeof type === 'string') {
    if (/^float/.test(type)) {
      const view = new DataView(new ArrayBuffer(Number(type.slice(5)) / 8));
      view[`set${float(type)}`](0, value);
      return Number.isNaN(value) ? 'nan' : to_hex(view.buffer);
    }
    if (/^(nat|int)/.test(type)) return String(value);
    return type === 'principal' ? to_hex(value.toUint8Array()) : value;
  }
  const [[kind, of]] = Object.entries(type);
  switch (kind) {
    case 'name': return inner(definitions[of], value);
    case 'opt': case 'vec': return Array.from(value, (item) => inner(of, item));
    case 'record': return of.map(([label, type]) => inner(type, value[label_name(label)]));
    case 'variant': {
      const idx = of.findIndex(([label]) => label_name(label) in value);
      return [idx, inner(of[idx][1], value[label_name(of[idx][0])])];
    }
    case 'func': return [to_hex(value[0].toUint8Array()), value[1]];
    case 'service': return to_hex(value.toUint8Array());
  }
}

function answer({ types, definitions, values, message }) {
  const names = Object.fromEntries(Object.keys(definitions).map((name) => [name, IDL.Rec()]));
  for (const name in names) names[name].fill(to_type(definitions[name], names));
  const peers = types.map((type) => to_type(type, names));
  if (values) {
    return { message: to_hex(IDL.encode(peers, values.map((value, idx) => to_value(types[idx], value, definitions)))) };
  }
  return { values: IDL.decode(peers, from_hex(message)).map((value, idx) => from_value(types[idx], value, definitions)) };
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = answer(JSON.parse(line));
  } catch (error) {
    reply = { error: String(error.message) };
  }
  console.log(JSON.stringify(reply));
}
