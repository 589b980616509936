import { IDL } from '@icp-sdk/core/candid';

export const Self = IDL.Rec();
export const user = IDL.Rec();
Self.fill(IDL.Opt(Self));
export const id = IDL.Nat64;
export const role = IDL.Variant({ 'admin' : id, 'guest' : IDL.Null });
user.fill(IDL.Record({ 'id' : id, 'role' : role, 'peers' : IDL.Vec(user) }));
