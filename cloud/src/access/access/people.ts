import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AccessTarget, memberChangeKey, targetText } from '../scopes/scopes.module.ts';
import { accessFault, noSuchMember } from './access.faults.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { createPeopleAgain, FLAGS, type PersonFlags } from './people-again.ts';

/** Who says it, and in which words. */
interface Why {
  readonly by: string;
  readonly reason: string;
}

export interface NewGrant {
  readonly target: AccessTarget;
  /** Unix seconds, inclusive. */
  readonly fromS?: number;
  /** Unix seconds, exclusive. */
  readonly untilS?: number;
  /** Passes a lockdown, and outlives an old snapshot. */
  readonly breakGlass?: boolean;
  readonly reason?: string;
}

const GRANTS_MAX = 100;
const noSuchPerson = (id: string) =>
  accessFault('person_unknown', `personId: there is no person ${id} at this facility.`);

/** Staff's own words on a person: flags, grants, and which members are this person. */
export const createPeople = (deps: Pick<AccessDeps, 'clock' | 'random' | 'members' | 'scopes' | 'barred'>) => {
  const { clock, random, members, scopes, barred } = deps;
  /** Throws 404 for somebody of another facility, exactly as for nobody. */
  const known = async (tx: Tx, facilityId: FacilityId, personId: string): Promise<void> => {
    if ((await accessRepo(tx).findPerson(facilityId, personId)) === undefined) throw noSuchPerson(personId);
  };

  const link = async (tx: Tx, personId: string, ref: MemberRef): Promise<void> => {
    const repo = accessRepo(tx);
    const row = { partner_id: ref.partnerId, facility_id: ref.facilityId, member_id: ref.memberId };
    if (await repo.link({ ...row, person_id: personId })) return;
    if ((await repo.personOf(ref))?.id !== personId)
      throw accessFault('member_of_another_person', `The member ${ref.memberId} is linked to another person.`);
  };

  /**
   * The person that a member is; makes one if staff have not had anything to say of the member yet. The partner need not
   * have sent the member: an unlock names them too.
   */
  const personFor = async (tx: Tx, ref: MemberRef, by: string): Promise<string> => {
    await scopes.recordChanges(tx, ref.facilityId, []);
    const existing = await accessRepo(tx).personOf(ref);
    if (existing !== undefined) return existing.id;
    const id = randomId('per', random);
    await scopes.recordUnderLock(tx, ref.facilityId, [`person:${id}`, memberChangeKey(ref)]);
    await accessRepo(tx).insertPerson({
      id,
      facility_id: ref.facilityId,
      disabled: 0,
      banned: 0,
      blocked: 0,
      extended: 0,
      reason: '',
      changed_by: by,
      changed_at: clock.wallMs(),
    });
    await link(tx, id, ref);
    return id;
  };

  const setFlags = async (
    tx: Tx,
    { facilityId, personId }: { facilityId: FacilityId; personId: string },
    flags: PersonFlags,
    { by, reason }: Why,
  ): Promise<void> => {
    await scopes.lock(tx, facilityId);
    const before = await accessRepo(tx).findPerson(facilityId, personId);
    if (before === undefined) throw noSuchPerson(personId);
    const columns = columnsOf(flags);
    const isNews = FLAGS.some((flag) => columns[flag] !== undefined && columns[flag] !== before[flag]);
    if (!isNews && reason === before.reason) return;
    const why = { reason, changed_by: by, changed_at: clock.wallMs() };
    await accessRepo(tx).updatePerson(facilityId, personId, { ...columns, ...why });
    if (!isNews) return; // Other words for the same: no box has to hear of them.
    await scopes.recordChanges(tx, facilityId, [`person:${personId}`]);
    const barring = FLAGS.filter((flag) => flags[flag]);
    if (barring.length === 0) return;
    const theirs = await accessRepo(tx).membersOf(personId);
    revoked(tx, { kind: 'person', facilityId, subject: personId, value: barring, members: theirs });
    await barred(tx, facilityId, theirs);
  };

  return {
    ...createPeopleAgain({ scopes, personFor, setFlags }),
    requirePerson: known,

    /** The person whom staff have linked a member to, with their flags. */
    personOf: (tx: Tx, ref: MemberRef) => accessRepo(tx).personOf(ref),

    /** The members who are one person, of all partners. */
    membersOf: (tx: Tx, personId: string): Promise<readonly MemberRef[]> => accessRepo(tx).membersOf(personId),

    /** Whether staff gave the person access of their own. */
    hasGrants: async (tx: Tx, personId: string): Promise<boolean> =>
      (await accessRepo(tx).grantsOf(personId)).length > 0,

    personFor,

    /** Sets flags of the person that a member is. Throws 404 for a member whom nobody has sent and staff do not know. */
    flagMember: async (tx: Tx, ref: MemberRef, flags: PersonFlags, why: Why): Promise<string> => {
      const sent = await members.find(tx, ref.partnerId, ref.facilityId, ref.memberId);
      if (sent === undefined && (await accessRepo(tx).personOf(ref)) === undefined) throw noSuchMember(ref.memberId);
      const personId = await personFor(tx, ref, why.by);
      await setFlags(tx, { facilityId: ref.facilityId, personId }, flags, why);
      return personId;
    },

    /** `personFor` for a partner that has an integration at the facility; 404 for others. */
    knownFor: async (tx: Tx, ref: MemberRef, by: string): Promise<string> => {
      await scopes.requireSource(tx, ref);
      return personFor(tx, ref, by);
    },

    /**
     * Bans somebody by the word of a box: a person, or a member whom staff have had nothing to say of yet. Says nothing
     * anew of who is banned. Resolves with whether it was news.
     */
    banFromBox: async (
      tx: Tx,
      facilityId: FacilityId,
      who: { readonly personId: string } | { readonly member: MemberRef },
      why: Why,
    ): Promise<boolean> => {
      const personId = 'personId' in who ? who.personId : await personFor(tx, who.member, why.by);
      const person = await accessRepo(tx).findPerson(facilityId, personId);
      if (person === undefined || person.banned === 1) return false;
      await setFlags(tx, { facilityId, personId }, { banned: true }, why);
      return true;
    },

    /** Says that a member is this person too: their access is one from then on, and so is a ban. */
    linkMember: async (tx: Tx, personId: string, ref: MemberRef): Promise<void> => {
      await scopes.lock(tx, ref.facilityId);
      await known(tx, ref.facilityId, personId);
      await scopes.requireSource(tx, ref);
      if ((await accessRepo(tx).personOf(ref))?.id === personId) return;
      await scopes.recordChanges(tx, ref.facilityId, [`person:${personId}`, memberChangeKey(ref)]);
      await link(tx, personId, ref);
    },

    /** Says that a member is nobody's. Throws 404 for one who is not the person's that is named, and for no person. */
    unlinkMember: async (tx: Tx, ref: MemberRef, personId?: string): Promise<void> => {
      await scopes.lock(tx, ref.facilityId);
      if (personId !== undefined) await known(tx, ref.facilityId, personId);
      const person = await accessRepo(tx).personOf(ref);
      if (personId !== undefined && person?.id !== personId)
        throw accessFault('member_unknown', `memberId: the person is no member ${ref.memberId}.`);
      if (person === undefined) return;
      await scopes.recordChanges(tx, ref.facilityId, [memberChangeKey(ref), `person:${person.id}`]);
      await accessRepo(tx).unlink(ref);
    },

    /** Sets the flags that are given. Only staff do: nothing that a partner sends touches them. */
    setFlags,

    /** Says whether doors stay released for longer when this person enters. It touches neither the flags nor why they are set. */
    setExtended: async (tx: Tx, facilityId: FacilityId, personId: string, extended: boolean): Promise<void> => {
      await scopes.lock(tx, facilityId);
      await known(tx, facilityId, personId);
      const wanted = extended ? 1 : 0;
      if ((await accessRepo(tx).findPerson(facilityId, personId))?.extended === wanted) return;
      await scopes.recordChanges(tx, facilityId, [`person:${personId}`]);
      await accessRepo(tx).updatePerson(facilityId, personId, { extended: wanted });
    },

    /** Gives a person access by staff's word. Throws 404 for doors and sets of other facilities. */
    grant: async (
      tx: Tx,
      { facilityId, personId }: { facilityId: FacilityId; personId: string },
      { target, fromS, untilS, breakGlass = false, reason = '' }: NewGrant,
      by: string,
    ): Promise<string> => {
      await scopes.recordChanges(tx, facilityId, [`person:${personId}`]);
      await known(tx, facilityId, personId);
      await scopes.checkTarget(tx, facilityId, target);
      if ((await accessRepo(tx).grantsOf(personId)).length >= GRANTS_MAX)
        throw accessFault('grants_too_many', `A person has at most ${GRANTS_MAX} grants.`);
      const id = randomId('grt', random);
      await accessRepo(tx).insertGrant({
        id,
        facility_id: facilityId,
        person_id: personId,
        target: targetText(target),
        from_s: fromS ?? null,
        until_s: untilS ?? null,
        break_glass: breakGlass ? 1 : 0,
        reason,
        granted_by: by,
        granted_at: clock.wallMs(),
      });
      return id;
    },

    revokeGrant: async (tx: Tx, facilityId: FacilityId, grantId: string): Promise<void> => {
      await scopes.recordChanges(tx, facilityId, []);
      const removed = await accessRepo(tx).removeGrant(facilityId, grantId);
      if (removed === undefined) throw accessFault('grant_unknown', `There is no grant ${grantId} at this facility.`);
      await scopes.recordUnderLock(tx, facilityId, [`person:${removed.person_id}`]);
      revoked(tx, { kind: 'grant', facilityId, subject: grantId });
    },
  };
};

const columnsOf = (flags: PersonFlags): Partial<Record<keyof PersonFlags, number>> =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ? 1 : 0]])),
  );
