/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

export type alias_of_list = list;
export type chain1 = chain2;
export type chain2 = chain3;
export type chain3 = { some: chain1 } | null;
export type deep = {
  some: Array<
    Array<
      Array<
        {
          some: [{ kind: 'a'; value: Array<number | null> } | null, deep] | null
        } | null
      >
    > | null
  > | null
} | null;
export type even = { odd: odd } | null;
export type forever = [forever];
export type g = [Principal, string];
export interface h { g: g; s: s; t: h | null }
/**
 * All ways in which definitions need each other.
 */
export type list = { head: bigint; tail: list } | null;
export type odd = { even: even } | null;
export type s = Principal;
export type tree = { kind: 'leaf'; value: bigint } |
  { kind: 'node'; value: { left: tree; right: tree } };
export type x = y | null;
export type y = z;
export type z = Array<x>;
export interface Client { f(arg0: s, arg1: h): Promise<g>; me(): Promise<s> }
export type InitArgs = [g];

export const chain1: IDL.RecClass = IDL.Rec();
export const deep: IDL.RecClass = IDL.Rec();
export const even: IDL.RecClass = IDL.Rec();
export const forever: IDL.RecClass = IDL.Rec();
export const g: IDL.RecClass = IDL.Rec();
export const h: IDL.RecClass = IDL.Rec();
export const list: IDL.RecClass = IDL.Rec();
export const s: IDL.RecClass = IDL.Rec();
export const tree: IDL.RecClass = IDL.Rec();
export const x: IDL.RecClass = IDL.Rec();
list.fill(IDL.Opt(IDL.Record({ 'head' : IDL.Int, 'tail' : list })));
export const alias_of_list: IDL.RecClass = list;
export const chain3: IDL.ConstructType = IDL.Opt(chain1);
export const chain2: IDL.ConstructType = chain3;
chain1.fill(chain2);
deep.fill(
  IDL.Opt(
    IDL.Opt(
      IDL.Vec(
        IDL.Opt(
          IDL.Vec(
            IDL.Vec(
              IDL.Opt(
                IDL.Opt(
                  IDL.Tuple(
                    IDL.Opt(IDL.Variant({ 'a' : IDL.Vec(IDL.Opt(IDL.Nat8)) })),
                    deep,
                  )
                )
              )
            )
          )
        )
      )
    )
  )
);
export const odd: IDL.ConstructType = IDL.Opt(IDL.Record({ 'even' : even }));
even.fill(IDL.Opt(IDL.Record({ 'odd' : odd })));
forever.fill(IDL.Tuple(forever));
s.fill(
  IDL.Service({
    'f' : g as IDL.Type as IDL.FuncClass,
    'me' : IDL.Func([], [s], []),
  })
);
h.fill(IDL.Record({ 'g' : g, 's' : s, 't' : IDL.Opt(h) }));
g.fill(IDL.Func([s, h], [g], []));
tree.fill(
  IDL.Variant({
    'leaf' : IDL.Nat,
    'node' : IDL.Record({ 'left' : tree, 'right' : tree }),
  })
);
export const z: IDL.ConstructType = IDL.Vec(x);
export const y: IDL.ConstructType = z;
x.fill(IDL.Opt(y));
export const idlService: IDL.ServiceClass = IDL.Service({
  'f' : (g.getType() as IDL.FuncClass),
  'me' : IDL.Func([], [s], []),
});
export const idlInitArgs: IDL.Type[] = [g];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

