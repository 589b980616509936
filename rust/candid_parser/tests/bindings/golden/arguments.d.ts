import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

/**
 * Names of arguments and results.
 */
export type callback = ActorMethod<
  [amount: bigint, arg1: [] | [memo]],
  [accepted: boolean, fee: bigint]
>;
export type memo = Uint8Array | number[];
export interface _SERVICE {
  'mixed' : ActorMethod<
    [arg0: bigint, second: bigint, arg2: bigint],
    [arg0: bigint, last: string]
  >,
  'plain_tuple' : ActorMethod<[[bigint, string]], [bigint, string]>,
  'single' : ActorMethod<[f: [Principal, string]], [Principal, string]>,
  'taken' : ActorMethod<[arg1: bigint, arg1_2: bigint], undefined>,
  'transfer' : ActorMethod<
    [from: Principal, to: Principal, amount: bigint],
    bigint
  >,
  'tuple' : ActorMethod<[pair: [bigint, string]], [bigint, string]>,
  'with_callback' : ActorMethod<[[Principal, string]], undefined>,
  'words' : ActorMethod<
    [
      class_: bigint,
      type: string,
      arg0: bigint,
      arg3: bigint,
      arg4: bigint,
      arg4_: bigint,
    ],
    undefined
  >,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];