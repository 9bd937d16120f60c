import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BatchStore } from '../../kit/ingest/batch-store.ts';
import { ingestFault } from '../../kit/ingest/ingest.faults.ts';
import type { Ingest, JudgedBatch } from '../../kit/ingest/ingest.ts';
import { judgePiece } from '../../partner/batches/judge-piece.ts';
import type { MemberRecord, MemberRow } from './member-row.ts';
import type { MemberState } from './member-state.ts';
import { batchKind } from './members.batch.ts';
import type { StoredMember } from './members.service.ts';

/** What a push would change: each member before and after, and the items that it would skip. */
export interface DryRun {
  /** In the order of their ids. */
  readonly members: readonly { readonly before: StoredMember | undefined; readonly after: StoredMember }[];
  readonly skipped: readonly { readonly index: number; readonly reason: string }[];
}

/** Reads items as a push of them is read, outside of this thread. Throws the 422 of windows that are not valid. */
export const readItems = async (
  ingest: Pick<Ingest, 'judge'>,
  items: readonly object[],
  { partnerId, facilityId }: { readonly partnerId: PartnerId; readonly facilityId: FacilityId },
): Promise<{ readonly sent: readonly Sent[]; readonly skipped: DryRun['skipped'] }> => {
  const members = items.map((item) => ({ ...item, facility_id: facilityId }));
  const bytes = new TextEncoder().encode(JSON.stringify({ members }));
  const judged = await ingest.judge<MemberRow>(batchKind, bytes, {
    tenant: `what-if ${partnerId}`, // It does not take the partner's own turn.
    linkKey: 'facility_id',
  });
  if ('problems' in judged) throw invalidWindows(judged);
  const sent: Sent[] = [];
  const skipped: { index: number; reason: string }[] = [];
  try {
    for (let piece = await judged.next(); piece !== undefined; piece = await judged.next())
      for (const verdict of piece)
        if ('row' in verdict) sent.push({ index: verdict.index, row: verdict.row });
        else skipped.push({ index: verdict.index, reason: verdict.skip });
  } finally {
    judged.end();
  }
  return { sent, skipped };
};

const invalidWindows = ({ problems, problemCount }: Extract<JudgedBatch<MemberRow>, { problems: unknown }>) => {
  const message = `${problemCount} problem${problemCount === 1 ? '' : 's'} in access time windows.`;
  const errors = problems.map(({ index, path, code, message }) => ({ index, path, code, message }));
  return ingestFault('validation_failed', message, { body: { error: 'validation_failed', message, errors } });
};

interface Sent {
  readonly index: number;
  readonly row: MemberRow;
}
interface DryRunOf {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly timezone: string;
  readonly load: Load;
}
type Load = (memberIds: readonly string[]) => Promise<ReadonlyMap<string, StoredMember>>;

/** Judges rows as a push of them would, one after the other, and writes nothing. */
export const dryRun = async (
  tx: Tx,
  store: BatchStore<MemberRow, MemberState>,
  { partnerId, facilityId, timezone, load }: DryRunOf,
  sent: readonly Sent[],
): Promise<DryRun> => {
  const rows = sent.map(({ index, row }) => ({
    index,
    facilityId,
    timezone,
    row,
    named: { index, facility_id: facilityId },
    ignored: [],
  }));
  const stored = rows.length === 0 ? [] : await store.load(tx, partnerId, rows);
  const { changes, skipped } = judgePiece(store, rows, { stored, overlay: new Map() });
  const after = new Map(changes.map((change) => [change.key, change.after]));
  const before = await load([...after.keys()]);
  const members = [...after]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([memberId, state]) => ({
      before: before.get(memberId),
      after: memberOf(memberId, state, before.get(memberId)),
    }));
  return {
    members,
    skipped: skipped.map(({ index, reason }) => ({ index, reason })),
  };
};

const memberOf = (
  memberId: string,
  { record, windows, pictureKey }: MemberState,
  before: StoredMember | undefined,
): StoredMember => ({
  memberId,
  record: JSON.parse(record) as MemberRecord,
  storedAt: before?.storedAt ?? 0,
  hasPicture: pictureKey !== null,
  windows: windows?.row ?? before?.windows,
});
