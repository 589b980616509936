import type { Principal } from '@icp-sdk/core/principal';
import type { ActorMethod } from '@icp-sdk/core/agent';
import type { IDL } from '@icp-sdk/core/candid';

/**
 * above a function
 */
export type f = ActorMethod<[t], v>;
/**
 * above a service
 */
export interface s {
  /**
   * of its method
   */
  'm' : f,
}
/**
 * A comment that tries to end itself *\/ export const injected = 1; /*
 * 
 * with an empty line and a /// line within
 */
export interface t {
  /**
   * *\/ *\/ *\/
   */
  'a' : bigint,
  /**
   * three slashes
   */
  'b' : {
    /**
     * nested \u{2028} \n "quotes"
     */
    'c' : bigint,
  },
}
/**
 * above a variant
 */
export type v = {
    /**
     * of a case
     */
    'x' : null
  } |
  {
    /**
     * of another
     */
    'y' : Array<
      {
        /**
         * deep
         */
        'z' : bigint,
      }
    >
  };
/**
 * above the service
 * in two lines
 */
export interface _SERVICE {
  /**
   * of a method
   */
  'get' : ActorMethod<
    [v],
    {
      /**
       * of a result's field
       */
      'id' : bigint,
    }
  >,
  /**
   * of another
   */
  'put' : f,
}
export declare const idlFactory: IDL.InterfaceFactory;
export declare const init: (args: { IDL: typeof IDL }) => IDL.Type[];