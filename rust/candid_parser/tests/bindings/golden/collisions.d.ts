import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type A = Array<a>;
export type ActorMethod_ = ActorMethod<[Principal_], Principal>;
export interface Any { 'Any' : Nat, 'None' : [] | [None] }
export type Array_ = Array<string>;
export type BigUint64Array_ = BigUint64Array | bigint[];
export type Blob = Uint8Array | number[];
export type Bool = boolean;
export type Float = number;
export interface IDL_2 { 'IDL' : Self, 'Text' : string }
export type IDL_ = [] | [IDL_2];
export type Nat = bigint;
export type None = { 'None' : null } |
  { 'Null' : Null };
export type Null = null;
export type Object = Promise;
/**
 * Definitions whose names the generated code uses, or that differ only after escaping.
 */
export interface Principal_ { 'id' : Principal, 'owner' : [] | [Principal_] }
export type Promise = bigint;
export type Rec = [] | [[Rec]];
export interface Record { 'IDL' : IDL_2 }
export interface Self { 'self' : Array<Self> }
export type Self_ = Self;
export interface Service { 'self' : ActorMethod<[], Principal> }
export type Service_ = Service;
export type Text = string;
export type Uint8Array_ = Uint8Array | number[];
export interface _SERVICE_2 { 'call' : ActorMethod_ }
export type _SERVICE_ = [] | [Principal];
export interface a { 'a' : A }
export type any_ = any;
export type bigint_ = bigint;
export type boolean_ = boolean;
export type idlFactory = init;
export interface init { 'init' : bigint }
export type never_ = never;
export type number_ = number;
export type object_ = [string_, number_];
export type string_ = string;
export type symbol_ = Array<any_>;
export type unknown_ = [] | [never_];
export interface _SERVICE {
  'Principal' : ActorMethod<
    [string_, number_, boolean_, bigint_, any_, unknown_, symbol_, object_],
    [Text, Nat, Blob, Bool]
  >,
  'all' : ActorMethod<
    [Principal_, IDL_2, IDL_, [Principal, string], Principal, _SERVICE_],
    [Array_, Uint8Array_, BigUint64Array_]
  >,
  'idlFactory' : ActorMethod<
    [init, idlFactory, Record, Rec, a, A],
    [Promise, Object, Principal, Principal]
  >,
  'never' : ActorMethod<[[] | [never_]], [Any, None, Null, Float, Self, Self_]>,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];