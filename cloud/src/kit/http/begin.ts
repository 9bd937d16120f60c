import type { Asked, Progress } from './asked.ts';
import type { Caller } from './call.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import { requireAct } from './narrowing.ts';
import type { Kit } from './pipeline.ts';
import { rateLimitPolicy } from './rate-limit.ts';
import { takeOfQuota, takeTurn } from './take-turn.ts';

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
  const ofQuota = asked.quota && (await takeOfQuota(kit, asked.quota, { caller, limit }));
  progress.rateHeaders = rateLimitPolicy(limit, asked.quota);
  surface.authorise(caller as never, declaration.gate as never, declaration.method, declaration.stepUp === true);
  requireAct(caller, declaration);
  const { level } = asked;
  const turn = level?.turn ?? takeTurn(kit, { endpoint: declaration, caller, limit, ofQuota });
  if (level !== undefined) level.turn = turn;
  progress.rateHeaders = await turn;
  const input = await asked.input(caller);
  progress.input = input;
  if (typeof declaration.stepUp === 'function' && declaration.stepUp(input as never))
    surface.authorise(caller as never, declaration.gate as never, declaration.method, true);
  requireAct(caller, declaration, input);
  return { caller, input };
};
