export const idlFactory = ({ IDL }) => {
  const memo = IDL.Vec(IDL.Nat8);
  const callback = IDL.Func([IDL.Nat, IDL.Opt(memo)], [IDL.Bool, IDL.Nat], []);
  return IDL.Service({
    'mixed' : IDL.Func([IDL.Nat, IDL.Nat, IDL.Nat], [IDL.Nat, IDL.Text], []),
    'plain_tuple' : IDL.Func(
        [IDL.Tuple(IDL.Nat, IDL.Text)],
        [IDL.Tuple(IDL.Nat, IDL.Text)],
        [],
      ),
    'single' : IDL.Func(
        [IDL.Func([IDL.Nat], [IDL.Nat], [])],
        [IDL.Func([], [], [])],
        [],
      ),
    'taken' : IDL.Func([IDL.Nat, IDL.Nat], [], ['oneway']),
    'transfer' : IDL.Func(
        [IDL.Principal, IDL.Principal, IDL.Nat],
        [IDL.Nat],
        [],
      ),
    'tuple' : IDL.Func(
        [IDL.Tuple(IDL.Nat, IDL.Text)],
        [IDL.Tuple(IDL.Nat, IDL.Text)],
        [],
      ),
    'with_callback' : IDL.Func([callback], [], ['composite_query']),
    'words' : IDL.Func(
        [IDL.Nat, IDL.Text, IDL.Nat, IDL.Nat, IDL.Nat, IDL.Nat],
        [],
        [],
      ),
  });
};
export const init = ({ IDL }) => {
  return [IDL.Principal, IDL.Text, IDL.Opt(IDL.Nat)];
};