import { readPerson } from '@gatehouse/shared/access/person.ts';
import { groundOf } from './ground.ts';
import type { Roster } from './roster.ts';
import type { Found, SnapshotReader } from './snapshot-reader.ts';
import { hashOfKey, howOfKey } from './stored-entry.ts';

/** What a decision asks of whatever knows people. */
export type Finder = Pick<SnapshotReader, 'byCredential' | 'byNumber' | 'rest' | 'staff' | 'isRevoked' | 'ground'>;

/** Finds people in the break-glass roster, for as long as there is no store. Nobody else is known by it. */
export const rosterFinder = ({ facilityId, revision, facility, persons }: Roster): Finder => {
  const ground = groundOf(facilityId, facility);
  const byNumber = new Map(persons.map(({ number, entry }) => [number, entry]));
  const credentials = new Map<string, { number: number; how: number }[]>();
  for (const { number, entry } of persons)
    for (const key of entry.keys) {
      const name = hashOfKey(key).toString('hex');
      credentials.set(name, [...(credentials.get(name) ?? []), { number, how: howOfKey(key) }]);
    }
  const found = (number: number | null, how: number): Found => {
    const entry = number === null ? undefined : byNumber.get(number);
    const person = entry === undefined ? undefined : readPerson(Buffer.from(entry.record, 'base64'));
    return { ground, revision, number: person === undefined ? null : number, person, how };
  };
  return {
    ground: () => ground,
    byCredential: (hashFor) => {
      const hash = hashFor(ground);
      const owners = hash === undefined ? [] : (credentials.get(Buffer.from(hash).toString('hex')) ?? []);
      const [owner] = owners;
      return owner === undefined || owners.length > 1 ? found(null, 0) : found(owner.number, owner.how);
    },
    byNumber: (number) => found(byNumber.has(number) ? number : null, 0),
    rest: (number) => byNumber.get(number),
    staff: () => [],
    isRevoked: () => false,
  };
};
