export const idlFactory = ({ IDL }) => {
  const g = IDL.Rec();
  const h = IDL.Rec();
  const s = IDL.Rec();
  s.fill(IDL.Service({ 'f' : g, 'me' : IDL.Func([], [s], []) }));
  h.fill(IDL.Record({ 'g' : g, 's' : s, 't' : IDL.Opt(h) }));
  g.fill(IDL.Func([s, h], [g], []));
  return IDL.Service({ 'f' : g.getType(), 'me' : IDL.Func([], [s], []) });
};
export const init = ({ IDL }) => {
  const g = IDL.Rec();
  const h = IDL.Rec();
  const s = IDL.Rec();
  s.fill(IDL.Service({ 'f' : g, 'me' : IDL.Func([], [s], []) }));
  h.fill(IDL.Record({ 'g' : g, 's' : s, 't' : IDL.Opt(h) }));
  g.fill(IDL.Func([s, h], [g], []));
  return [g];
};