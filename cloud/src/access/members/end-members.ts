import { snapshotOf } from '@gatehouse/shared/access/snapshot.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import type { MemberRecord } from './member-row.ts';
import { membersRepo } from './members.repo.ts';

interface Deps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly scopes: Pick<ScopesService, 'windowsStored' | 'recordChanges' | 'membersStored'>;
}
interface Source {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
}

/** Resolves with the scope keys of the windows that ended, if any did, and how many plans. */
const endOne = async (
  tx: Tx,
  { partnerId, facilityId, memberId }: Source & { readonly memberId: string },
  revision: number | undefined,
  now: number,
): Promise<{ before?: string[] | undefined; plans: number }> => {
  const repo = membersRepo(tx);
  const ref = { partner_id: partnerId, facility_id: facilityId, member_id: memberId };
  const row = await repo.find(ref);
  if (row === undefined || (revision !== undefined && Number(row.revision ?? 0) > revision)) return { plans: 0 };
  const { hash, canonical, scopeKeys, program } = snapshotOf([], bundledZones());
  const none = { hash, canonical, scope_keys: JSON.stringify(scopeKeys), program };
  const before = await repo.endWindows(ref, revision, none);
  const { membership_plans = [], ...record } = JSON.parse(row.record) as MemberRecord;
  if (membership_plans.length > 0) {
    // Whatever the partner sends next is newer than what was lost.
    const bare = { record: JSON.stringify(record), updated_at: null, stored_at: now, picture_key: row.picture_key };
    await repo.putMembers([{ ...ref, ...bare }]);
  }
  return { before, plans: membership_plans.length };
};

/**
 * After a restore: these members had less access than the backup says. How much, only the partner knows: until it sends
 * them again, they have none of its giving. Under the facility's claim. Resolves with how many had any.
 */
export const createEndMembers =
  ({ clock, scopes }: Deps) =>
  async (
    tx: Tx,
    { partnerId, facilityId }: Source,
    ends: readonly { readonly memberId: string; readonly revision?: number | undefined }[],
  ): Promise<number> => {
    const windows: { memberId: string; before: string[]; after: string[] }[] = [];
    const ended = new Set<string>();
    for (const { memberId, revision } of ends) {
      const { before, plans } = await endOne(tx, { partnerId, facilityId, memberId }, revision, clock.wallMs());
      if (before !== undefined) windows.push({ memberId, before, after: [] });
      if (before !== undefined || plans > 0) ended.add(memberId);
    }
    if (ended.size === 0) return 0;
    if (windows.length > 0) await scopes.windowsStored(tx, { partnerId, facilityId, changes: windows });
    else await scopes.recordChanges(tx, facilityId, []);
    await scopes.membersStored(tx, { partnerId, facilityId, memberIds: [...ended], fresh: false });
    return ended.size;
  };
