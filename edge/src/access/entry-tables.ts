import type { SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { SetHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import type { Db } from '../store/database.ts';
import { credentialCrc, recordCrc } from './access-db.ts';
import { digestOf, hashOfKey, howOfKey, type StoredPerson, storedPerson } from './stored-entry.ts';

type Staged<Entry> = Entry extends SnapshotEntry ? Omit<Entry, 'revision'> : never;
export type StagedEntry = Staged<SnapshotEntry>;

export interface EntryTables {
  /** Puts an entry in the place of whatever has its kind and id, or takes that away, and keeps the set's hash. */
  put(entry: StagedEntry, hash: SetHash): void;
  /** How many entries there are more than at the beginning. */
  grown(): number;
  clear(): void;
}

/** Where a snapshot's entries lie. Only within a transaction. */
export const entryTables = (db: Db): EntryTables => {
  const oldPerson = db.prepare<[number], { rest: string; digest: Buffer }>(
    'SELECT rest, digest FROM person WHERE number = ?',
  );
  const putPerson = db.prepare('INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?, ?, ?)');
  const dropPerson = db.prepare('DELETE FROM person WHERE number = ?');
  const putCredential = db.prepare('INSERT OR REPLACE INTO credential VALUES (?, ?, ?, ?)');
  const dropCredential = db.prepare('DELETE FROM credential WHERE hash = ? AND person = ?');
  const oldOther = db.prepare<[string, string], Buffer>('SELECT digest FROM other WHERE kind = ? AND id = ?').pluck();
  const putOther = db.prepare('INSERT OR REPLACE INTO other VALUES (?, ?, ?, ?)');
  const dropOther = db.prepare('DELETE FROM other WHERE kind = ? AND id = ?');
  let grown = 0;

  /** The digest that counts instead of `old`, and what that does to the set. */
  const replace = (old: Buffer | undefined, entry: StagedEntry, hash: SetHash): Buffer | undefined => {
    const { kind, id, data } = entry;
    if (old !== undefined) hash.remove(old);
    const fresh = data === null ? undefined : digestOf(kind, id, data);
    if (fresh !== undefined) hash.add(fresh);
    grown += Number(fresh !== undefined) - Number(old !== undefined);
    return fresh;
  };
  const changePerson = (entry: StagedEntry & { readonly kind: 'person' }, hash: SetHash) => {
    const number = Number(entry.id);
    const old = oldPerson.get(number);
    const digest = replace(old?.digest, entry, hash);
    for (const key of old === undefined ? [] : (JSON.parse(old.rest) as StoredPerson['rest']).keys)
      dropCredential.run(hashOfKey(key), number);
    if (entry.data === null) return void dropPerson.run(number);
    const { record, rest, breakGlass } = storedPerson(entry.id, entry.data);
    const crc = recordCrc(number, record);
    putPerson.run(number, crc, record, JSON.stringify(rest), digest, breakGlass ? 1 : 0);
    for (const key of rest.keys) {
      const [bytes, how] = [hashOfKey(key), howOfKey(key)];
      putCredential.run(bytes, number, how, credentialCrc(bytes, number, how));
    }
  };
  const changeOther = (entry: Exclude<StagedEntry, { kind: 'person' }>, hash: SetHash) => {
    const { kind, id, data } = entry;
    const digest = replace(oldOther.get(kind, id), entry, hash);
    if (data === null) dropOther.run(kind, id);
    else putOther.run(kind, id, JSON.stringify(data), digest);
  };
  return {
    put: (entry, hash) => (entry.kind === 'person' ? changePerson(entry, hash) : changeOther(entry, hash)),
    grown: () => grown,
    clear: () => db.exec('DELETE FROM person; DELETE FROM credential; DELETE FROM other'),
  };
};
