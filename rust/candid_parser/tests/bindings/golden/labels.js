export const idlFactory = ({ IDL }) => {
  const very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them = IDL.Rec();
  const proto = IDL.Record({
    ['__proto__'] : IDL.Nat,
    'constructor' : IDL.Text,
  });
  const numbers = IDL.Record({
    _0_ : IDL.Nat,
    _2_ : IDL.Text,
    '5_' : IDL.Nat,
    '_5' : IDL.Nat,
    _4735054_ : IDL.Nat,
    _4735500_ : IDL.Text,
    _3542521521_ : IDL.Nat,
    _4294967295_ : IDL.Bool,
  });
  const cases = IDL.Variant({
    _0_ : IDL.Null,
    _7_ : IDL.Nat,
    _4736615_ : IDL.Nat8,
    ['__proto__'] : proto,
  });
  const empty_name = IDL.Tuple(IDL.Nat);
  const empty_case = IDL.Variant({ '' : IDL.Null, 'some' : IDL.Nat });
  const odd = IDL.Record({
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
  const odd_cases = IDL.Variant({
    '\n' : odd,
    '\"' : IDL.Null,
    '\\' : IDL.Null,
    'it\'s' : IDL.Tuple(IDL.Nat),
    '字段' : IDL.Nat,
  });
  const tuples = IDL.Tuple(
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
  return IDL.Service({
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
};
export const init = ({ IDL }) => { return []; };