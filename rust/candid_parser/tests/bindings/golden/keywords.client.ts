/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

export type __proto__ = prototype;
export interface actor { actor: actor | null }
export type arguments_ = undefined_;
export type as_ = of;
export interface asserts { asserts: intrinsic_ }
export type async = Array<class_2>;
export type await_ = class_ | null;
/**
 * Words that mean something in one of the target languages, as names of everything.
 */
export interface class_2 {
  'do': boolean;
  'function': string;
  actor: bigint;
  async: bigint;
  'class': bigint;
  type: number;
  'while': bigint;
}
export type class_ = { kind: 'class_'; value: class_2 } |
  { kind: 'import' } |
  { kind: 'composite' } |
  { kind: 'actor' } |
  { kind: 'class' } |
  { kind: 'null' } |
  { kind: 'query' } |
  { kind: 'default'; value: bigint } |
  { kind: 'null_' };
export type constructor = exports;
export type debug = number;
export type declare = namespace;
export type do_ = [bigint, class_2];
export type else_ = Principal;
export type enum_ = { kind: 'enum' };
export type eval_ = arguments_;
export type exports = require;
export type global = declare;
export type globalThis = global;
export type if_ = [Principal, string];
export type implicit = weak;
export type include = Uint16Array;
export type infer_ = Array<keyof_>;
export type intrinsic_ = string;
export type is = bigint;
export type keyof_ = bigint;
export type let_ = bigint;
export type mixin = implicit;
export type module = as_;
export type namespace = module;
export type of = is;
export type persistent = __proto__;
export type prototype = constructor;
export interface readonly_ { readonly: unique_ }
export type require = eval_;
export type static_ = string;
export type switch_ = { kind: 'case'; value: switch_ | null } |
  { kind: 'break' };
export interface system { system: system_ }
export type system_ = Principal;
export type transient_ = persistent;
export type undefined_ = globalThis;
export type unique_ = infer_ | null;
export type weak = transient_;
export type yield_ = let_;
export interface Client {
  actor(arg0: { actor: bigint; system: bigint }): Promise<
    { kind: 'actor' } |
      { kind: 'persistent'; value: bigint }
  >;
  'await'(arg0: enum_, arg1: include, arg2: system): Promise<
    [Array<readonly_>, asserts]
  >;
  'class'(arg0: class_2): Promise<class_>;
  class_(arg0: class_): Promise<class_2>;
  composite_query(arg0: await_, arg1: do_): Promise<[if_, else_]>;
  constructor(arg0: mixin): Promise<mixin>;
  func(arg0: if_): Promise<else_>;
  oneway(arg0: async): Promise<void>;
  query(new_: switch_, delete_: actor, type: yield_): Promise<static_>;
  system(): Promise<void>;
  then_(arg0: { 'catch': bigint; then: [Principal, string] }): Promise<void>;
  toString(arg0: { toString: bigint; valueOf: bigint }): Promise<void>;
  'true'(arg0: { kind: 'true' } | { kind: 'false' }): Promise<
    { 'true': bigint }
  >;
}
export type InitArgs = [class_: class_2, this_: await_];

