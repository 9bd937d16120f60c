import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { discardRest } from './body.ts';
import type { Caller } from './call.ts';
import { type Exchange, headerOf, sendJson } from './exchange.ts';
import { faultAnswer } from './fault-response.ts';
import { jsonTypeHeader } from './json-types.ts';
import { keptExchange } from './kept-exchange.ts';
import { logRequest } from './log-request.ts';
import { loggablePath, pathOfNobody } from './loggable-path.ts';
import type { Kit } from './pipeline.ts';
import type { Identify, ServedSurface } from './surfaces.ts';

/**
 * Refuses what no endpoint takes, and notes it in the name of whoever sent it where the surface of the path knows them: they
 * look for it by the id that it is answered with. Never throws.
 */
export const refuseUnserved = async (
  kit: Pick<Kit, 'clock' | 'log' | 'requests' | 'strangers'>,
  exchange: Exchange,
  fault: Fault,
  served: ServedSurface | undefined,
  /** The path as it is declared, where another method has it. */
  declared?: string,
): Promise<void> => {
  const caller = served?.identify && (await callerOf(kit, exchange, served.identify));
  const answer = faultAnswer(fault, exchange.requestId, served?.surface, caller);
  const { status, text } = answer;
  const type = jsonTypeHeader(served?.surface, exchange.request.headers.accept);
  sendJson(exchange, { ...answer, headers: { ...type, ...answer.headers } });
  discardRest(exchange.request);
  const asked = { caller, search: exchange.search, sent: undefined };
  const kept = served && keptExchange(served, { ...asked, status, fault, answer: text });
  // In the name of somebody whose members may have to be forgotten one day.
  const named = declared === undefined ? pathOfNobody(exchange.path) : loggablePath(exchange.path, declared);
  logRequest(kit, exchange, { status, caller, kept, ...(caller !== undefined && { path: named }) });
};

const callerOf = async (
  kit: Pick<Kit, 'log' | 'strangers'>,
  { request, remoteAddress, requestId }: Exchange,
  identify: Identify,
): Promise<Caller | undefined> => {
  try {
    const caller = await identify({ header: headerOf(request), remoteAddress });
    return caller && kit.strangers.isNamed(caller.tenant) ? caller : undefined;
  } catch (cause) {
    kit.log.error({ err: cause, request_id: requestId }, 'nobody could say whose request this was');
    return undefined;
  }
};
