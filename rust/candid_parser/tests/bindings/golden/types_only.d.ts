import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

export type Self = [] | [Self];
export type id = bigint;
export type role = { 'admin' : id } |
  { 'guest' : null };
/**
 * No service.
 */
export interface user { 'id' : id, 'role' : role, 'peers' : Array<user> }
export declare const Self: IDL.Type;
export declare const id: IDL.Type;
export declare const role: IDL.Type;
export declare const user: IDL.Type;
