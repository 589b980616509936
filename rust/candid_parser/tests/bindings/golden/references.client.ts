/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

export type alias = loop;
/**
 * Functions and services as values: what they are at run time.
 */
export type fn = [Principal, string];
export type fn2 = fn;
export interface holder {
  f: fn;
  s: peer;
  t: [peer, fn];
  v: { kind: 'fn'; value: fn } |
    { kind: 'maybe'; value: [Principal, string] | null } |
    { kind: 'peer'; value: peer } |
    { kind: 'inline'; value: Principal };
  f2: fn2;
  of: fn | null;
  os: peer2 | null;
  s2: peer2;
  vf: Array<[Principal, string]>;
  vs: Array<Principal>;
}
export type loop = [Principal, string];
export type peer = Principal;
export type peer2 = peer;
export interface Client {
  alias(arg0: loop): Promise<loop>;
  fn2(arg0: bigint): Promise<fn>;
  hold(arg0: holder): Promise<holder>;
  loop(arg0: loop): Promise<loop>;
  many(arg0: peer, arg1: fn, arg2: [Principal, string]): Promise<[peer2, fn2]>;
  one(arg0: [Principal, string]): Promise<[Principal, string]>;
  opts(
    arg0: [Principal, string] | null,
    arg1: { some: Principal | null } | null,
  ): Promise<[fn | null, peer | null]>;
  service_arg(arg0: Principal): Promise<Principal>;
}
export type InitArgs = [peer, fn, alias];

export const fn: IDL.RecClass = IDL.Rec();
export const loop: IDL.RecClass = IDL.Rec();
export const peer: IDL.RecClass = IDL.Rec();
loop.fill(IDL.Func([loop], [loop], []));
export const alias: IDL.RecClass = loop;
fn.fill(IDL.Func([IDL.Nat], [fn], ['query']));
export const fn2: IDL.RecClass = fn;
peer.fill(
  IDL.Service({
    'call' : fn2 as IDL.Type as IDL.FuncClass,
    'next' : IDL.Func([peer], [IDL.Opt(peer)], []),
    'ping' : IDL.Func([], [], []),
  })
);
export const peer2: IDL.RecClass = peer;
export const holder: IDL.ConstructType = IDL.Record({
  'f' : fn,
  's' : peer,
  't' : IDL.Tuple(peer, fn),
  'v' : IDL.Variant({
    'fn' : fn,
    'maybe' : IDL.Opt(IDL.Func([fn], [peer], [])),
    'peer' : peer,
    'inline' : IDL.Service({ 'a' : fn as IDL.Type as IDL.FuncClass }),
  }),
  'f2' : fn2,
  'of' : IDL.Opt(fn),
  'os' : IDL.Opt(peer2),
  's2' : peer2,
  'vf' : IDL.Vec(IDL.Func([], [], ['oneway'])),
  'vs' : IDL.Vec(IDL.Service({ 'inline' : IDL.Func([], [], []) })),
});
export const idlService: IDL.ServiceClass = IDL.Service({
  'alias' : (alias.getType() as IDL.FuncClass),
  'fn2' : (fn2.getType() as IDL.FuncClass),
  'hold' : IDL.Func([holder], [holder], []),
  'loop' : (loop.getType() as IDL.FuncClass),
  'many' : IDL.Func(
      [
        peer,
        fn,
        IDL.Func(
            [IDL.Func([], [], [])],
            [IDL.Service({ 'x' : fn as IDL.Type as IDL.FuncClass })],
            [],
          ),
      ],
      [peer2, fn2],
      [],
    ),
  'one' : IDL.Func(
      [IDL.Func([IDL.Nat], [], [])],
      [IDL.Func([IDL.Nat], [], ['oneway'])],
      [],
    ),
  'opts' : IDL.Func(
      [
        IDL.Opt(IDL.Func([], [], [])),
        IDL.Opt(IDL.Opt(IDL.Service({ 'a' : IDL.Func([], [], []) }))),
      ],
      [IDL.Opt(fn), IDL.Opt(peer)],
      [],
    ),
  'service_arg' : IDL.Func(
      [IDL.Service({ 'x' : fn as IDL.Type as IDL.FuncClass })],
      [IDL.Service({ 'y' : fn2 as IDL.Type as IDL.FuncClass })],
      [],
    ),
});
export const idlInitArgs: IDL.Type[] = [peer, fn, alias];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

