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
