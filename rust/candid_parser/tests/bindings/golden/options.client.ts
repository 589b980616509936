/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

export type infinite = { some: infinite } | null;
export type list = { head: status; tail: list } | null;
export type maybe = string | null;
/**
 * Options of options, results, and what else clients in TypeScript convert.
 */
export interface nested {
  a: bigint | null;
  b: { some: bigint | null } | null;
  c: { some: { some: bigint | null } | null } | null;
  d: { some: null } | null;
  e: { some: unknown } | null;
  f: { some: maybe } | null;
}
export type nothing = null;
export type problem = { kind: 'other'; value: string } |
  { kind: 'insufficient'; value: { balance: bigint } };
export type result = { kind: 'ok'; value: bigint } |
  { kind: 'err'; value: problem };
export type status = { kind: 'any'; value: unknown } |
  { kind: 'active' } |
  { kind: 'none' } |
  { kind: 'note'; value: maybe } |
  { kind: 'pair'; value: [bigint, string] } |
  { kind: 'since'; value: bigint };
export interface Client {
  list(arg0: list, arg1: infinite): Promise<[infinite, list]>;
  nested(arg0: nested): Promise<nested>;
  note(arg0: string): Promise<void>;
  numbers(
    arg0: Uint8Array,
    arg1: Int16Array,
    arg2: BigUint64Array,
    arg3: Array<number>,
    arg4: Array<Array<number | null>>,
  ): Promise<Uint8Array>;
  status(arg0: status, arg1: status | null): Promise<Array<status>>;
  /**
   * Moves tokens.
   */
  transfer(to: Principal, amount: bigint): Promise<result>;
  transfer_upper(arg0: bigint): Promise<
    { kind: 'Ok' } |
      { kind: 'Err'; value: Array<problem> }
  >;
}
export type InitArgs = [owner: Principal, limit: bigint | null];

export const infinite: IDL.RecClass = IDL.Rec();
export const list: IDL.RecClass = IDL.Rec();
infinite.fill(IDL.Opt(infinite));
export const nothing: IDL.Type = IDL.Null;
export const maybe: IDL.ConstructType = IDL.Opt(IDL.Text);
export const status: IDL.ConstructType = IDL.Variant({
  'any' : IDL.Reserved,
  'active' : IDL.Null,
  'none' : nothing,
  'note' : maybe,
  'pair' : IDL.Tuple(IDL.Nat, IDL.Text),
  'since' : IDL.Nat64,
});
list.fill(IDL.Opt(IDL.Record({ 'head' : status, 'tail' : list })));
export const nested: IDL.ConstructType = IDL.Record({
  'a' : IDL.Opt(IDL.Nat),
  'b' : IDL.Opt(IDL.Opt(IDL.Nat)),
  'c' : IDL.Opt(IDL.Opt(IDL.Opt(IDL.Nat))),
  'd' : IDL.Opt(IDL.Null),
  'e' : IDL.Opt(IDL.Reserved),
  'f' : IDL.Opt(maybe),
});
export const problem: IDL.ConstructType = IDL.Variant({
  'other' : IDL.Text,
  'insufficient' : IDL.Record({ 'balance' : IDL.Nat }),
});
export const result: IDL.ConstructType = IDL.Variant({
  'ok' : IDL.Nat,
  'err' : problem,
});
export const idlService: IDL.ServiceClass = IDL.Service({
  'list' : IDL.Func([list, infinite], [infinite, list], ['query']),
  'nested' : IDL.Func([nested], [nested], ['query']),
  'note' : IDL.Func([IDL.Text], [], ['oneway']),
  'numbers' : IDL.Func(
      [
        IDL.Vec(IDL.Nat8),
        IDL.Vec(IDL.Int16),
        IDL.Vec(IDL.Nat64),
        IDL.Vec(IDL.Float64),
        IDL.Vec(IDL.Vec(IDL.Opt(IDL.Nat8))),
      ],
      [IDL.Vec(IDL.Nat8)],
      ['query'],
    ),
  'status' : IDL.Func([status, IDL.Opt(status)], [IDL.Vec(status)], []),
  'transfer' : IDL.Func([IDL.Principal, IDL.Nat], [result], []),
  'transfer_upper' : IDL.Func(
      [IDL.Nat],
      [IDL.Variant({ 'Ok' : IDL.Null, 'Err' : IDL.Vec(problem) })],
      [],
    ),
});
export const idlInitArgs: IDL.Type[] = [IDL.Principal, IDL.Opt(IDL.Nat)];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

