/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

/**
 * Methods whose names are no identifiers.
 */
export type callback = Principal;
export type only_odd = Principal;
/**
 * The service.
 */
export interface Client {
  ''(): Promise<void>;
  _7_(arg0: bigint): Promise<bigint>;
  __proto__(): Promise<bigint>;
  /**
   * One that Motoko cannot name.
   */
  'get-acc'(arg0: bigint): Promise<bigint>;
  /**
   * One that it can.
   */
  get_acc(arg0: callback, arg1: only_odd | null): Promise<void>;
  'it\'s \"so\" \\ \n */'(): Promise<void>;
  toString(): Promise<string>;
  '字段'(): Promise<void>;
}

export const callback: IDL.ServiceClass = IDL.Service({
  'ok' : IDL.Func([], [], []),
  'on-event' : IDL.Func([IDL.Text], [], ['oneway']),
});
export const only_odd: IDL.ServiceClass = IDL.Service({
  'a b' : IDL.Func([], [], []),
});
export const idlService: IDL.ServiceClass = IDL.Service({
  '' : IDL.Func([], [], []),
  '_7_' : IDL.Func([IDL.Nat], [IDL.Nat], []),
  ['__proto__'] : IDL.Func([], [IDL.Nat], []),
  'get-acc' : IDL.Func([IDL.Nat], [IDL.Nat], ['query']),
  'get_acc' : IDL.Func([callback, IDL.Opt(only_odd)], [], []),
  'it\'s \"so\" \\ \n */' : IDL.Func([], [], []),
  'toString' : IDL.Func([], [IDL.Text], ['query']),
  '字段' : IDL.Func([], [], ['composite_query']),
});
export const idlInitArgs: IDL.Type[] = [];

