import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type cases = { _0_ : null } |
  { _7_ : bigint } |
  { _4736615_ : number } |
  { '__proto__' : proto };
export type empty_case = { '' : null } |
  { 'some' : bigint };
export type empty_name = [bigint];
export interface numbers {
  _0_ : bigint,
  _2_ : string,
  '5_' : bigint,
  '_5' : bigint,
  _4735054_ : bigint,
  _4735500_ : string,
  _3542521521_ : bigint,
  _4294967295_ : boolean,
}
export interface odd {
  '1' : bigint,
  '_' : bigint,
  '`' : bigint,
  'a' : bigint,
  '*/' : bigint,
  '//' : bigint,
  '__' : bigint,
  'a_' : bigint,
  'é' : bigint,
  'a b' : bigint,
  'a-b' : bigint,
  '\u{2028}' : bigint,
  '\u{e000}' : bigint,
  '${x}' : bigint,
  '</script>' : bigint,
  'it\'s' : bigint,
  'back\\slash' : bigint,
  'say \"so\"' : bigint,
  'line\nbreak' : bigint,
  '字段' : bigint,
  '👀' : bigint,
}
export type odd_cases = { '\n' : odd } |
  { '\"' : null } |
  { '\\' : null } |
  { 'it\'s' : [bigint] } |
  { '字段' : bigint };
/**
 * Labels that are no identifiers, or look like something else.
 */
export interface proto { '__proto__' : bigint, 'constructor' : string }
export type tuples = [
  [bigint],
  [bigint, string],
  {},
  { _1_ : bigint },
  [[[bigint, bigint], [] | [bigint]]],
];
export interface very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them {
  'very_long_names_of_fields_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them' : [] | [
    very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them
  ],
}
export interface _SERVICE {
  'get' : ActorMethod<
    [proto, numbers, cases, empty_name, empty_case],
    [odd, odd_cases, tuples]
  >,
  'very_long_names_of_methods_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them' : ActorMethod<
    [
      very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them,
    ],
    undefined
  >,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];