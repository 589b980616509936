const Self = IDL.Rec();
const user = IDL.Rec();
Self.fill(IDL.Opt(Self));
const id = IDL.Nat64;
const role = IDL.Variant({ 'admin' : id, 'guest' : IDL.Null });
user.fill(IDL.Record({ 'id' : id, 'role' : role, 'peers' : IDL.Vec(user) }));
