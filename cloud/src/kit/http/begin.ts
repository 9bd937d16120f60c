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

/** A request on its way. */
export interface Running {
  readonly asked: Asked;
  readonly progress: Progress;
}

/** What is left, in the headers of an answer. */
export type TurnTaken = Promise<Readonly<Record<string, string>>>;
type OfQuota = Awaited<ReturnType<typeof takeOfQuota>>;

/** How a request begins, whichever way it came in: who calls, may they, how often, what they sent. Throws what refuses it. */
export const begin = async (kit: Kit, declaration: AnyEndpoint, running: Running): Promise<Begun> => {
  const { asked, progress } = running;
  const caller = await asked.authenticate();
  const ofQuota = await quotaOf(kit, declaration, running, caller);
  progress.rateHeaders = await letIn(kit, declaration, running, { caller, ofQuota });
  return taken(declaration, running, { caller, input: await asked.input(caller) });
};

const limitFor = ({ id, requestsPerSecond, surface }: AnyEndpoint, { rateLimits }: Caller): number =>
  rateLimits?.[id] ?? requestsPerSecond ?? surface.requestsPerSecond;

/** First: who calls is known, and has a turn of all that they may ask where their door counts that. */
export const quotaOf = (
  kit: Kit,
  declaration: AnyEndpoint,
  { asked, progress }: Running,
  caller: Caller,
): Promise<OfQuota> | undefined => {
  progress.caller = caller;
  return asked.quota && takeOfQuota(kit, asked.quota, { caller, limit: limitFor(declaration, caller) });
};

/** Then: may they at all, and is it their turn. Throws at once where they may not. */
export const letIn = (
  kit: Kit,
  declaration: AnyEndpoint,
  { asked, progress }: Running,
  { caller, ofQuota }: { readonly caller: Caller; readonly ofQuota: OfQuota },
): TurnTaken => {
  const { surface } = declaration;
  const limit = limitFor(declaration, caller);
  progress.rateHeaders = rateLimitPolicy(limit, asked.quota);
  surface.authorise(caller as never, declaration.gate as never, declaration.method, declaration.stepUp === true);
  requireAct(caller, declaration);
  const { level } = asked;
  const turn = level?.turn ?? takeTurn(kit, { endpoint: declaration, caller, limit, ofQuota });
  if (level !== undefined) level.turn = turn;
  return turn;
};

/** Last: may they with what they sent. */
export const taken = (declaration: AnyEndpoint, { progress }: Running, begun: Begun): Begun => {
  const { caller, input } = begun;
  progress.input = input;
  if (typeof declaration.stepUp === 'function' && declaration.stepUp(input as never))
    declaration.surface.authorise(caller as never, declaration.gate as never, declaration.method, true);
  requireAct(caller, declaration, input);
  return begun;
};
