/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

export type cases = { kind: '_0_' } |
  { kind: '_7_'; value: bigint } |
  { kind: '_4736615_'; value: number } |
  { kind: '__proto__'; value: proto };
export type empty_case = { kind: '' } |
  { kind: 'some'; value: bigint };
export type empty_name = [bigint];
export interface numbers {
  _0_: bigint;
  _2_: string;
  '5_': bigint;
  _5: bigint;
  _4735054_: bigint;
  _4735500_: string;
  _3542521521_: bigint;
  _4294967295_: boolean;
}
export interface odd {
  '1': bigint;
  _: bigint;
  '`': bigint;
  a: bigint;
  '*/': bigint;
  '//': bigint;
  __: bigint;
  a_: bigint;
  'é': bigint;
  'a b': bigint;
  'a-b': bigint;
  '\u{2028}': bigint;
  '\u{e000}': bigint;
  '${x}': bigint;
  '</script>': bigint;
  'it\'s': bigint;
  'back\\slash': bigint;
  'say \"so\"': bigint;
  'line\nbreak': bigint;
  '字段': bigint;
  '👀': bigint;
}
export type odd_cases = { kind: '\n'; value: odd } |
  { kind: '\"' } |
  { kind: '\\' } |
  { kind: 'it\'s'; value: [bigint] } |
  { kind: '字段'; value: bigint };
/**
 * Labels that are no identifiers, or look like something else.
 */
export interface proto { __proto__: bigint; constructor: string }
export type tuples = [
  [bigint],
  [bigint, string],
  Record<string, never>,
  { _1_: bigint },
  [[[bigint, bigint], bigint | null]],
];
export interface very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them {
  very_long_names_of_fields_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them: very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them | null;
}
export interface Client {
  get(
    arg0: proto,
    arg1: numbers,
    arg2: cases,
    arg3: empty_name,
    arg4: empty_case,
  ): Promise<[odd, odd_cases, tuples]>;
  very_long_names_of_methods_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them(
    arg0: very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them,
  ): Promise<void>;
}

export const very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them: IDL.RecClass = IDL.Rec();
export const proto: IDL.ConstructType = IDL.Record({
  ['__proto__'] : IDL.Nat,
  'constructor' : IDL.Text,
});
export const cases: IDL.ConstructType = IDL.Variant({
  _0_ : IDL.Null,
  _7_ : IDL.Nat,
  _4736615_ : IDL.Nat8,
  ['__proto__'] : proto,
});
export const empty_case: IDL.ConstructType = IDL.Variant({
  '' : IDL.Null,
  'some' : IDL.Nat,
});
export const empty_name: IDL.ConstructType = IDL.Tuple(IDL.Nat);
export const numbers: IDL.ConstructType = IDL.Record({
  _0_ : IDL.Nat,
  _2_ : IDL.Text,
  '5_' : IDL.Nat,
  '_5' : IDL.Nat,
  _4735054_ : IDL.Nat,
  _4735500_ : IDL.Text,
  _3542521521_ : IDL.Nat,
  _4294967295_ : IDL.Bool,
});
export const odd: IDL.ConstructType = IDL.Record({
  '1' : IDL.Nat,
  '_' : IDL.Nat,
  '`' : IDL.Nat,
  'a' : IDL.Nat,
  '*/' : IDL.Nat,
  '//' : IDL.Nat,
  '__' : IDL.Nat,
  'a_' : IDL.Nat,
  'é' : IDL.Nat,
  'a b' : IDL.Nat,
  'a-b' : IDL.Nat,
  '\u{2028}' : IDL.Nat,
  '\u{e000}' : IDL.Nat,
  '${x}' : IDL.Nat,
  '</script>' : IDL.Nat,
  'it\'s' : IDL.Nat,
  'back\\slash' : IDL.Nat,
  'say \"so\"' : IDL.Nat,
  'line\nbreak' : IDL.Nat,
  '字段' : IDL.Nat,
  '👀' : IDL.Nat,
});
export const odd_cases: IDL.ConstructType = IDL.Variant({
  '\n' : odd,
  '\"' : IDL.Null,
  '\\' : IDL.Null,
  'it\'s' : IDL.Tuple(IDL.Nat),
  '字段' : IDL.Nat,
});
export const tuples: IDL.ConstructType = IDL.Tuple(
  IDL.Tuple(IDL.Nat),
  IDL.Tuple(IDL.Nat, IDL.Text),
  IDL.Record({}),
  IDL.Record({ _1_ : IDL.Nat }),
  IDL.Tuple(IDL.Tuple(IDL.Tuple(IDL.Nat, IDL.Nat), IDL.Opt(IDL.Nat))),
);
very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them.fill(
  IDL.Record({
    'very_long_names_of_fields_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them' : IDL.Opt(
      very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them
    ),
  })
);
export const idlService: IDL.ServiceClass = IDL.Service({
  'get' : IDL.Func(
      [proto, numbers, cases, empty_name, empty_case],
      [odd, odd_cases, tuples],
      [],
    ),
  'very_long_names_of_methods_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them' : IDL.Func(
      [
        very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them,
      ],
      [],
      ['oneway'],
    ),
});
export const idlInitArgs: IDL.Type[] = [];

