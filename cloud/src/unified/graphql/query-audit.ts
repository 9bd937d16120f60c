import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { Noted } from '../../kit/http/asked.ts';
import { type AuditEntry, auditIdOf } from '../../kit/http/audit.ts';
import type { Caller } from '../../kit/http/call.ts';
import type { Kit } from '../../kit/http/pipeline.ts';

export interface QueryDone {
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly startedWallMs: number;
  readonly startedMonoMs: number;
  readonly hash: string;
  readonly operationName: string | undefined;
  readonly cost: number;
  readonly notes: readonly Noted[];
}

/** A target is a line for people. */
const TARGET_MAX = 600;

/** A query leaves one row for each organisation that it touched, and one for what belongs to none: which endpoints it asked, how often, and what they refused. */
export const auditQuery = async (kit: Kit, done: QueryDone): Promise<void> => {
  const byRealm = Map.groupBy(done.notes, ({ place }) => place?.realm ?? '');
  const entries: AuditEntry[] = [];
  for (const [realm, notes] of byRealm) {
    const [{ caller } = { caller: undefined }] = notes.filter((note) => note.caller !== undefined);
    if (caller === undefined || caller.stranger === true) continue;
    entries.push(entryOf(kit, done, { realm, notes, caller, isFirst: entries.length === 0 }));
  }
  if (entries.length === 0) return;
  await kit.db.write(async (tx) => {
    for (const entry of entries) await kit.audit.add(tx, entry);
  });
};

const entryOf = (
  kit: Kit,
  done: QueryDone,
  {
    realm,
    notes,
    caller,
    isFirst,
  }: { readonly realm: string; readonly notes: readonly Noted[]; readonly caller: Caller; readonly isFirst: boolean },
): AuditEntry => {
  const sites = new Set(notes.map(({ place }) => place?.site));
  const [site] = sites;
  const refused = notes.find(({ outcome }) => outcome !== 'ok')?.outcome;
  const isRefused = refused !== undefined && notes.every(({ outcome }) => outcome !== 'ok');
  return {
    id: isFirst ? auditIdOf(done.requestId) : randomId('aud', undefined, done.startedWallMs),
    at: done.startedWallMs,
    tenant: caller.tenant,
    actor: caller.actor,
    acting_as: caller.actingAs ?? null,
    realm: realm === '' ? null : realm,
    site: sites.size === 1 ? (site ?? null) : null,
    event: 'graph.queried',
    target: targetOf(done, notes),
    outcome: isRefused ? refused : 'ok',
    status: isRefused ? 403 : 200,
    duration_ms: Math.round(kit.clock.monoMs() - done.startedMonoMs),
    request_id: done.requestId,
    remote_address: done.remoteAddress,
    endpoint: 'graph.query',
    via: 'graphql',
    session_id: caller.sessionId ?? null,
  };
};

/** `3f2a… DoorWall cost 312: door-states.list 100, clubs.list 1`. */
const targetOf = ({ hash, operationName, cost }: QueryDone, notes: readonly Noted[]): string => {
  const counts = [
    ...Map.groupBy(notes, ({ endpoint, outcome }) => `${endpoint}${outcome === 'ok' ? '' : ` ${outcome}`}`),
  ]
    .map(([what, all]) => `${what} ${all.length}`)
    .join(', ');
  const name = operationName === undefined ? '' : ` ${operationName.slice(0, 60)}`;
  return `${hash.slice(0, 16)}${name} cost ${cost}: ${counts}`.slice(0, TARGET_MAX);
};
