import { setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import type { Db } from '../store/database.ts';
import { credentialCrc, readHead } from './access-db.ts';
import { digestOf, hashOfKey, howOfKey, personEntry, type StoredPerson } from './stored-entry.ts';

const AT_ONCE = 500;

interface PersonRow {
  readonly number: number;
  readonly record: Buffer;
  readonly rest: string;
}

/**
 * Whether the store is what was written: what is wrong with it, or undefined. Reads all of it, a second or two for a hundred
 * thousand persons, and says nothing of a store that holds no snapshot.
 */
export const storeProblem = (db: Db): string | undefined => {
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') return String(verdict).slice(0, 200);
  const head = readHead(db)();
  if (head === undefined) return undefined;
  const persons = db.prepare<[number, number], PersonRow>(
    'SELECT number, record, rest FROM person WHERE number > ? ORDER BY number LIMIT ?',
  );
  const credential = db
    .prepare<[Buffer, number], number>('SELECT crc FROM credential WHERE hash = ? AND person = ?')
    .pluck();
  const hash = setHash();
  let entries = 0;
  let keys = 0;
  let last = -1;
  for (let rows = persons.all(last, AT_ONCE); rows.length > 0; rows = persons.all(last, AT_ONCE))
    for (const { number, record, rest: text } of rows) {
      const rest = JSON.parse(text) as StoredPerson['rest'];
      hash.add(digestOf('person', String(number), personEntry(record, rest)));
      for (const bytes of new Map(rest.keys.map((key) => [key.hash, key])).values()) {
        const key = hashOfKey(bytes);
        if (credential.get(key, number) !== credentialCrc(key, number, howOfKey(bytes)))
          return `a credential of person ${number} is not what was stored`;
        keys++;
      }
      entries++;
      last = number;
    }
  for (const { kind, id, data } of db
    .prepare<[], { kind: 'facility' | 'staff' | 'revoked_pass'; id: string; data: string }>('SELECT * FROM other')
    .all()) {
    hash.add(digestOf(kind, id, JSON.parse(data)));
    entries++;
  }
  if (db.prepare<[], number>('SELECT count(*) FROM credential').pluck().get() !== keys)
    return 'there are credentials of nobody';
  return hash.text() === head.hash && entries === head.entries
    ? undefined
    : `its ${entries} entries are not what was stored`;
};
