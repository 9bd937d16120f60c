import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import { SnapshotHead } from '@gatehouse/shared/snapshot/page.ts';
import { setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import type { Db } from '../store/database.ts';
import { type HeadRow, headCrc, type PullRow, readHead } from './access-db.ts';
import { type EntryTables, entryTables, type StagedEntry } from './entry-tables.ts';
import { SnapshotRefused, StoredFacility } from './stored-entry.ts';
import type { PageOutcome } from './writer-messages.ts';
import { forgetOtherZones, requireAgreement, zonesByHash } from './zone-store.ts';

/** Entries are staged as texts and read a few at a time: a hundred thousand of them need no memory. */
const AT_ONCE = 500;

interface StagedRow {
  readonly seq: number;
  readonly kind: SnapshotEntry['kind'];
  readonly id: string;
  readonly data: string | null;
}

/**
 * Makes what was staged the snapshot that decides, within the caller's transaction: all of it, or by a throw nothing. What the
 * entries come to must be what the cloud says they do. `saveRoster` is called once that is sure, before the commit: a roster
 * that is newer than the store does no harm, an older one would.
 */
export const createSwitch = (db: Db, saveRoster: (head: HeadRow) => void): (() => PageOutcome) => {
  const headNow = readHead(db);
  const pull = db.prepare<[], PullRow>('SELECT * FROM pull');
  const staged = db.prepare<[number, number], StagedRow>('SELECT * FROM staged WHERE seq > ? ORDER BY seq LIMIT ?');
  const stagedFacility = db
    .prepare<[], string | null>("SELECT data FROM staged WHERE kind = 'facility' LIMIT 1")
    .pluck();
  const groundNow = db
    .prepare<[], string>("SELECT lower(hex(digest)) FROM other WHERE kind = 'facility' LIMIT 1")
    .pluck();
  const facilityNow = db.prepare<[], string>("SELECT data FROM other WHERE kind = 'facility' LIMIT 1").pluck();
  const saveHead = db.prepare('INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?, ?, ?, ?)');

  const putStaged = (tables: EntryTables, hash: ReturnType<typeof setHash>) => {
    let seq = 0;
    for (let rows = staged.all(seq, AT_ONCE); rows.length > 0; rows = staged.all(seq, AT_ONCE))
      for (const row of rows) {
        tables.put(
          { kind: row.kind, id: row.id, data: row.data === null ? null : JSON.parse(row.data) } as StagedEntry,
          hash,
        );
        ({ seq } = row);
      }
  };

  /** The facility's entry as it will be, and as it is. */
  const facilities = (whole: boolean) => {
    const changed = stagedFacility.get();
    const before = whole ? undefined : facilityNow.get();
    const after = changed ?? (changed === null ? undefined : before);
    if (after === undefined) throw new SnapshotRefused('it says nothing of the facility');
    return { after: StoredFacility.parse(JSON.parse(after)), before };
  };
  /** What the set comes to with everything that was staged. */
  const put = (whole: boolean, now: HeadRow | undefined, wanted: SnapshotHead): void => {
    const tables = entryTables(db);
    if (whole) tables.clear();
    const hash = setHash(whole ? undefined : now?.hash);
    putStaged(tables, hash);
    const entries = (whole ? 0 : (now?.entries ?? 0)) + tables.grown();
    const [came, due] = [hash.text(), wanted.hash].map((text) => text.slice(0, 16));
    if (hash.text() !== wanted.hash || entries !== wanted.entries)
      throw new SnapshotRefused(`${entries} entries came to ${came}, where the cloud has ${wanted.entries} and ${due}`);
  };

  return () => {
    const begun = pull.get();
    if (begun === undefined || begun.head === null) throw new Bug('not all of the snapshot is there');
    const whole = begun.whole === 1;
    const { after, before } = facilities(whole);
    if (!zonesReady(db, after, before)) return { is: 'zones', hash: after.zones.hash };
    const now = headNow();
    const { revision, hash, entries } = SnapshotHead.parse(JSON.parse(begun.head));
    put(whole, now, { revision, hash, entries });
    const { facility_id, epoch } = begun;
    const ground = groundNow.get() ?? '';
    const head: HeadRow = { facility_id, epoch, revision, hash, entries, ground };
    saveHead.run(facility_id, epoch, revision, hash, entries, ground, headCrc(head));
    db.exec('DELETE FROM pull; DELETE FROM staged');
    forgetOtherZones(db, after.zones.hash);
    saveRoster(head);
    return { is: 'switched', head, whole };
  };
};

/** Whether the tables that the facility's records are compiled for are here, and number their zones as those in use do. */
const zonesReady = (db: Db, facility: FacilityEntry, before: string | undefined): boolean => {
  const next = zonesByHash(db, facility.zones.hash);
  if (next === undefined) return false;
  if (before !== undefined) {
    const current = zonesByHash(db, StoredFacility.parse(JSON.parse(before)).zones.hash);
    if (current !== undefined && current !== next) requireAgreement(current, next);
  }
  return true;
};
