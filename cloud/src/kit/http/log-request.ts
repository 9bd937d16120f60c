import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Caller } from './call.ts';
import type { Exchange } from './exchange.ts';
import type { KeptExchange } from './kept-exchange.ts';
import { loggablePath } from './loggable-path.ts';
import type { RequestLog } from './request-log.ts';
import type { Strangers } from './strangers.ts';

export interface Answered {
  readonly status: number;
  readonly endpoint?: { readonly id: string; readonly path: string };
  /** As it may be kept, where no endpoint took the request. */
  readonly path?: string | undefined;
  readonly caller?: Caller | undefined;
  readonly kept?: KeptExchange | undefined;
}

/** Notes a request that has been answered; of those of strangers a sample. */
export const logRequest = (
  kit: { readonly clock: Clock; readonly requests: RequestLog; readonly strangers: Strangers },
  exchange: Exchange,
  { status, endpoint, path = exchange.path, caller, kept }: Answered,
): void => {
  const isKnown = caller !== undefined && caller.stranger !== true;
  if (!isKnown && !kit.strangers.isLogged(exchange.remoteAddress)) return;
  const entry = {
    request_id: exchange.requestId,
    tenant: caller?.tenant ?? null,
    key_id: caller?.keyId ?? caller?.sessionId ?? null,
    at: exchange.startedWallMs,
    method: exchange.request.method ?? '',
    path: loggablePath(path, endpoint?.path),
    endpoint: endpoint?.id ?? null,
    status,
    duration_ms: Math.round(kit.clock.monoMs() - exchange.startedMonoMs),
    remote_address: exchange.remoteAddress,
  };
  kit.requests.add(entry, kept);
};
