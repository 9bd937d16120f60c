import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Call } from '../../kit/http/endpoint.ts';
import { partnerFault } from '../../partner/partners/partners.faults.ts';
import type { LinkFields, PartnerCaller } from '../../partner/partners/partners.service.ts';
import { offlinePassesRepo, type PassOwner } from './offline-passes.repo.ts';
import type { OfflinePassesDeps } from './offline-passes.service.ts';

/** A box whose clock is behind would take a pass for longer than it lasts: its revocation is remembered for longer as well. */
const REMEMBER_AFTER_END_S = Days(1) / 1_000;
const AT_ONCE = 200;

/** Takes passes back and marks them for the boxes. None is no matter. */
export type Revoke = (tx: Tx, facilityId: FacilityId, ids: readonly string[], why: string) => Promise<void>;

export const createRevoke =
  ({ clock, scopes }: Pick<OfflinePassesDeps, 'clock' | 'scopes'>): Revoke =>
  async (tx, facilityId, ids, why) => {
    if (ids.length === 0) return;
    await scopes.recordChanges(
      tx,
      facilityId,
      ids.map((id) => `pass:${id}` as const),
    );
    await offlinePassesRepo(tx).revoke(ids, clock.wallMs(), why);
    revoked(tx, ...ids.map((subject) => ({ kind: 'pass' as const, facilityId, subject })));
  };

/** Everything that ends a pass before its time. */
export const createRevocations = (
  { db, clock, partners, scopes }: Pick<OfflinePassesDeps, 'db' | 'clock' | 'partners' | 'scopes'>,
  revoke: Revoke,
) => {
  const nowS = () => Math.floor(clock.wallMs() / 1_000);

  return {
    /** By the partner's word. Again and again is no matter; a dry run only looks. Throws 404 for what is not the partner's. */
    take: async (
      tx: Tx,
      caller: PartnerCaller,
      { member_id, pass_id, ...link }: LinkFields & { member_id: string; pass_id: string },
      at?: Call['at'],
    ): Promise<void> => {
      const isDryRun = caller.keyType === 'dryrun';
      const facility = await partners.facilityOf(tx, caller, link);
      at?.(facility.place);
      if (!isDryRun) await scopes.recordChanges(tx, facility.id, []);
      const owner: PassOwner = { partnerId: caller.partnerId, facilityId: facility.id, memberId: member_id };
      const row = await offlinePassesRepo(tx).findOf(owner, pass_id);
      if (row === undefined) throw partnerFault('not_found', 'There is no such pass for this integration.');
      // Allowed even where the facility has disabled the integration: a revocation only ever reduces access.
      if (!isDryRun && row.revoked_at === null) await revoke(tx, facility.id, [row.id], 'The partner took it back.');
    },

    /** After a restore. Resolves with whether it was still good. */
    revokeAgain: async (tx: Tx, facilityId: FacilityId, id: string): Promise<boolean> => {
      if (!(await offlinePassesRepo(tx).isStanding(facilityId, id))) return false;
      await revoke(tx, facilityId, [id], 'It had been taken back before the cloud was restored.');
      return true;
    },

    /** Staff keep out a person: these members' passes end. In the unit that says so. */
    memberBarred: async (
      tx: Tx,
      facilityId: FacilityId,
      members: readonly Omit<PassOwner, 'facilityId'>[],
    ): Promise<void> => {
      for (const member of members) {
        const standing = await offlinePassesRepo(tx).standing({ ...member, facilityId }, nowS());
        await revoke(
          tx,
          facilityId,
          standing.map(({ id }) => id),
          'Staff keep the person out.',
        );
      }
    },

    /** The facility disables a partner: all passes that it issued there end. In the unit that says so. */
    partnerSuspended: async (tx: Tx, facilityId: FacilityId, partnerId: PartnerId): Promise<void> => {
      const standing = await offlinePassesRepo(tx).standingOfPartner(facilityId, partnerId, nowS());
      for (let from = 0; from < standing.length; from += AT_ONCE)
        await revoke(
          tx,
          facilityId,
          standing.slice(from, from + AT_ONCE).map(({ id }) => id),
          'The integration was disabled.',
        );
    },

    /** Lets the boxes forget revoked passes that have ended by now. Resolves with their number. */
    sweep: (): Promise<number> =>
      db.write(async (tx) => {
        const overdue = await offlinePassesRepo(tx).overdue(nowS() - REMEMBER_AFTER_END_S, AT_ONCE);
        for (const facilityId of new Set(overdue.map(({ facility_id }) => facility_id)))
          await scopes.recordChanges(
            tx,
            facilityId,
            overdue.flatMap(({ id, facility_id }) => (facility_id === facilityId ? [`pass:${id}` as const] : [])),
          );
        if (overdue.length > 0) await offlinePassesRepo(tx).setForgotten(overdue.map(({ id }) => id));
        return overdue.length;
      }),
  };
};
