export const idlFactory = ({ IDL }) => {
  const callback = IDL.Service({
    'ok' : IDL.Func([], [], []),
    'on-event' : IDL.Func([IDL.Text], [], ['oneway']),
  });
  const only_odd = IDL.Service({ 'a b' : IDL.Func([], [], []) });
  return IDL.Service({
    '' : IDL.Func([], [], []),
    '_7_' : IDL.Func([IDL.Nat], [IDL.Nat], []),
    ['__proto__'] : IDL.Func([], [IDL.Nat], []),
    'get-acc' : IDL.Func([IDL.Nat], [IDL.Nat], ['query']),
    'get_acc' : IDL.Func([callback, IDL.Opt(only_odd)], [], []),
    'it\'s \"so\" \\ \n */' : IDL.Func([], [], []),
    'toString' : IDL.Func([], [IDL.Text], ['query']),
    '字段' : IDL.Func([], [], ['composite_query']),
  });
};
export const init = ({ IDL }) => { return []; };