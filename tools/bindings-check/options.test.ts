// Tests of a generated client, that of options.did: what its types allow, and what it does.

import { type Agent, UncertifiedRejectErrorCode, RejectError } from '@icp-sdk/core/agent';
import { IDL } from '@icp-sdk/core/candid';
import { Principal } from '@icp-sdk/core/principal';
import * as options from './options.js';
import { CallError, clientOf, createClient, decode, encode, ResultError, unwrap } from './options.js';

type Same = (actual: unknown, expected: unknown) => void;
type Throws = (call: () => unknown, error: RegExp) => Promise<void>;

const owner: Principal = Principal.anonymous();
const nested: options.nested = { a: null, b: null, c: null, d: null, e: null, f: null };

// The compiler refuses what Candid has no value for.
export const refused = (): unknown => {
  // @ts-expect-error: an option that may be null itself needs { some }
  const b: options.nested = { ...nested, b: 5n };
  // @ts-expect-error: a number is not a bigint
  const a: options.nested = { ...nested, a: 5 };
  // @ts-expect-error: no such case
  const kind: options.status = { kind: 'nosuch' };
  // @ts-expect-error: a case without a value
  const active: options.status = { kind: 'active', value: null };
  // @ts-expect-error: a case with a value
  const since: options.status = { kind: 'since' };
  // @ts-expect-error: too few arguments
  const call = (client: options.Client) => client.transfer(owner);
  return [b, a, kind, active, since, call];
};

// The cases of a variant are told apart by their kind, without a cast.
function describe(status: options.status): string {
  switch (status.kind) {
    case 'active':
    case 'none':
      return status.kind;
    case 'since':
      return `since ${status.value + 1n}`;
    case 'note':
      return status.value?.toUpperCase() ?? 'no note';
    case 'pair':
      return `${status.value[0] + 1n} ${status.value[1].length}`;
    case 'any':
      return 'any';
  }
}

// An agent that answers a method with a message, or rejects it, and remembers the arguments.
function agent(answers: Record<string, Uint8Array | 'reject'>, calls: Array<[string, Uint8Array]>): Agent {
  const answer = (methodName: string, arg: Uint8Array): Uint8Array => {
    calls.push([methodName, arg]);
    const found = answers[methodName];
    if (found === undefined) {
      throw new Error('no network');
    }
    if (found === 'reject') {
      const requestId = new Uint8Array() as never;
      throw RejectError.fromCode(new UncertifiedRejectErrorCode(requestId, 5, 'it trapped', 'IC0503', undefined));
    }
    return found;
  };
  const mock = {
    query: async (_id: unknown, { methodName, arg }: { methodName: string; arg: Uint8Array }) => ({
      status: 'replied',
      reply: { arg: answer(methodName, arg) },
    }),
    update: async (_id: unknown, { methodName, arg }: { methodName: string; arg: Uint8Array }) => ({
      reply: answer(methodName, arg),
    }),
  };
  return mock as unknown as Agent;
}

// A value of one of the types below, as the library has it.
function samples(type: IDL.Type): unknown {
  const isList = type instanceof IDL.OptClass || type instanceof IDL.VecClass;
  return isList ? [1n] : type instanceof IDL.RecordClass ? { a: 1n } : 1n;
}

