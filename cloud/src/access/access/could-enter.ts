import { askAt } from '@gatehouse/shared/access/ask.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import type { Decision } from '@gatehouse/shared/access/decision.ts';
import { readPerson } from '@gatehouse/shared/access/person.ts';
import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type ChangeKey, memberOf } from '../scopes/scopes.module.ts';
import type { MemberRef } from './access.repo.ts';
import type { createRecords, Ground } from './records.ts';

/** Somebody, and what the rules of now say of a moment at a door. */
export interface Asked {
  /** `member:…` or `person:…`. */
  readonly key: ChangeKey;
  readonly personId: string | undefined;
  readonly members: readonly MemberRef[];
  readonly name: string | undefined;
  readonly decision: Decision;
  readonly source: Ground['sources'][number] | undefined;
}
export interface AskedPage {
  readonly people: readonly Asked[];
  /** How many were looked at. */
  readonly looked: number;
  /** Whom to go on after; undefined once everybody was looked at. */
  readonly next: ChangeKey | undefined;
}

/** Up to `limit` people of a facility in a fixed order, each with the decision at that moment by what is stored now. */
export const couldEnter = async (
  tx: Tx,
  records: ReturnType<typeof createRecords>,
  facilityId: FacilityId,
  { doorId, atS, after, limit }: { doorId: DoorId; atS: number; after: string; limit: number },
): Promise<AskedPage> => {
  const ground = await records.groundOf(tx, facilityId);
  const doorIndex = ground.facility.doorIndexes.get(doorId) ?? -1;
  const keys = await records.changeKeysAfter(tx, facilityId, after, limit);
  const known = await records.peopleOf(tx, ground, keys);
  const people = keys.flatMap((key): Asked[] => {
    const person = known.get(key);
    // A member who is linked is a person, and comes as that.
    if (person === undefined) return [];
    const decision = decide(ground.facility, { ...askAt(doorIndex, atS), person: readPerson(person.record) });
    const source = decision.allowed ? ground.sources.find(({ number }) => number === decision.source) : undefined;
    const personId = memberOf(key) === undefined ? key.slice('person:'.length) : undefined;
    return [{ key, personId, members: person.members, name: person.name, decision, source }];
  });
  return { people, looked: people.length, next: keys.length < limit ? undefined : keys.at(-1) };
};
