import type { Caller } from '../../kit/http/call.ts';
import type { Authenticate, Quota } from '../../kit/http/surfaces.ts';
import { callersOfKnown, type PlatformGate } from '../../platform/users/platform-surface.ts';
import { knownByToken, type TokenAuthenticationDeps } from '../tokens/token-surface.ts';
import type { KnownByToken } from '../tokens/tokens.service.ts';
import type { CallersOf } from './asked-for.ts';

/** Operations of one user within a minute, over all their tokens, doors of the graph and replicas: refused documents count too, and what is asked of tools. */
export const GRAPH_QUOTA: Quota = { name: 'graphql', requests: 100, windowMs: 60_000 };

/** Whoever has a token comes in. What they may ask, the endpoint of each field says. */
export interface GraphGate {
  readonly needs: 'a token';
}

/** Who asks the graph. No scope narrows them here: it narrows each of the callers that they are to endpoints. */
export interface GraphCaller extends Caller {
  readonly known: KnownByToken;
  /** They asked to act as somebody, and may not. */
  readonly actingRefused?: true;
}

export type GraphDoorDeps = TokenAuthenticationDeps & Parameters<typeof callersOfKnown>[0];

/** By a token, as at the mirror. Whom they act as is looked up where they say so. */
export const authenticateGraph =
  (deps: GraphDoorDeps): Authenticate<GraphCaller, GraphGate> =>
  async (request) => {
    const known = await knownByToken(deps, request);
    const user = `user:${known.user.id}`;
    const caller = { actor: user, tenant: user, known, ...(known.keyId !== undefined && { keyId: known.keyId }) };
    if (!request.header('x-simulated-user')?.trim()) return caller;
    const nowhere = { request: { ...request, query: () => undefined }, gate: ANYWHERE };
    const [{ actingAs, actingRefused } = {}] = await callersOfKnown(deps, known)([nowhere]);
    return { ...caller, ...(actingAs !== undefined && { actingAs }), ...(actingRefused && { actingRefused }) };
  };
const ANYWHERE: PlatformGate = { needs: 'facility-staff', in: 'anywhere' };

/** Who they are to the endpoints that an operation asks. */
export const callersAs = (deps: GraphDoorDeps, { known }: GraphCaller): CallersOf => {
  const callers = callersOfKnown(deps, known);
  return (asked) => callers(asked as Parameters<typeof callers>[0]);
};
