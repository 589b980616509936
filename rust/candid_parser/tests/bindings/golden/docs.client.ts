/* eslint-disable */
import { IDL } from '@icp-sdk/core/candid';
import type { Principal } from '@icp-sdk/core/principal';
import { Actor, AgentError, type ActorConfig } from '@icp-sdk/core/agent';

/**
 * above a function
 */
export type f = [Principal, string];
/**
 * above a service
 */
export type s = Principal;
/**
 * A comment that tries to end itself *\/ export const injected = 1; /*
 * 
 * with an empty line and a /// line within
 */
export interface t {
  /**
   * *\/ *\/ *\/
   */
  a: bigint;
  /**
   * three slashes
   */
  b: {
    /**
     * nested \u{2028} \n "quotes"
     */
    c: bigint;
  };
}
/**
 * above a variant
 */
export type v = {
    /**
     * of a case
     */
    kind: 'x';
  } |
  {
    /**
     * of another
     */
    kind: 'y';
    value: Array<
      {
        /**
         * deep
         */
        z: bigint;
      }
    >;
  };
/**
 * above the service
 * in two lines
 */
export interface Client {
  /**
   * of a method
   */
  get(arg0: v): Promise<
    {
      /**
       * of a result's field
       */
      id: bigint;
    }
  >;
  /**
   * of another
   */
  put(arg0: t): Promise<v>;
}
export type InitArgs = [t];

export const t: IDL.ConstructType = IDL.Record({
  'a' : IDL.Nat,
  'b' : IDL.Record({ 'c' : IDL.Nat }),
});
export const v: IDL.ConstructType = IDL.Variant({
  'x' : IDL.Null,
  'y' : IDL.Vec(IDL.Record({ 'z' : IDL.Nat })),
});
export const f: IDL.FuncClass = IDL.Func([t], [v], []);
export const s: IDL.ServiceClass = IDL.Service({
  'm' : f as IDL.Type as IDL.FuncClass,
});
export const idlService: IDL.ServiceClass = IDL.Service({
  'get' : IDL.Func([v], [IDL.Record({ 'id' : IDL.Nat })], ['query']),
  'put' : f,
});
export const idlInitArgs: IDL.Type[] = [t];

/** Returns the message of init arguments, which the canister is installed with. */
export function encodeInit(...args: InitArgs): Uint8Array {
  return encode(idlInitArgs, args);
}

