export const idlFactory = ({ IDL }) => {
  const Principal = IDL.Rec();
  const Rec = IDL.Rec();
  const Self = IDL.Rec();
  const Service = IDL.Rec();
  const a = IDL.Rec();
  Principal.fill(
    IDL.Record({ 'id' : IDL.Principal, 'owner' : IDL.Opt(Principal) })
  );
  Self.fill(IDL.Record({ 'self' : IDL.Vec(Self) }));
  const IDL_2 = IDL.Record({ 'IDL' : Self, 'Text' : IDL.Text });
  const string = IDL.Text;
  const number = IDL.Float64;
  const boolean_ = IDL.Bool;
  const bigint = IDL.Int;
  const any = IDL.Reserved;
  const never = IDL.Empty;
  const unknown = IDL.Opt(never);
  const symbol = IDL.Vec(any);
  const object = IDL.Tuple(string, number);
  const Text = IDL.Text;
  const Nat = IDL.Nat;
  const Blob = IDL.Vec(IDL.Nat8);
  const Bool = IDL.Bool;
  const IDL_ = IDL.Opt(IDL_2);
  const ActorMethod = IDL.Func([Principal], [IDL.Principal], []);
  const _SERVICE = IDL.Service({ 'call' : ActorMethod });
  const _SERVICE_ = IDL.Opt(_SERVICE);
  const Array = IDL.Vec(IDL.Text);
  const Uint8Array = IDL.Vec(IDL.Nat8);
  const BigUint64Array = IDL.Vec(IDL.Nat64);
  const init = IDL.Record({ 'init' : IDL.Nat });
  const idlFactory = init;
  const Record = IDL.Record({ 'IDL' : IDL_2 });
  Rec.fill(IDL.Opt(IDL.Tuple(Rec)));
  const A = IDL.Vec(a);
  a.fill(IDL.Record({ 'a' : A }));
  const Promise = IDL.Nat;
  const Object = Promise;
  Service.fill(IDL.Service({ 'self' : IDL.Func([], [Service], []) }));
  const Service_ = Service;
  const Null = IDL.Null;
  const None = IDL.Variant({ 'None' : IDL.Null, 'Null' : Null });
  const Any = IDL.Record({ 'Any' : Nat, 'None' : IDL.Opt(None) });
  const Float = IDL.Float32;
  const Self_ = Self;
  return IDL.Service({
    'Principal' : IDL.Func(
        [string, number, boolean_, bigint, any, unknown, symbol, object],
        [Text, Nat, Blob, Bool],
        [],
      ),
    'all' : IDL.Func(
        [Principal, IDL_2, IDL_, ActorMethod, _SERVICE, _SERVICE_],
        [Array, Uint8Array, BigUint64Array],
        [],
      ),
    'idlFactory' : IDL.Func(
        [init, idlFactory, Record, Rec, a, A],
        [Promise, Object, Service, Service_],
        [],
      ),
    'never' : IDL.Func(
        [IDL.Opt(never)],
        [Any, None, Null, Float, Self, Self_],
        ['query'],
      ),
  });
};
export const init = ({ IDL }) => {
  const Principal = IDL.Rec();
  const Self = IDL.Rec();
  Principal.fill(
    IDL.Record({ 'id' : IDL.Principal, 'owner' : IDL.Opt(Principal) })
  );
  Self.fill(IDL.Record({ 'self' : IDL.Vec(Self) }));
  const IDL_2 = IDL.Record({ 'IDL' : Self, 'Text' : IDL.Text });
  return [Principal, IDL_2];
};