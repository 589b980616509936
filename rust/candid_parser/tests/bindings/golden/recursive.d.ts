import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type alias_of_list = list;
export type chain1 = chain2;
export type chain2 = chain3;
export type chain3 = [] | [chain1];
export type deep = [] | [
  [] | [
    Array<
      [] | [
        Array<
          Array<[] | [[] | [[[] | [{ 'a' : Array<[] | [number]> }], deep]]]>
        >
      ]
    >
  ]
];
export type even = [] | [{ 'odd' : odd }];
export type forever = [forever];
export type g = ActorMethod<[Principal, h], [Principal, string]>;
export interface h {
  'g' : [Principal, string],
  's' : Principal,
  't' : [] | [h],
}
/**
 * All ways in which definitions need each other.
 */
export type list = [] | [{ 'head' : bigint, 'tail' : list }];
export type odd = [] | [{ 'even' : even }];
export interface s { 'f' : g, 'me' : ActorMethod<[], Principal> }
export type tree = { 'leaf' : bigint } |
  { 'node' : { 'left' : tree, 'right' : tree } };
export type x = [] | [y];
export type y = z;
export type z = Array<x>;
export interface _SERVICE extends s {}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];