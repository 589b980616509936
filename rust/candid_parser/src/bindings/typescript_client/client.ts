/** Returns the interface as `Actor.createActor` takes it, for code that works with the forms of `@icp-sdk/core` itself. */
export const idlFactory: IDL.InterfaceFactory = () => {
  // An actor may change the annotations of its functions.
  const copy = (func: IDL.FuncClass) => IDL.Func(func.argTypes, func.retTypes, [...func.annotations]);
  return IDL.Service(Object.fromEntries(idlService._fields.map(([name, func]) => [name, copy(func)])));
};

/** An actor of `idlFactory`, which calls the canister: made by `Actor.createActor`, or by a tool for tests. */
export type RawActor = { [M in keyof Client]: (...args: never[]) => Promise<unknown> };

/** Returns a client that calls the canister through an agent. */
export function createClient(config: ActorConfig): Client {
  return clientOf(Actor.createActor<RawActor>(idlFactory, config));
}

/** Returns a client that calls the canister through an actor. */
export function clientOf(actor: RawActor): Client {
  const methods = actor as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const method = (name: string, func: IDL.FuncClass) => async (...args: unknown[]) => {
    const types: IDL.Type[] = func.argTypes;
    if (args.length > types.length) {
      throw new TypeError(`${name}: expected ${types.length} arguments, found ${args.length}`);
    }
    const raw = types.map((type, idx) => toCandid(type, args[idx]));
    let reply: unknown;
    try {
      reply = await methods[name]!(...raw);
    } catch (error) {
      throw error instanceof AgentError ? new CallError(name, error) : error;
    }
    const results: IDL.Type[] = func.retTypes;
    const values = results.length === 1 ? [reply] : (reply as unknown[]);
    const converted = results.map((type, idx) => fromCandid(type, values[idx]));
    return results.length > 1 ? converted : converted[0];
  };
  const calls = idlService._fields.map(([name, func]) => [name, method(name, func)] as const);
  return Object.fromEntries(calls) as unknown as Client;
}

/** A call without a reply: it was rejected, or there is no certain answer. `cause` is the error of the agent. */
export class CallError extends Error {
  readonly method: string;
  /** Why the canister or the network rejected the call; `null` if it was not rejected. */
  readonly reject: { code: number; message: string; errorCode: string | null } | null;

  constructor(method: string, cause: AgentError) {
    super(`${method}: ${cause.message}`, { cause });
    this.name = 'CallError';
    this.method = method;
    const code = cause.code as { rejectCode?: number; rejectMessage?: string; rejectErrorCode?: string | undefined };
    const { rejectCode, rejectMessage, rejectErrorCode } = code;
    this.reject =
      rejectCode === undefined
        ? null
        : { code: rejectCode, message: rejectMessage ?? '', errorCode: rejectErrorCode ?? null };
  }
}

/** The error that a method returned, thrown by `unwrap`. */
export class ResultError<E = unknown> extends Error {
  readonly value: E;

  constructor(value: E) {
    super(`the result is an error: ${describe(value)}`);
    this.name = 'ResultError';
    this.value = value;
  }
}

/** The value of a result that is not an error. */
export type OkOf<R> = R extends { kind: 'Ok' | 'ok' } ? (R extends { value: infer T } ? T : undefined) : never;

/** The value of a result that is an error. */
export type ErrOf<R> = R extends { kind: 'Err' | 'err' } ? (R extends { value: infer E } ? E : undefined) : never;

/** The errors that a method returns in its result. */
export type ErrorOf<M extends keyof Client> = ErrOf<Awaited<ReturnType<Client[M]>>>;

/** Returns the value of a result, or throws its error as a `ResultError`. */
export function unwrap<R extends { kind: 'Ok' | 'ok' | 'Err' | 'err'; value?: unknown }>(result: R): OkOf<R> {
  if (result.kind === 'Err' || result.kind === 'err') {
    throw new ResultError(result.value as ErrOf<R>);
  }
  return result.value as OkOf<R>;
}

function describe(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)) ?? 'none';
}