export async function test(same: Same, throws: Throws): Promise<void> {
  // Each level of an option is another message, and comes back as it was.
  const levels: Array<[options.nested, string]> = [
    [nested, '(opt opt opt) null'],
    [{ ...nested, a: 5n, b: { some: 5n }, c: { some: { some: 5n } } }, 'values'],
    [{ ...nested, b: { some: null }, c: { some: { some: null } } }, 'innermost null'],
    [{ ...nested, c: { some: null }, d: { some: null }, e: { some: null }, f: { some: null } }, 'outer levels'],
    [{ ...nested, f: { some: 'text' } }, 'through a name'],
  ];
  const messages = levels.map(([value]) => encode([options.nested], [value]));
  levels.forEach(([value], idx) => same(decode([options.nested], messages[idx]!), [value]));
  same(new Set(messages.map(String)).size, levels.length);
  // The library agrees on what they are.
  const raw = IDL.decode([options.nested], messages[3]!)[0];
  same(raw, { a: [], b: [], c: [[]], d: [null], e: [null], f: [[]] });

  const statuses: options.status[] = [
    { kind: 'active' },
    { kind: 'since', value: 2n ** 64n - 1n },
    { kind: 'note', value: null },
    { kind: 'note', value: 'x' },
    { kind: 'none' },
    { kind: 'any', value: null },
    { kind: 'pair', value: [1n, 'a'] },
  ];
  same(statuses.map(describe).join(), 'active,since 18446744073709551616,no note,X,none,any,2 1');

  const calls: Array<[string, Uint8Array]> = [];
  const results = IDL.Variant({ ok: IDL.Nat, err: options.problem });
  const answers = {
    nested: messages[2]!,
    status: encode([IDL.Vec(options.status)], [statuses]),
    transfer: IDL.encode([results], [{ err: { insufficient: { balance: 7n } } }]),
    transfer_upper: encode([IDL.Variant({ Ok: IDL.Null, Err: IDL.Vec(options.problem) })], [{ kind: 'Ok' }]),
    note: IDL.encode([], []),
    list: 'reject' as const,
  };
  const client = createClient({ agent: agent(answers, calls), canisterId: 'aaaaa-aa' });
  same(await client.nested(nested), levels[2]![0]);
  same(await client.status({ kind: 'active' }, null), statuses);
  same(calls[1], ['status', encode([options.status, IDL.Opt(options.status)], [{ kind: 'active' }, null])]);
  same(await client.note('x'), undefined);

  // Errors that the method returns.
  const result = await client.transfer(owner, 1n);
  same(result, { kind: 'err', value: { kind: 'insufficient', value: { balance: 7n } } });
  if (result.kind === 'err' && result.value.kind === 'insufficient') {
    same(result.value.value.balance, 7n);
  }
  try {
    const amount: bigint = unwrap(result);
    same(amount, 'nothing');
  } catch (error) {
    if (!(error instanceof ResultError)) {
      throw error;
    }
    const problem: options.ErrorOf<'transfer'> = error.value;
    same(problem, { kind: 'insufficient', value: { balance: 7n } });
    same(error.message, 'the result is an error: {"kind":"insufficient","value":{"balance":"7"}}');
  }
  const done: undefined = unwrap(await client.transfer_upper(1n));
  same(done, undefined);
  const ok: options.result = { kind: 'ok', value: 3n };
  same(unwrap(ok), 3n);

  // Calls that have no reply.
  try {
    await client.list(null, null);
    same('a reply', 'a rejection');
  } catch (error) {
    if (!(error instanceof CallError)) {
      throw error;
    }
    same([error.method, error.reject], ['list', { code: 5, message: 'it trapped', errorCode: 'IC0503' }]);
    same(error.cause instanceof RejectError, true);
  }
  await throws(() => client.numbers(new Uint8Array(), new Int16Array(), new BigUint64Array(), [], []), /no network/);

  // Values that JavaScript passes without a compiler.
  const untyped = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const n_calls = calls.length;
  await throws(() => untyped['status']!({ kind: 'nosuch' }, null), /kind is one of "any", .*, found nosuch/);
  await throws(() => untyped['status']!(null, null), /found undefined/);
  await throws(() => untyped['nested']!({ ...nested, b: 5n }), /expected \{ some: … \} or null/);
  await throws(() => untyped['nested']!({ ...nested, a: 'x' }), /Invalid/);
  await throws(() => untyped['nested']!(5n), /Invalid/);
  await throws(() => untyped['note']!('x', 'y'), /note: expected 1 arguments, found 2/);
  same(calls.length, n_calls);
  // What is left out of options is null.
  await untyped['nested']!({});
  same(calls.at(-1), ['nested', messages[0]!]);
  await throws(() => encode([IDL.Nat], [1n, 2n]), /expected 1 values, found 2/);
  await throws(() => decode([IDL.Text], messages[0]!), /./);

  // Values of another type that the library would encode.
  const pair = IDL.Tuple(IDL.Nat, IDL.Opt(IDL.Text));
  await throws(() => encode([pair], [[1n, 'a', 'b']]), /expected 2 items, found 3/);
  same(encode([pair], [[1n]]), encode([pair], [[1n, null]]));
  const arrays: Array<[IDL.Type, ArrayBufferView, ArrayBufferView]> = [
    [IDL.Int8, new Int8Array([-1]), new Uint8Array([255])],
    [IDL.Nat8, new Uint8Array([255]), new Int8Array([-1])],
    [IDL.Nat16, new Uint16Array([255]), new Int16Array([-1])],
    [IDL.Int32, new Int32Array([-1]), new Float32Array([1])],
    [IDL.Nat64, new BigUint64Array([1n]), new BigInt64Array([-1n])],
    [IDL.Int64, new BigInt64Array([-1n]), new Float64Array([1])],
  ];
  for (const [item, right, wrong] of arrays) {
    same(decode([IDL.Vec(item)], encode([IDL.Vec(item)], [right])), [right]);
    const [expected, found] = [right, wrong].map((array) => array.constructor.name);
    await throws(() => encode([IDL.Vec(item)], [wrong]), new RegExp(`expected ${expected}, found ${found}`));
  }
  await throws(() => encode([IDL.Vec(IDL.Nat)], [new BigUint64Array([1n])]), /expected Array, found BigUint64Array/);
  // eslint-disable-next-line no-sparse-arrays
  await throws(() => encode([IDL.Vec(IDL.Text)], [['a', , 'b']]), /Invalid/);

  // Fields that are called like what objects inherit.
  for (const type of [IDL.Nat, IDL.Opt(IDL.Nat), IDL.Vec(IDL.Nat), IDL.Record({ a: IDL.Nat }), IDL.Reserved]) {
    const record = IDL.Record({ ['__proto__']: type, b: IDL.Nat });
    const message = IDL.encode([record], [{ ['__proto__']: samples(type), b: 5n }]);
    await throws(() => decode([record], message), /no value for the field "__proto__"/);
  }
  const inherited = IDL.Record({ constructor: IDL.Opt(IDL.Text), toString: IDL.Reserved });
  same(decode([inherited], encode([inherited], [{}])), [{ constructor: null, toString: null }]);
  await throws(() => encode([IDL.Record({ ['__proto__']: IDL.Record({}) })], [{}]), /Invalid/);

  // An actor that something else has made, and one whose functions are changed by the library.
  const made = clientOf({ ...client, transfer: async () => ({ ok: 5n }) } as unknown as options.RawActor);
  same(await made.transfer(owner, 1n), { kind: 'ok', value: 5n });
  options.idlFactory({ IDL })._fields.forEach(([, func]) => func.annotations.push('changed'));
  same(options.idlFactory({ IDL })._fields.find(([name]) => name === 'note')![1].annotations, ['oneway']);

  same(options.encodeInit(owner, null), IDL.encode([IDL.Principal, IDL.Opt(IDL.Nat)], [owner, []]));
}
