export const idlFactory = ({ IDL }) => {
  const infinite = IDL.Rec();
  const list = IDL.Rec();
  const nothing = IDL.Null;
  const maybe = IDL.Opt(IDL.Text);
  const status = IDL.Variant({
    'any' : IDL.Reserved,
    'active' : IDL.Null,
    'none' : nothing,
    'note' : maybe,
    'pair' : IDL.Tuple(IDL.Nat, IDL.Text),
    'since' : IDL.Nat64,
  });
  list.fill(IDL.Opt(IDL.Record({ 'head' : status, 'tail' : list })));
  infinite.fill(IDL.Opt(infinite));
  const nested = IDL.Record({
    'a' : IDL.Opt(IDL.Nat),
    'b' : IDL.Opt(IDL.Opt(IDL.Nat)),
    'c' : IDL.Opt(IDL.Opt(IDL.Opt(IDL.Nat))),
    'd' : IDL.Opt(IDL.Null),
    'e' : IDL.Opt(IDL.Reserved),
    'f' : IDL.Opt(maybe),
  });
  const problem = IDL.Variant({
    'other' : IDL.Text,
    'insufficient' : IDL.Record({ 'balance' : IDL.Nat }),
  });
  const result = IDL.Variant({ 'ok' : IDL.Nat, 'err' : problem });
  return IDL.Service({
    'list' : IDL.Func([list, infinite], [infinite, list], ['query']),
    'nested' : IDL.Func([nested], [nested], ['query']),
    'note' : IDL.Func([IDL.Text], [], ['oneway']),
    'numbers' : IDL.Func(
        [
          IDL.Vec(IDL.Nat8),
          IDL.Vec(IDL.Int16),
          IDL.Vec(IDL.Nat64),
          IDL.Vec(IDL.Float64),
          IDL.Vec(IDL.Vec(IDL.Opt(IDL.Nat8))),
        ],
        [IDL.Vec(IDL.Nat8)],
        ['query'],
      ),
    'status' : IDL.Func([status, IDL.Opt(status)], [IDL.Vec(status)], []),
    'transfer' : IDL.Func([IDL.Principal, IDL.Nat], [result], []),
    'transfer_upper' : IDL.Func(
        [IDL.Nat],
        [IDL.Variant({ 'Ok' : IDL.Null, 'Err' : IDL.Vec(problem) })],
        [],
      ),
  });
};
export const init = ({ IDL }) => { return [IDL.Principal, IDL.Opt(IDL.Nat)]; };