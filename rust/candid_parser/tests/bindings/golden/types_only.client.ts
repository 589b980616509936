/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';

export type Self = { some: Self } | null;
export type id = bigint;
export type role = { kind: 'admin'; value: id } |
  { kind: 'guest' };
/**
 * No service.
 */
export interface user { id: id; role: role; peers: Array<user> }

export const Self: IDL.RecClass = IDL.Rec();
export const user: IDL.RecClass = IDL.Rec();
Self.fill(IDL.Opt(Self));
export const id: IDL.Type = IDL.Nat64;
export const role: IDL.ConstructType = IDL.Variant({
  'admin' : id,
  'guest' : IDL.Null,
});
user.fill(IDL.Record({ 'id' : id, 'role' : role, 'peers' : IDL.Vec(user) }));

