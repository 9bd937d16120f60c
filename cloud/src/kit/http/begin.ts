import type { Asked, Progress } from './asked.ts';
import type { Caller } from './call.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import { kitFault } from './kit-faults.ts';
import type { Kit } from './pipeline.ts';
import { rateLimitHeaders, rateLimitPolicy } from './rate-limit.ts';

export interface Begun {
  readonly caller: Caller;
  readonly input: Inputs<unknown, unknown, unknown>;
}

/** How a request begins, whichever way it came in: who calls, may they, how often, what they sent. Throws what refuses it. */
export const begin = async (
  kit: Kit,
  declaration: AnyEndpoint,
  { asked, progress }: { readonly asked: Asked; readonly progress: Progress },
): Promise<Begun> => {
  const { surface } = declaration;
  const caller = await asked.authenticate();
  progress.caller = caller;
  const limit = caller.rateLimits?.[declaration.id] ?? declaration.requestsPerSecond ?? surface.requestsPerSecond;
  progress.rateHeaders = rateLimitPolicy(limit);
  surface.authorise(caller as never, declaration.gate as never, declaration.method, declaration.stepUp === true);
  const { level } = asked;
  const turn = level?.turn ?? takeTurn(kit, { endpoint: declaration, caller, limit });
  if (level !== undefined) level.turn = turn;
  progress.rateHeaders = await turn;
  const input = await asked.input(caller);
  progress.input = input;
  if (typeof declaration.stepUp === 'function' && declaration.stepUp(input as never))
    surface.authorise(caller as never, declaration.gate as never, declaration.method, true);
  return { caller, input };
};

const takeTurn = async (
  kit: Kit,
  { endpoint, caller, limit }: { endpoint: AnyEndpoint; caller: Caller; limit: number },
): Promise<Record<string, string>> => {
  const limiter = caller.stranger ? kit.strangers : kit.limiter;
  const taken = await limiter.take(`${endpoint.surface.name} ${caller.tenant} ${endpoint.id}`, limit);
  const headers = rateLimitHeaders(limit, taken);
  if (taken.ok) return headers;
  throw kitFault('rate_limit_exceeded', `More than ${limit} requests within one second.`, { headers });
};
