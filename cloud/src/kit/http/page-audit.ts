import type { Tx } from '../db/unit-of-work.ts';
import { auditIdOf, writeEntry } from './audit.ts';
import type { Exchange } from './exchange.ts';

/** What somebody did on a page: pages have no declaration that the kit could read this off. */
export interface PageAct {
  readonly event: string;
  /** What it was done to. No secret: rows are kept for years. */
  readonly target: string;
  /** Who did it, and whose data it was about, at which facility. */
  readonly actor: string;
  readonly realm: string;
  readonly site: string;
  /** Where it was done: `<module>.<page>`. */
  readonly page: string;
}

/** Writes the audit row of an act on a page, in the unit that does it. */
export const auditPage = (
  tx: Tx,
  { requestId, remoteAddress, startedWallMs }: Pick<Exchange, 'requestId' | 'remoteAddress' | 'startedWallMs'>,
  { page, actor, ...act }: PageAct,
): Promise<unknown> =>
  writeEntry(tx, {
    ...act,
    id: auditIdOf(requestId),
    at: startedWallMs,
    tenant: actor,
    actor,
    acting_as: null,
    outcome: 'ok',
    status: 200,
    duration_ms: 0,
    request_id: requestId,
    remote_address: remoteAddress,
    endpoint: page,
    via: 'http',
    session_id: null,
  });
