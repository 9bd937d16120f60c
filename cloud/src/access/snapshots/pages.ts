import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { snapshotsRepo } from './snapshots.repo.ts';

/** Where a box has read to. */
export interface ReadTo {
  readonly epoch: string | undefined;
  readonly after: number;
}

const ENTRIES_MAX = 1_000;
/** More than a revision can have. */
const WHOLE_MAX = 1_000_000;

/**
 * The entries after a revision, whole revisions only; undefined while there is nothing whole to give. A box that names another
 * epoch, or more than there is, is given everything from 0.
 */
export const pageOf = async (
  tx: Tx,
  facilityId: FacilityId,
  { epoch, after: asked, atMost = ENTRIES_MAX }: ReadTo & { readonly atMost?: number },
): Promise<SnapshotPage | undefined> => {
  const repo = snapshotsRepo(tx);
  const head = await repo.findHead(facilityId);
  if (head === undefined || head.built === 0) return undefined;
  const after = epoch === head.epoch && asked <= head.revision ? asked : 0;
  const upTo = (through: number, limit: number) => repo.entries(facilityId, { after, through }, limit);
  let rows = await upTo(head.revision, atMost + 1);
  let through = head.revision;
  if (rows.length > atMost) {
    // The last revision may not be whole; a single one is given whole, however large.
    const [first, last] = [rows[0]?.revision ?? 0, rows.at(-1)?.revision ?? 0];
    through = first < last ? last - 1 : last;
    rows = first < last ? rows.filter(({ revision }) => revision < last) : await upTo(last, WHOLE_MAX);
  }
  return {
    v: 1,
    facilityId,
    epoch: head.epoch,
    after,
    through,
    complete: through === head.revision,
    head: { revision: head.revision, hash: head.hash, entries: head.entries },
    entries: rows.map(
      ({ kind, id, revision, data }) =>
        ({ kind, id, revision, data: data === null ? null : (JSON.parse(data) as unknown) }) as SnapshotEntry,
    ),
  };
};