export const actor: IDL.RecClass = IDL.Rec();
export const else_: IDL.RecClass = IDL.Rec();
export const if_: IDL.RecClass = IDL.Rec();
export const switch_: IDL.RecClass = IDL.Rec();
export const is: IDL.Type = IDL.Nat;
export const of: IDL.Type = is;
export const as_: IDL.Type = of;
export const module: IDL.Type = as_;
export const namespace: IDL.Type = module;
export const declare: IDL.Type = namespace;
export const global: IDL.Type = declare;
export const globalThis: IDL.Type = global;
export const undefined_: IDL.Type = globalThis;
export const arguments_: IDL.Type = undefined_;
export const eval_: IDL.Type = arguments_;
export const require: IDL.Type = eval_;
export const exports: IDL.Type = require;
export const constructor: IDL.Type = exports;
export const prototype: IDL.Type = constructor;
export const __proto__: IDL.Type = prototype;
actor.fill(IDL.Record({ 'actor' : IDL.Opt(actor) }));
export const intrinsic_: IDL.Type = IDL.Text;
export const asserts: IDL.ConstructType = IDL.Record({
  'asserts' : intrinsic_,
});
export const class_2: IDL.ConstructType = IDL.Record({
  'do' : IDL.Bool,
  'function' : IDL.Text,
  'actor' : IDL.Int,
  'async' : IDL.Int,
  'class' : IDL.Nat,
  'type' : IDL.Nat8,
  'while' : IDL.Nat,
});
export const async: IDL.ConstructType = IDL.Vec(class_2);
export const class_: IDL.ConstructType = IDL.Variant({
  'class_' : class_2,
  'import' : IDL.Null,
  'composite' : IDL.Null,
  'actor' : IDL.Null,
  'class' : IDL.Null,
  'null' : IDL.Null,
  'query' : IDL.Null,
  'default' : IDL.Nat,
  'null_' : IDL.Null,
});
export const await_: IDL.ConstructType = IDL.Opt(class_);
export const debug: IDL.Type = IDL.Nat16;
export const do_: IDL.ConstructType = IDL.Tuple(IDL.Nat, class_2);
if_.fill(IDL.Func([if_], [else_], ['query']));
switch_.fill(IDL.Variant({ 'case' : IDL.Opt(switch_), 'break' : IDL.Null }));
else_.fill(
  IDL.Service({
    'return' : if_ as IDL.Type as IDL.FuncClass,
    'throw' : IDL.Func([switch_], [], ['oneway']),
  })
);
export const enum_: IDL.ConstructType = IDL.Variant({ 'enum' : IDL.Null });
export const persistent: IDL.Type = __proto__;
export const transient_: IDL.Type = persistent;
export const weak: IDL.Type = transient_;
export const implicit: IDL.Type = weak;
export const include: IDL.ConstructType = IDL.Vec(debug);
export const keyof_: IDL.Type = IDL.Nat;
export const infer_: IDL.ConstructType = IDL.Vec(keyof_);
export const let_: IDL.Type = IDL.Nat;
export const mixin: IDL.Type = implicit;
export const unique_: IDL.ConstructType = IDL.Opt(infer_);
export const readonly_: IDL.ConstructType = IDL.Record({
  'readonly' : unique_,
});
export const static_: IDL.Type = IDL.Text;
export const system_: IDL.Type = IDL.Principal;
export const system: IDL.ConstructType = IDL.Record({ 'system' : system_ });
export const yield_: IDL.Type = let_;
export const idlService: IDL.ServiceClass = IDL.Service({
  'actor' : IDL.Func(
      [IDL.Record({ 'actor' : IDL.Nat, 'system' : IDL.Nat })],
      [IDL.Variant({ 'actor' : IDL.Null, 'persistent' : IDL.Nat })],
      [],
    ),
  'await' : IDL.Func(
      [enum_, include, system],
      [IDL.Vec(readonly_), asserts],
      [],
    ),
  'class' : IDL.Func([class_2], [class_], []),
  'class_' : IDL.Func([class_], [class_2], []),
  'composite_query' : IDL.Func(
      [await_, do_],
      [if_, else_],
      ['composite_query'],
    ),
  'constructor' : IDL.Func([mixin], [mixin], []),
  'func' : (if_.getType() as IDL.FuncClass),
  'oneway' : IDL.Func([async], [], ['oneway']),
  'query' : IDL.Func([switch_, actor, yield_], [static_], ['query']),
  'system' : IDL.Func([], [], []),
  'then' : IDL.Func(
      [IDL.Record({ 'catch' : IDL.Nat, 'then' : IDL.Func([], [], []) })],
      [],
      ['query'],
    ),
  'toString' : IDL.Func(
      [IDL.Record({ 'toString' : IDL.Nat, 'valueOf' : IDL.Nat })],
      [],
      [],
    ),
  'true' : IDL.Func(
      [IDL.Variant({ 'true' : IDL.Null, 'false' : IDL.Null })],
      [IDL.Record({ 'true' : IDL.Nat })],
      [],
    ),
});
export const idlInitArgs: IDL.Type[] = [class_2, await_];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

