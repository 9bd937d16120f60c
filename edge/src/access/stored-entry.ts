import { grantsOf } from '@gatehouse/shared/access/decode-person.ts';
import { readPerson } from '@gatehouse/shared/access/person.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import type { PersonEntry, SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import { entryDigest } from '@gatehouse/shared/snapshot/set-hash.ts';
import { HOW } from './access-db.ts';

/** A snapshot that this box does not take, and why. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
}

/** With whatever a newer cloud says besides, so that its digest stays what it is. */
export const StoredFacility = FacilityEntry.loose();

/** A person as the store keeps them: the record as bytes, everything else as it came. */
export interface StoredPerson {
  readonly number: number;
  readonly record: Buffer;
  readonly rest: Omit<PersonEntry, 'record'>;
  readonly breakGlass: boolean;
}

/** Throws `SnapshotRefused` for a record that no reader may walk, or a number that is none. */
export const storedPerson = (id: string, { record: text, ...rest }: PersonEntry): StoredPerson => {
  const number = Number(id);
  if (!/^(0|[1-9]\d{0,14})$/.test(id)) throw new SnapshotRefused(`${id.slice(0, 40)} is not the number of a person`);
  const record = Buffer.from(text, 'base64');
  const person = readPerson(record);
  if (person === undefined || record.toString('base64') !== text)
    throw new SnapshotRefused(`the record of person ${id} is unsound`);
  return { number, record, rest, breakGlass: grantsOf(person).some(({ breakGlass }) => breakGlass) };
};

/** The entry that a stored person came as: digests are made of it. */
export const personEntry = (record: Buffer, rest: StoredPerson['rest']): PersonEntry => ({
  record: record.toString('base64'),
  ...rest,
});

export const digestOf = (kind: SnapshotEntry['kind'], id: string, data: NonNullable<SnapshotEntry['data']>): Buffer =>
  entryDigest(kind, id, data as unknown as Json);

type Key = PersonEntry['keys'][number];
export const hashOfKey = ({ hash }: Key): Buffer => Buffer.from(hash, 'base64url');
/** A short id always asks for a PIN. */
export const howOfKey = ({ kind, pin }: Key): number => (pin === true || kind === 'short_id' ? HOW.pin : 0);
