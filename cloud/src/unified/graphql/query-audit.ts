import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Noted } from '../../kit/http/asked.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
import type { AuditOutcome, Caller } from '../../kit/http/call.ts';
import { withoutKeys } from '../../kit/http/loggable-path.ts';
import type { Kit } from '../../kit/http/pipeline.ts';

/** What came of an operation. */
export interface OperationDone {
  readonly hash: string;
  readonly operationName: string | undefined;
  /** What it was reckoned at; nothing where it was refused before. */
  readonly cost: number | undefined;
  /** Which endpoints its fields asked. */
  readonly notes: readonly Noted[];
  /** What refused all of it, if anything did. */
  readonly refused: { readonly code: string; readonly status: number } | undefined;
}

/** What the audit is to say of an operation, of one organisation. */
export interface OperationRow extends AuditOutcome {
  /** Who they were to endpoints; nobody where none was asked. */
  readonly caller: Caller | undefined;
}
export type OperationRows = readonly [OperationRow, ...OperationRow[]];

/** A target is a line for people. */
const TARGET_MAX = 600;

/** A row for each organisation that a query touched, and one for what belongs to none: which endpoints it asked, how often, and what they refused. */
export const rowsOf = (done: OperationDone): OperationRows => {
  const [first, ...others] = [...Map.groupBy(done.notes, ({ place }) => place?.realm ?? '')].map(([realm, notes]) =>
    rowOf(done, realm, notes),
  );
  return first === undefined ? [rowOf(done, '', [])] : [first, ...others];
};

const rowOf = (done: OperationDone, realm: string, notes: readonly Noted[]): OperationRow => {
  const [site, ...otherSites] = new Set(notes.map(({ place }) => place?.site));
  const refusal = notes.find(({ outcome }) => outcome !== 'ok')?.outcome;
  const isRefused = refusal !== undefined && notes.every(({ outcome }) => outcome !== 'ok');
  return {
    caller: notes.find(({ caller }) => caller !== undefined)?.caller,
    outcome: done.refused?.code ?? (isRefused ? refusal : 'ok'),
    status: done.refused?.status ?? (isRefused ? 403 : 200),
    target: targetOf(done, notes),
    place: {
      ...(realm !== '' && { realm }),
      ...(site !== undefined && otherSites.length === 0 && { site }),
    },
  };
};

/** `3f2a… DoorWall cost 312: door-states.list 100, clubs.list 1`. */
const targetOf = ({ hash, operationName, cost }: OperationDone, notes: readonly Noted[]): string => {
  const counts = [
    ...Map.groupBy(notes, ({ endpoint, outcome }) => `${endpoint}${outcome === 'ok' ? '' : ` ${outcome}`}`),
  ]
    .map(([what, all]) => `${what} ${all.length}`)
    .join(', ');
  const name = operationName === undefined ? '' : ` ${operationName.slice(0, 60)}`;
  const reckoned = cost === undefined ? '' : ` cost ${cost}`;
  return `${hash.slice(0, 16)}${name}${reckoned}${counts === '' ? '' : `: ${counts}`}`.slice(0, TARGET_MAX);
};

/** Where an operation came from, and when. */
export interface OperationOrigin {
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly startedWallMs: number;
  readonly startedMonoMs: number;
}

/** Writes rows of an operation, of those who are somebody, beside the one that its request has by its id. */
export const addRows = async (
  kit: Pick<Kit, 'audit' | 'clock'>,
  tx: Tx,
  { rows, ...origin }: OperationOrigin & { readonly rows: readonly OperationRow[] },
): Promise<void> => {
  for (const row of rows) {
    const { caller } = row;
    if (caller !== undefined && caller.stranger !== true) await kit.audit.add(tx, entryOf(kit, origin, row, caller));
  }
};

const entryOf = (
  { clock }: Pick<Kit, 'clock'>,
  { requestId, remoteAddress, startedWallMs, startedMonoMs }: OperationOrigin,
  { outcome, status, target, place }: OperationRow,
  caller: Caller,
): AuditEntry => ({
  id: randomId('aud', undefined, startedWallMs),
  at: startedWallMs,
  tenant: caller.tenant,
  actor: caller.actor,
  acting_as: caller.actingAs ?? null,
  realm: place?.realm ?? null,
  site: place?.site ?? null,
  event: 'graph.queried',
  target: target === undefined ? null : withoutKeys(target),
  outcome,
  status: status ?? 200,
  duration_ms: Math.round(clock.monoMs() - startedMonoMs),
  request_id: requestId,
  remote_address: remoteAddress,
  endpoint: 'graph.query',
  via: 'graphql',
  session_id: caller.sessionId ?? null,
});
