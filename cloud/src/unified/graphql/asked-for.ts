import type { Asked, Level } from '../../kit/http/asked.ts';
import type { Caller, IncomingRequest } from '../../kit/http/call.ts';
import type { MountedEndpoint } from '../../kit/http/mount.ts';
import { parseInput, readableParams } from '../../kit/http/validate.ts';
import type { AskingDeps } from './ask.ts';
import type { Sent } from './loads.ts';

/** Who asks, once they are known: a caller for each of many requests of theirs, by few statements. */
export type CallersOf = (
  asked: readonly { readonly request: IncomingRequest; readonly gate: unknown }[],
) => Promise<readonly Caller[]>;

/** Who sends each of many requests, found out at once. */
export class Who {
  readonly #callersOf: CallersOf;
  readonly #requests: { readonly request: IncomingRequest; readonly gate: unknown }[] = [];
  #callers: readonly Caller[] = [];
  #failed: { readonly thrown: unknown } | undefined;

  constructor(callersOf: CallersOf) {
    this.#callersOf = callersOf;
  }

  /** What says who sent a request, or throws what refuses it, once it is known. */
  of(request: IncomingRequest, gate: unknown): () => Caller {
    const at = this.#requests.push({ request, gate }) - 1;
    return () => {
      if (this.#failed !== undefined) throw this.#failed.thrown;
      return this.#callers[at] as Caller;
    };
  }

  async ask(): Promise<void> {
    try {
      this.#callers = await this.#callersOf(this.#requests);
    } catch (thrown) {
      this.#failed = { thrown };
    }
  }
}

const NOTHING = (): undefined => undefined;

/** Requests to an endpoint as the one path takes them. Those of a level share whatever is the same for all of them. */
export const askedFor =
  ({ kit, remoteAddress, header, noted }: AskingDeps) =>
  (
    { declaration }: MountedEndpoint,
    who: Who,
    { requestId, level }: { readonly requestId: string; readonly level?: Level },
  ) => {
    const { method, gate } = declaration;
    const keyless = (name: string) => (name === 'idempotency-key' ? undefined : header(name));
    const shared = {
      ...({ via: 'graphql', requestId, remoteAddress } as const),
      startedMonoMs: kit.clock.monoMs(),
      startedWallMs: kit.clock.wallMs(),
      ...(level !== undefined && { level, noted }),
    };
    return ({ params, search, body, key }: Sent): Asked => {
      const own = key === undefined ? keyless : (name: string) => (name === 'idempotency-key' ? key : header(name));
      const query = search === '' ? NOTHING : (name: string) => new URLSearchParams(search).get(name) ?? undefined;
      const request = { method, remoteAddress, header: own, params: readableParams(params), query };
      return {
        ...shared,
        header: own,
        authenticate: who.of(request, gate),
        input: () => parseInput(declaration, { params, search, body }),
      };
    };
  };
