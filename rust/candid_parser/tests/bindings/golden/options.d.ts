import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type infinite = [] | [infinite];
export type list = [] | [{ 'head' : status, 'tail' : list }];
export type maybe = [] | [string];
/**
 * Options of options, results, and what else clients in TypeScript convert.
 */
export interface nested {
  'a' : [] | [bigint],
  'b' : [] | [[] | [bigint]],
  'c' : [] | [[] | [[] | [bigint]]],
  'd' : [] | [null],
  'e' : [] | [any],
  'f' : [] | [maybe],
}
export type nothing = null;
export type problem = { 'other' : string } |
  { 'insufficient' : { 'balance' : bigint } };
export type result = { 'ok' : bigint } |
  { 'err' : problem };
export type status = { 'any' : any } |
  { 'active' : null } |
  { 'none' : nothing } |
  { 'note' : maybe } |
  { 'pair' : [bigint, string] } |
  { 'since' : bigint };
export interface _SERVICE {
  'list' : ActorMethod<[list, infinite], [infinite, list]>,
  'nested' : ActorMethod<[nested], nested>,
  'note' : ActorMethod<[string], undefined>,
  'numbers' : ActorMethod<
    [
      Uint8Array | number[],
      Int16Array | number[],
      BigUint64Array | bigint[],
      Array<number>,
      Array<Array<[] | [number]>>,
    ],
    Uint8Array | number[]
  >,
  'status' : ActorMethod<[status, [] | [status]], Array<status>>,
  /**
   * Moves tokens.
   */
  'transfer' : ActorMethod<[to: Principal, amount: bigint], result>,
  'transfer_upper' : ActorMethod<
    [bigint],
    { 'Ok' : null } |
      { 'Err' : Array<problem> }
  >,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];