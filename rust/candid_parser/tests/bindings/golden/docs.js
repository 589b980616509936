export const idlFactory = ({ IDL }) => {
  const t = IDL.Record({ 'a' : IDL.Nat, 'b' : IDL.Record({ 'c' : IDL.Nat }) });
  const v = IDL.Variant({
    'x' : IDL.Null,
    'y' : IDL.Vec(IDL.Record({ 'z' : IDL.Nat })),
  });
  const f = IDL.Func([t], [v], []);
  return IDL.Service({
    'get' : IDL.Func([v], [IDL.Record({ 'id' : IDL.Nat })], ['query']),
    'put' : f,
  });
};
export const init = ({ IDL }) => {
  const t = IDL.Record({ 'a' : IDL.Nat, 'b' : IDL.Record({ 'c' : IDL.Nat }) });
  return [t];
};