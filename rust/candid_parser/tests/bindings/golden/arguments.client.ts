/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

/**
 * Names of arguments and results.
 */
export type callback = [Principal, string];
export type memo = Uint8Array;
export interface Client {
  mixed(arg0: bigint, second: bigint, arg2: bigint): Promise<
    [arg0: bigint, last: string]
  >;
  plain_tuple(arg0: [bigint, string]): Promise<[bigint, string]>;
  single(f: [Principal, string]): Promise<[Principal, string]>;
  taken(arg1: bigint, arg1_2: bigint): Promise<void>;
  transfer(from: Principal, to: Principal, amount: bigint): Promise<bigint>;
  tuple(pair: [bigint, string]): Promise<[bigint, string]>;
  with_callback(arg0: callback): Promise<void>;
  words(
    class_: bigint,
    type: string,
    arg0: bigint,
    arg3: bigint,
    arg4: bigint,
    arg4_: bigint,
  ): Promise<void>;
}
export type InitArgs = [owner: Principal, arg1: string, limit: bigint | null];

export const memo: IDL.ConstructType = IDL.Vec(IDL.Nat8);
export const callback: IDL.FuncClass = IDL.Func(
    [IDL.Nat, IDL.Opt(memo)],
    [IDL.Bool, IDL.Nat],
    [],
  );
export const idlService: IDL.ServiceClass = IDL.Service({
  'mixed' : IDL.Func([IDL.Nat, IDL.Nat, IDL.Nat], [IDL.Nat, IDL.Text], []),
  'plain_tuple' : IDL.Func(
      [IDL.Tuple(IDL.Nat, IDL.Text)],
      [IDL.Tuple(IDL.Nat, IDL.Text)],
      [],
    ),
  'single' : IDL.Func(
      [IDL.Func([IDL.Nat], [IDL.Nat], [])],
      [IDL.Func([], [], [])],
      [],
    ),
  'taken' : IDL.Func([IDL.Nat, IDL.Nat], [], ['oneway']),
  'transfer' : IDL.Func([IDL.Principal, IDL.Principal, IDL.Nat], [IDL.Nat], []),
  'tuple' : IDL.Func(
      [IDL.Tuple(IDL.Nat, IDL.Text)],
      [IDL.Tuple(IDL.Nat, IDL.Text)],
      [],
    ),
  'with_callback' : IDL.Func([callback], [], ['composite_query']),
  'words' : IDL.Func(
      [IDL.Nat, IDL.Text, IDL.Nat, IDL.Nat, IDL.Nat, IDL.Nat],
      [],
      [],
    ),
});
export const idlInitArgs: IDL.Type[] = [
  IDL.Principal,
  IDL.Text,
  IDL.Opt(IDL.Nat),
];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

