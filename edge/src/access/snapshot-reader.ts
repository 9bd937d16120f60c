import { type Person, readPerson } from '@gatehouse/shared/access/person.ts';
import type { PersonEntry, StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { type Db, SqliteDamage } from '../store/database.ts';
import { credentialCrc, type HeadRow, readHead, recordCrc } from './access-db.ts';
import { type Ground, groundOf } from './ground.ts';
import { digestOf, StoredFacility, type StoredPerson } from './stored-entry.ts';
import { zonesByHash } from './zone-store.ts';

/** Somebody as they were found: by one revision, which also the ground is of. */
export interface Found {
  readonly ground: Ground;
  readonly revision: number;
  /** Null for nobody, and where several persons have the same credential: then nobody is known by it. */
  readonly number: number | null;
  readonly person: Person | undefined;
  /** See `HOW`. */
  readonly how: number;
}

/** Reads the store of the snapshot. Throws `SqliteDamage` (or SQLite's own error) where it is not what was written. */
export interface SnapshotReader {
  /** The state that is read. */
  head(): HeadRow | undefined;
  /** Undefined before there is a snapshot. */
  ground(): Ground | undefined;
  /** `hashFor` is asked with the ground that the answer will be of. */
  byCredential(hashFor: (ground: Ground) => Uint8Array | undefined): Found | undefined;
  byNumber(number: number): Found | undefined;
  /** Everything about a person but the record. */
  rest(number: number): StoredPerson['rest'] | undefined;
  staff(): readonly (StaffEntry & { readonly staffId: string })[];
  isRevoked(passId: string): boolean;
  /** Whether a pull is begun, and not at its end. */
  isPulled(): boolean;
  /** From now on reads the newest state. */
  refresh(): void;
  close(): void;
}

interface CredentialRow {
  readonly person: number;
  readonly how: number;
  readonly crc: number;
}

/**
 * INVARIANT: everything between two calls of `refresh` is read in one transaction, so it is of one state of the store, whatever
 * is written meanwhile. The transaction stays open: taking the store's lock for each question would cost more than the question.
 */
export const createSnapshotReader = (db: Db): SnapshotReader => {
  const headNow = readHead(db);
  const facility = db.prepare<[], { id: string; data: string }>(
    "SELECT id, data FROM other WHERE kind = 'facility' LIMIT 1",
  );
  const credentials = db.prepare<[Uint8Array], CredentialRow>(
    'SELECT person, how, crc FROM credential WHERE hash = ? LIMIT 2',
  );
  const record = db.prepare<[number], { crc: number; record: Buffer }>(
    'SELECT crc, record FROM person WHERE number = ?',
  );
  const rest = db.prepare<[number], string>('SELECT rest FROM person WHERE number = ?').pluck();
  const staff = db.prepare<[], { id: string; data: string }>(
    "SELECT id, data FROM other WHERE kind = 'staff' ORDER BY id",
  );
  const revoked = db
    .prepare<[string], number>("SELECT count(*) FROM other WHERE kind = 'revoked_pass' AND id = ?")
    .pluck();
  const pull = db.prepare<[], number>('SELECT count(*) FROM pull').pluck();
  let head: HeadRow | undefined;
  let known: { readonly name: string; readonly ground: Ground } | undefined;

  const refresh = () => {
    if (db.inTransaction) db.exec('COMMIT');
    db.exec('BEGIN');
    head = headNow();
  };
  refresh();

  const ground = (): Ground | undefined => {
    if (head === undefined) return undefined;
    if (known?.name === head.ground) return known.ground;
    const row = facility.get();
    const entry = row === undefined ? undefined : StoredFacility.safeParse(JSON.parse(row.data)).data;
    if (row === undefined || entry === undefined || digestOf('facility', row.id, entry).toString('hex') !== head.ground)
      throw new SqliteDamage('the facility’s entry is not what was stored');
    const tables = zonesByHash(db, entry.zones.hash);
    if (tables === undefined) throw new SqliteDamage('the time-zone tables are missing');
    known = { name: head.ground, ground: groundOf(head.facility_id, entry, tables) };
    return known.ground;
  };
  const personOf = (number: number): Person | undefined => {
    const row = record.get(number);
    if (row === undefined) return undefined;
    const person = recordCrc(number, row.record) === row.crc ? readPerson(row.record) : undefined;
    if (person === undefined) throw new SqliteDamage(`the record of person ${number} is not what was stored`);
    return person;
  };
  const found = (number: number | null, person: Person | undefined, how: number): Found | undefined => {
    const at = ground();
    return at && head && { ground: at, revision: head.revision, number, person, how };
  };

  return {
    head: () => head,
    ground,
    byCredential: (hashFor) => {
      const at = ground();
      const hash = at && hashFor(at);
      if (hash === undefined) return found(null, undefined, 0);
      const [row, another] = credentials.all(hash);
      if (row === undefined || another !== undefined) return found(null, undefined, 0);
      const { person: number, how } = row;
      const person = personOf(number);
      if (person === undefined || credentialCrc(hash, number, how) !== row.crc)
        throw new SqliteDamage(`a credential of person ${number} is not what was stored`);
      return found(number, person, how);
    },
    byNumber: (number) => {
      const person = personOf(number);
      return found(person === undefined ? null : number, person, 0);
    },
    rest: (number) => {
      const text = rest.get(number);
      return text === undefined ? undefined : (JSON.parse(text) as Omit<PersonEntry, 'record'>);
    },
    staff: () => staff.all().map(({ id, data }) => ({ ...(JSON.parse(data) as StaffEntry), staffId: id })),
    isPulled: () => pull.get() !== 0,
    isRevoked: (passId) => (revoked.get(passId) ?? 0) > 0,
    refresh,
    close: () => db.close(),
  };
};
