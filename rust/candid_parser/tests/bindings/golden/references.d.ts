import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type alias = loop;
/**
 * Functions and services as values: what they are at run time.
 */
export type fn = ActorMethod<[bigint], [Principal, string]>;
export type fn2 = fn;
export interface holder {
  'f' : [Principal, string],
  's' : Principal,
  't' : [Principal, [Principal, string]],
  'v' : { 'fn' : [Principal, string] } |
    { 'maybe' : [] | [[Principal, string]] } |
    { 'peer' : Principal } |
    { 'inline' : Principal },
  'f2' : [Principal, string],
  'of' : [] | [[Principal, string]],
  'os' : [] | [Principal],
  's2' : Principal,
  'vf' : Array<[Principal, string]>,
  'vs' : Array<Principal>,
}
export type loop = ActorMethod<[[Principal, string]], [Principal, string]>;
export interface peer {
  'call' : fn2,
  'next' : ActorMethod<[Principal], [] | [Principal]>,
  'ping' : ActorMethod<[], undefined>,
}
export type peer2 = peer;
export interface _SERVICE {
  'alias' : alias,
  'fn2' : fn2,
  'hold' : ActorMethod<[holder], holder>,
  'loop' : loop,
  'many' : ActorMethod<
    [Principal, [Principal, string], [Principal, string]],
    [Principal, [Principal, string]]
  >,
  'one' : ActorMethod<[[Principal, string]], [Principal, string]>,
  'opts' : ActorMethod<
    [[] | [[Principal, string]], [] | [[] | [Principal]]],
    [[] | [[Principal, string]], [] | [Principal]]
  >,
  'service_arg' : ActorMethod<[Principal], Principal>,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];