/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

export type A = Array<a>;
export type ActorMethod_ = [Principal, string];
export interface Any { Any: Nat; None: None | null }
export type Array_ = Array<string>;
export type BigUint64Array_ = BigUint64Array;
export type Blob = Uint8Array;
export type Bool = boolean;
export type Float = number;
export interface IDL_2 { IDL: Self; Text: string }
export type IDL_ = IDL_2 | null;
export type Nat = bigint;
export type None = { kind: 'None' } |
  { kind: 'Null' };
export type Null = null;
export type Object_ = Promise_;
/**
 * Definitions whose names the generated code uses, or that differ only after escaping.
 */
export interface Principal_ { id: Principal; owner: Principal_ | null }
export type Promise_ = bigint;
export type Rec = [Rec] | null;
export interface Record_ { IDL: IDL_2 }
export interface Self { self: Array<Self> }
export type Self_ = Self;
export type Service = Principal;
export type Service_ = Service;
export type Text = string;
export type Uint8Array_ = Uint8Array;
export type _SERVICE_2 = Principal;
export type _SERVICE_ = _SERVICE_2 | null;
export interface a { a: A }
export type any_ = unknown;
export type bigint_ = bigint;
export type boolean_ = boolean;
export type idlFactory_ = init;
export interface init { init: bigint }
export type never_ = never;
export type number_ = number;
export type object_ = [string_, number_];
export type string_ = string;
export type symbol_ = Array<any_>;
export type unknown_ = never_ | null;
export interface Client {
  Principal(
    arg0: string_,
    arg1: number_,
    arg2: boolean_,
    arg3: bigint_,
    arg4: any_,
    arg5: unknown_,
    arg6: symbol_,
    arg7: object_,
  ): Promise<[Text, Nat, Blob, Bool]>;
  all(
    arg0: Principal_,
    arg1: IDL_2,
    arg2: IDL_,
    arg3: ActorMethod_,
    arg4: _SERVICE_2,
    arg5: _SERVICE_,
  ): Promise<[Array_, Uint8Array_, BigUint64Array_]>;
  idlFactory(
    arg0: init,
    arg1: idlFactory_,
    arg2: Record_,
    arg3: Rec,
    arg4: a,
    arg5: A,
  ): Promise<[Promise_, Object_, Service, Service_]>;
  never(arg0: never_ | null): Promise<[Any, None, Null, Float, Self, Self_]>;
}
export type InitArgs = [arg0: Principal_, IDL: IDL_2];

export const A: IDL.RecClass = IDL.Rec();
export const Principal_: IDL.RecClass = IDL.Rec();
export const Rec: IDL.RecClass = IDL.Rec();
export const Self: IDL.RecClass = IDL.Rec();
export const Service: IDL.RecClass = IDL.Rec();
export const a: IDL.ConstructType = IDL.Record({ 'a' : A });
A.fill(IDL.Vec(a));
Principal_.fill(
  IDL.Record({ 'id' : IDL.Principal, 'owner' : IDL.Opt(Principal_) })
);
export const ActorMethod_: IDL.FuncClass = IDL.Func(
    [Principal_],
    [IDL.Principal],
    [],
  );
export const Nat: IDL.Type = IDL.Nat;
export const Null: IDL.Type = IDL.Null;
export const None: IDL.ConstructType = IDL.Variant({
  'None' : IDL.Null,
  'Null' : Null,
});
export const Any: IDL.ConstructType = IDL.Record({
  'Any' : Nat,
  'None' : IDL.Opt(None),
});
export const Array_: IDL.ConstructType = IDL.Vec(IDL.Text);
export const BigUint64Array_: IDL.ConstructType = IDL.Vec(IDL.Nat64);
export const Blob: IDL.ConstructType = IDL.Vec(IDL.Nat8);
export const Bool: IDL.Type = IDL.Bool;
export const Float: IDL.Type = IDL.Float32;
Self.fill(IDL.Record({ 'self' : IDL.Vec(Self) }));
export const IDL_2: IDL.ConstructType = IDL.Record({
  'IDL' : Self,
  'Text' : IDL.Text,
});
export const IDL_: IDL.ConstructType = IDL.Opt(IDL_2);
export const Promise_: IDL.Type = IDL.Nat;
export const Object_: IDL.Type = Promise_;
Rec.fill(IDL.Opt(IDL.Tuple(Rec)));
export const Record_: IDL.ConstructType = IDL.Record({ 'IDL' : IDL_2 });
export const Self_: IDL.RecClass = Self;
Service.fill(IDL.Service({ 'self' : IDL.Func([], [Service], []) }));
export const Service_: IDL.RecClass = Service;
export const Text: IDL.Type = IDL.Text;
export const Uint8Array_: IDL.ConstructType = IDL.Vec(IDL.Nat8);
export const _SERVICE_2: IDL.ServiceClass = IDL.Service({
  'call' : ActorMethod_ as IDL.Type as IDL.FuncClass,
});
export const _SERVICE_: IDL.ConstructType = IDL.Opt(_SERVICE_2);
export const any_: IDL.Type = IDL.Reserved;
export const bigint_: IDL.Type = IDL.Int;
export const boolean_: IDL.Type = IDL.Bool;
export const init: IDL.ConstructType = IDL.Record({ 'init' : IDL.Nat });
export const idlFactory_: IDL.ConstructType = init;
export const never_: IDL.Type = IDL.Empty;
export const number_: IDL.Type = IDL.Float64;
export const string_: IDL.Type = IDL.Text;
export const object_: IDL.ConstructType = IDL.Tuple(string_, number_);
export const symbol_: IDL.ConstructType = IDL.Vec(any_);
export const unknown_: IDL.ConstructType = IDL.Opt(never_);
export const idlService: IDL.ServiceClass = IDL.Service({
  'Principal' : IDL.Func(
      [string_, number_, boolean_, bigint_, any_, unknown_, symbol_, object_],
      [Text, Nat, Blob, Bool],
      [],
    ),
  'all' : IDL.Func(
      [Principal_, IDL_2, IDL_, ActorMethod_, _SERVICE_2, _SERVICE_],
      [Array_, Uint8Array_, BigUint64Array_],
      [],
    ),
  'idlFactory' : IDL.Func(
      [init, idlFactory_, Record_, Rec, a, A],
      [Promise_, Object_, Service, Service_],
      [],
    ),
  'never' : IDL.Func(
      [IDL.Opt(never_)],
      [Any, None, Null, Float, Self, Self_],
      ['query'],
    ),
});
export const idlInitArgs: IDL.Type[] = [Principal_, IDL_2];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

