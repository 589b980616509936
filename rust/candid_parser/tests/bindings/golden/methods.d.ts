import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

/**
 * Methods whose names are no identifiers.
 */
export interface callback {
  'ok' : ActorMethod<[], undefined>,
  'on-event' : ActorMethod<[string], undefined>,
}
export interface only_odd { 'a b' : ActorMethod<[], undefined> }
/**
 * The service.
 */
export interface _SERVICE {
  '' : ActorMethod<[], undefined>,
  '_7_' : ActorMethod<[bigint], bigint>,
  '__proto__' : ActorMethod<[], bigint>,
  /**
   * One that Motoko cannot name.
   */
  'get-acc' : ActorMethod<[bigint], bigint>,
  /**
   * One that it can.
   */
  'get_acc' : ActorMethod<[Principal, [] | [Principal]], undefined>,
  'it\'s \"so\" \\ \n */' : ActorMethod<[], undefined>,
  'toString' : ActorMethod<[], string>,
  '字段' : ActorMethod<[], undefined>,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];