export const idlFactory = ({ IDL }) => {
  const fn = IDL.Rec();
  const loop = IDL.Rec();
  const peer = IDL.Rec();
  fn.fill(IDL.Func([IDL.Nat], [fn], ['query']));
  const fn2 = fn;
  peer.fill(
    IDL.Service({
      'call' : fn2,
      'next' : IDL.Func([peer], [IDL.Opt(peer)], []),
      'ping' : IDL.Func([], [], []),
    })
  );
  loop.fill(IDL.Func([loop], [loop], []));
  const alias = loop;
  const peer2 = peer;
  const holder = IDL.Record({
    'f' : fn,
    's' : peer,
    't' : IDL.Tuple(peer, fn),
    'v' : IDL.Variant({
      'fn' : fn,
      'maybe' : IDL.Opt(IDL.Func([fn], [peer], [])),
      'peer' : peer,
      'inline' : IDL.Service({ 'a' : fn }),
    }),
    'f2' : fn2,
    'of' : IDL.Opt(fn),
    'os' : IDL.Opt(peer2),
    's2' : peer2,
    'vf' : IDL.Vec(IDL.Func([], [], ['oneway'])),
    'vs' : IDL.Vec(IDL.Service({ 'inline' : IDL.Func([], [], []) })),
  });
  return IDL.Service({
    'alias' : alias.getType(),
    'fn2' : fn2.getType(),
    'hold' : IDL.Func([holder], [holder], []),
    'loop' : loop.getType(),
    'many' : IDL.Func(
        [
          peer,
          fn,
          IDL.Func([IDL.Func([], [], [])], [IDL.Service({ 'x' : fn })], []),
        ],
        [peer2, fn2],
        [],
      ),
    'one' : IDL.Func(
        [IDL.Func([IDL.Nat], [], [])],
        [IDL.Func([IDL.Nat], [], ['oneway'])],
        [],
      ),
    'opts' : IDL.Func(
        [
          IDL.Opt(IDL.Func([], [], [])),
          IDL.Opt(IDL.Opt(IDL.Service({ 'a' : IDL.Func([], [], []) }))),
        ],
        [IDL.Opt(fn), IDL.Opt(peer)],
        [],
      ),
    'service_arg' : IDL.Func(
        [IDL.Service({ 'x' : fn })],
        [IDL.Service({ 'y' : fn2 })],
        [],
      ),
  });
};
export const init = ({ IDL }) => {
  const fn = IDL.Rec();
  const loop = IDL.Rec();
  const peer = IDL.Rec();
  fn.fill(IDL.Func([IDL.Nat], [fn], ['query']));
  const fn2 = fn;
  peer.fill(
    IDL.Service({
      'call' : fn2,
      'next' : IDL.Func([peer], [IDL.Opt(peer)], []),
      'ping' : IDL.Func([], [], []),
    })
  );
  loop.fill(IDL.Func([loop], [loop], []));
  const alias = loop;
  return [peer, fn, alias];
};