import { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import type { Db } from '../store/database.ts';
import { type HeadRow, type PullRow, readHead } from './access-db.ts';
import { SnapshotRefused } from './stored-entry.ts';
import { createSwitch } from './switch.ts';
import type { Cursor, PageOutcome } from './writer-messages.ts';
import { keepZones } from './zone-store.ts';

export interface Pulled {
  /** Where to read on. */
  cursor(): Cursor;
  /** The same, once whatever is there of another facility is deleted. */
  cursorOf(facilityId: string): Cursor;
  /** Takes a page: keeps it beside until it is the last, and then switches to what all of them come to. */
  page(bytes: Uint8Array, facilityId: string): PageOutcome;
  /** Takes the time-zone tables that `page` asked for, and switches. */
  zones(bytes: Uint8Array, hash: string): PageOutcome;
  clear(): void;
}

/** What was pulled so far, on the disk: a pull goes on where it was cut off, by whatever. `saveRoster`: see `createSwitch`. */
export const createPulled = (db: Db, saveRoster: Parameters<typeof createSwitch>[1]): Pulled => {
  const head = readHead(db);
  const pull = db.prepare<[], PullRow>('SELECT * FROM pull');
  const savePull = db.prepare('INSERT OR REPLACE INTO pull VALUES (1, ?, ?, ?, ?, ?)');
  const stage = db.prepare('INSERT OR REPLACE INTO staged (kind, id, data) VALUES (?, ?, ?)');
  const switchOver = createSwitch(db, saveRoster);
  const dropPull = db.transaction(() => void db.exec('DELETE FROM pull; DELETE FROM staged'));
  /** Remembered over a restart: what is asked for next is everything, of whatever epoch. */
  const beginAnew = db.transaction(() => {
    dropPull();
    savePull.run('', '', 1, 0, null);
  });

  const cursor = (): Cursor => {
    const begun = pull.get();
    if (begun?.epoch === '') return { epoch: undefined, after: 0 };
    if (begun !== undefined) return { epoch: begun.epoch, after: begun.through };
    const now = head();
    return now === undefined ? { epoch: undefined, after: 0 } : { epoch: now.epoch, after: now.revision };
  };
  /** One transaction. What is refused leaves no trace, but that the next pull begins from nothing. */
  const guarded = (revision: number, step: () => PageOutcome): PageOutcome => {
    try {
      return db.transaction(step).immediate();
    } catch (error) {
      if (!(error instanceof SnapshotRefused)) throw error;
      beginAnew.immediate();
      return { is: 'refused', revision, why: error.message.slice(0, 200), anew: true };
    }
  };

  const take = (page: SnapshotPage, asked: Cursor): PageOutcome => {
    const { facilityId, epoch, through, complete } = page;
    const goesOn = epoch === asked.epoch && page.after === asked.after;
    if (!goesOn) dropPull();
    const begun = pull.get();
    const settled = settledBy(page, head(), begun !== undefined);
    if (settled !== undefined) return settled;
    const whole = page.after === 0 || begun?.whole === 1;
    for (const { kind, id, data } of page.entries) stage.run(kind, id, data === null ? null : JSON.stringify(data));
    savePull.run(facilityId, epoch, whole ? 1 : 0, through, complete ? JSON.stringify(page.head) : null);
    return complete ? switchOver() : { is: 'more' };
  };

  const clear = db.transaction(() => {
    dropPull();
    db.exec('DELETE FROM head; DELETE FROM person; DELETE FROM credential; DELETE FROM other; DELETE FROM zones');
  });
  return {
    cursor,
    cursorOf: (facilityId) => {
      const owners = [head()?.facility_id, pull.get()?.facility_id];
      if (owners.some((owner) => owner !== undefined && owner !== '' && owner !== facilityId)) clear.immediate();
      return cursor();
    },
    page: (bytes, facilityId) => {
      const page = readPage(bytes);
      if (page === undefined) return { is: 'refused', revision: 0, why: 'it is not a page of a snapshot', anew: false };
      const asked = cursor();
      const why = problemOf(page, asked, facilityId);
      const { revision } = page.head;
      return why === undefined
        ? guarded(revision, () => take(page, asked))
        : { is: 'refused', revision, why, anew: false };
    },
    zones: (bytes, hash) =>
      guarded(pull.get()?.through ?? 0, () => {
        if (pull.get()?.head == null) throw new SnapshotRefused('no snapshot waits for time-zone tables');
        keepZones(db, hash, bytes);
        return switchOver();
      }),
    clear: () => clear.immediate(),
  };
};

const readPage = (bytes: Uint8Array): SnapshotPage | undefined => {
  try {
    return SnapshotPage.safeParse(
      JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')),
    ).data;
  } catch {
    return undefined;
  }
};

/** Why a page is no answer to what was asked for. */
const problemOf = (page: SnapshotPage, asked: Cursor, facilityId: string): string | undefined => {
  const { after, through, head, complete } = page;
  if (page.facilityId !== facilityId) return 'it is the snapshot of another facility';
  if (after !== 0 && (page.epoch !== asked.epoch || after !== asked.after)) return 'it goes on from somewhere else';
  if (complete ? through !== head.revision : through <= after || through > head.revision)
    return 'its revisions contradict each other';
  if (page.entries.some(({ revision }) => revision <= after || revision > through))
    return 'an entry’s revision is not one of the page';
  return undefined;
};

/** What a page comes to that changes nothing. Throws for one that would lead back. */
const settledBy = (page: SnapshotPage, now: HeadRow | undefined, begun: boolean): PageOutcome | undefined => {
  const { epoch, complete, head, entries } = page;
  if (now?.epoch === epoch && head.revision < now.revision)
    throw new SnapshotRefused(`revision ${head.revision} is older than what this box has`);
  if (!complete) return undefined;
  if (head.entries === 0 && now === undefined) return { is: 'nothing_yet' };
  return !begun && entries.length === 0 && isAt(now, page) ? { is: 'current' } : undefined;
};

const isAt = (now: HeadRow | undefined, { epoch, head }: SnapshotPage): boolean =>
  now?.epoch === epoch && now.revision === head.revision && now.hash === head.hash && now.entries === head.entries;
