import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { loadZones, requireSameIndices } from '@gatehouse/shared/zones/load-zones.ts';
import { openTables, type ZonesDocument, type ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Db } from '../store/database.ts';
import { SnapshotRefused } from './stored-entry.ts';

/** The time-zone tables with this hash, if they came with the agent or from the cloud. */
export const zonesByHash = (db: Db, hash: string): ZoneTables | undefined => {
  const bundled = bundledZones();
  if (bundled.hash === hash) return bundled;
  const document = db.prepare<[string], string>('SELECT document FROM zones WHERE hash = ?').pluck().get(hash);
  return document === undefined ? undefined : openTables(JSON.parse(document) as ZonesDocument); // Checked before it was kept.
};

/** Keeps a document that the cloud sent for `hash`. Throws where it is not that, or not sound. */
export const keepZones = (db: Db, hash: string, bytes: Uint8Array): void => {
  const document: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const tables = loadZones(document);
  if (tables.hash !== hash) throw new SnapshotRefused('the time-zone tables are not those that the snapshot names');
  db.prepare('INSERT OR REPLACE INTO zones VALUES (?, ?)').run(hash, JSON.stringify(document));
};

export const forgetOtherZones = (db: Db, hash: string): void =>
  void db.prepare('DELETE FROM zones WHERE hash <> ?').run(hash);

/**
 * Throws unless zones have the same indices in both, as far as both go: records name zones by index, and those that stay must
 * not come to mean others. Either may be the longer one, for a cloud may go back to an older release.
 */
export const requireAgreement = (current: ZoneTables, next: ZoneTables): void => {
  const [shorter, longer] = current.names.length <= next.names.length ? [current, next] : [next, current];
  try {
    requireSameIndices(shorter, longer);
  } catch (error) {
    throw new SnapshotRefused(`the time-zone tables number their zones anew (${(error as Error).message})`);
  }
};
