import { type Person, readPerson } from '@gatehouse/shared/access/person.ts';
import type { PersonEntry, StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import { type Db, SqliteDamage } from '../store/database.ts';
import { credentialCrc, type HeadRow, recordCrc } from './access-db.ts';
import { type Ground, groundOf } from './ground.ts';
import { digestOf, type StoredPerson } from './stored-entry.ts';
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
  head(): HeadRow | undefined;
  /** The newest ground; undefined before there is a snapshot. */
  ground(): Ground | undefined;
  /** `hashFor` is asked with the ground of the revision that is read. */
  byCredential(hashFor: (ground: Ground) => Uint8Array | undefined): Found | undefined;
  byNumber(number: number): Found | undefined;
  /** Everything about a person but the record. */
  rest(number: number): StoredPerson['rest'] | undefined;
  staff(): readonly (StaffEntry & { readonly staffId: string })[];
  isRevoked(passId: string): boolean;
  close(): void;
}

interface Row {
  readonly revision: number;
  readonly ground: string;
  readonly number: number | null;
  readonly crc: number | null;
  readonly record: Buffer | null;
}
interface CredentialRow extends Row {
  readonly hash: Buffer | null;
  readonly how: number | null;
  readonly proof: number | null;
}

/*
 * INVARIANT: one statement is one state of the store. The revision, the name of the ground and the person come from the same
 * statement; where that names another ground than the one at hand, the ground is read and the question put again.
 */
export const createSnapshotReader = (db: Db): SnapshotReader => {
  const head = db.prepare<[], HeadRow>('SELECT * FROM head');
  const facility = db.prepare<[], { facility_id: string; ground: string; data: string; digest: Buffer; id: string }>(
    "SELECT h.facility_id, h.ground, o.data, o.digest, o.id FROM head h JOIN other o ON o.kind = 'facility' LIMIT 1",
  );
  const byHash = db.prepare<[Uint8Array], CredentialRow>(
    `SELECT h.revision, h.ground, c.person AS number, c.hash, c.how, c.crc AS proof, p.crc, p.record
     FROM head h LEFT JOIN credential c ON c.hash = ? LEFT JOIN person p ON p.number = c.person LIMIT 2`,
  );
  const byNumber = db.prepare<[number], Row>(
    'SELECT h.revision, h.ground, p.number, p.crc, p.record FROM head h LEFT JOIN person p ON p.number = ?',
  );
  const rest = db.prepare<[number], string>('SELECT rest FROM person WHERE number = ?').pluck();
  const staff = db.prepare<[], { id: string; data: string }>(
    "SELECT id, data FROM other WHERE kind = 'staff' ORDER BY id",
  );
  const revoked = db
    .prepare<[string], number>("SELECT count(*) FROM other WHERE kind = 'revoked_pass' AND id = ?")
    .pluck();
  let known: { readonly name: string; readonly ground: Ground } | undefined;

  const readGround = (): Ground | undefined => {
    const row = facility.get();
    if (row === undefined) {
      if (head.get() !== undefined) throw new SqliteDamage('the facility’s entry is missing');
      known = undefined;
      return undefined;
    }
    const entry = FacilityEntry.parse(JSON.parse(row.data));
    if (digestOf('facility', row.id, entry).toString('hex') !== row.ground)
      throw new SqliteDamage('the facility’s entry is not what was stored');
    const tables = zonesByHash(db, entry.zones.hash);
    if (tables === undefined) throw new SqliteDamage('the time-zone tables are missing');
    known = { name: row.ground, ground: groundOf(row.facility_id, entry, tables) };
    return known.ground;
  };
  const ground = (): Ground | undefined => {
    const now = head.get();
    return now === undefined || now.ground !== known?.name ? readGround() : known.ground;
  };
  const personOf = ({ number, crc, record }: Row): Person | undefined => {
    if (number === null) return undefined;
    const person = record === null || recordCrc(number, record) !== crc ? undefined : readPerson(record);
    if (person === undefined) throw new SqliteDamage(`the record of person ${number} is not what was stored`);
    return person;
  };

  return {
    head: () => head.get(),
    ground,
    byCredential: (hashFor) => {
      for (let at = known?.ground ?? ground(); at !== undefined; at = readGround()) {
        const [row, another] = byHash.all(hashFor(at) ?? NO_HASH);
        if (row === undefined) return undefined;
        if (row.ground !== known?.name) continue;
        const { revision, number, hash, how, proof } = row;
        if (number === null || another !== undefined)
          return { ground: at, revision, number: null, person: undefined, how: 0 };
        if (hash === null || how === null || credentialCrc(hash, number, how) !== proof)
          throw new SqliteDamage(`a credential of person ${number} is not what was stored`);
        return { ground: at, revision, number, person: personOf(row), how };
      }
      return undefined;
    },
    byNumber: (number) => {
      for (let at = known?.ground ?? ground(); at !== undefined; at = readGround()) {
        const row = byNumber.get(number);
        if (row === undefined) return undefined;
        if (row.ground === known?.name)
          return { ground: at, revision: row.revision, number: row.number, person: personOf(row), how: 0 };
      }
      return undefined;
    },
    rest: (number) => {
      const text = rest.get(number);
      return text === undefined ? undefined : (JSON.parse(text) as Omit<PersonEntry, 'record'>);
    },
    staff: () => staff.all().map(({ id, data }) => ({ ...(JSON.parse(data) as StaffEntry), staffId: id })),
    isRevoked: (passId) => (revoked.get(passId) ?? 0) > 0,
    close: () => db.close(),
  };
};

/** What no credential hashes to, because it is too short. */
const NO_HASH = new Uint8Array(0);
