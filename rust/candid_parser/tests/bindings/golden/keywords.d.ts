import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type __proto__ = prototype;
export interface actor { 'actor' : [] | [actor] }
export type arguments_ = undefined_;
export type as_ = of;
export interface asserts { 'asserts' : intrinsic_ }
export type async = Array<class_2>;
export type await_ = [] | [class_];
/**
 * Words that mean something in one of the target languages, as names of everything.
 */
export interface class_2 {
  'do' : boolean,
  'function' : string,
  'actor' : bigint,
  'async' : bigint,
  'class' : bigint,
  'type' : number,
  'while' : bigint,
}
export type class_ = { 'class_' : class_2 } |
  { 'import' : null } |
  { 'composite' : null } |
  { 'actor' : null } |
  { 'class' : null } |
  { 'null' : null } |
  { 'query' : null } |
  { 'default' : bigint } |
  { 'null_' : null };
export type constructor = exports;
export type debug = number;
export type declare = namespace;
export type do_ = [bigint, class_2];
export interface else_ {
  'return' : if_,
  'throw' : ActorMethod<[switch_], undefined>,
}
export type enum_ = { 'enum' : null };
export type eval_ = arguments_;
export type exports = require;
export type global = declare;
export type globalThis = global;
export type if_ = ActorMethod<[[Principal, string]], Principal>;
export type implicit = weak;
export type include = Uint16Array | number[];
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
export interface readonly_ { 'readonly' : unique_ }
export type require = eval_;
export type static_ = string;
export type switch_ = { 'case' : [] | [switch_] } |
  { 'break' : null };
export interface system { 'system' : system_ }
export type system_ = Principal;
export type transient_ = persistent;
export type undefined_ = globalThis;
export type unique_ = [] | [infer_];
export type weak = transient_;
export type yield_ = let_;
export interface _SERVICE {
  'actor' : ActorMethod<
    [{ 'actor' : bigint, 'system' : bigint }],
    { 'actor' : null } |
      { 'persistent' : bigint }
  >,
  'await' : ActorMethod<[enum_, include, system], [Array<readonly_>, asserts]>,
  'class' : ActorMethod<[class_2], class_>,
  'class_' : ActorMethod<[class_], class_2>,
  'composite_query' : ActorMethod<
    [await_, do_],
    [[Principal, string], Principal]
  >,
  'constructor' : ActorMethod<[mixin], mixin>,
  'func' : if_,
  'oneway' : ActorMethod<[async], undefined>,
  'query' : ActorMethod<[new_: switch_, delete_: actor, type: yield_], static_>,
  'system' : ActorMethod<[], undefined>,
  'then' : ActorMethod<
    [{ 'catch' : bigint, 'then' : [Principal, string] }],
    undefined
  >,
  'toString' : ActorMethod<
    [{ 'toString' : bigint, 'valueOf' : bigint }],
    undefined
  >,
  'true' : ActorMethod<
    [{ 'true' : null } | { 'false' : null }],
    { 'true' : bigint }
  >,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];