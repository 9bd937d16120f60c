import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import { subjectOfMember } from '../scopes/scopes.module.ts';
import { noSuchMember } from './access.faults.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';

/** Where something of an erased member is for a while, or for good: what it is, and until when. */
export const REMAINS: readonly { readonly where: string; readonly what: string; readonly until: string }[] = [
  { where: 'box', what: 'The member’s entry, until the box has the next snapshot.', until: 'the box is reached' },
  { where: 'event_feeds', what: 'Events that name the member’s id.', until: 'the retention of feeds' },
  { where: 'outage_pass', what: 'Passes of the member, revoked, by id.', until: 'the retention of passes' },
  { where: 'local_entry', what: 'Entries that a box let in, by the member’s id.', until: 'the retention of entries' },
  {
    where: 'audit_entry',
    what: 'Who of the staff touched the member, by id.',
    until: 'the retention of the audit log',
  },
  { where: 'request_log', what: 'Paths that name the member’s id.', until: 'the retention of the request log' },
  { where: 'box_fact', what: 'The number by which boxes knew the member.', until: 'the retention of facts' },
  {
    where: 'door_event',
    what: 'The same number, at what happened at doors.',
    until: 'the retention of events at doors',
  },
  { where: 'warning', what: 'Warnings about the member, by id.', until: 'the retention of warnings' },
  { where: 'unlock_key', what: 'Keys of unlocks that the partner made of the id.', until: 'a day after the unlock' },
  { where: 'person_number', what: 'Which member’s id that number stood for.', until: 'for good' },
  { where: 'backups', what: 'Whatever a backup of the database holds.', until: 'the backup is gone' },
];

/** As many rows of a store come into an export. */
const EXPORT_MAX = 10_000;

/** What takes away and reads what other modules have of a person; they come after this one. */
export interface PersonStore {
  read(tx: Tx, facilityId: FacilityId, personId: string): Promise<readonly object[]>;
  erase(tx: Tx, facilityId: FacilityId, personId: string): Promise<number>;
}

/** One member on every store by one call. */
export const createMemberErasure = ({
  db,
  scopes,
  members,
  barred,
  memberStores,
  personStore,
}: Pick<AccessDeps, 'db' | 'scopes' | 'members' | 'barred' | 'memberStores' | 'personStore'>) => {
  const personOrThrow = async (tx: Tx, ref: MemberRef) => {
    const person = await accessRepo(tx).personOf(ref);
    const sent = await members.find(tx, ref.partnerId, ref.facilityId, ref.memberId);
    if (person === undefined && sent === undefined) throw noSuchMember(ref.memberId);
    return person;
  };

  /** Of the person that the member is, whatever is theirs alone. */
  const erasePerson = async (
    tx: Tx,
    ref: MemberRef,
    { id, banned }: { readonly id: string; readonly banned: number },
  ): Promise<Readonly<Record<string, number>>> => {
    const repo = accessRepo(tx);
    if ((await repo.membersOf(id)).length > 1) {
      await repo.unlink(ref);
      return { person: 0 };
    }
    const credential = await personStore.erase(tx, ref.facilityId, id);
    const grant = await repo.removeGrantsOf(id);
    if (banned === 1) return { credential, grant, person: 0 };
    await repo.unlink(ref);
    await repo.removePerson(ref.facilityId, id);
    return { credential, grant, person: 1 };
  };

  return {
    /** Everything that is stored of a member under the partner's id, and of the person that staff linked them to. */
    exportMember: (ref: MemberRef): Promise<Readonly<Record<string, readonly object[]>>> =>
      db.read(async (tx) => {
        const person = await personOrThrow(tx, ref);
        const found: Record<string, readonly object[]> = {};
        for (const store of memberStores()) found[store.name] = await store.read(tx, ref, EXPORT_MAX);
        if (person === undefined) return found;
        return {
          ...found,
          person: [person],
          grant: await accessRepo(tx).grantsOf(person.id),
          credential: await personStore.read(tx, ref.facilityId, person.id),
        };
      }),

    /**
     * Erases a member; boxes forget them with the next snapshot. A person who is somebody else's member too stays theirs;
     * one whom staff have banned stays banned, by the id alone. Resolves with how many rows of each store that was.
     */
    eraseMember: (ref: MemberRef): Promise<Readonly<Record<string, number>>> =>
      db.write(async (tx) => {
        const { facilityId } = ref;
        await members.claim(tx, ref); // Nobody pushes meanwhile.
        await scopes.lock(tx, facilityId);
        const person = await personOrThrow(tx, ref);
        await scopes.changed(tx, facilityId, [
          subjectOfMember(ref),
          ...(person ? [`person:${person.id}` as const] : []),
        ]);
        await barred(tx, facilityId, [ref]);
        const erased: Record<string, number> = {};
        for (const store of memberStores()) erased[store.name] = await store.erase(tx, ref);
        return person === undefined ? erased : { ...erased, ...(await erasePerson(tx, ref, person)) };
      }),
  };
};
