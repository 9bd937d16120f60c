import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PersonalDataStore, StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { membersRepo } from './members.repo.ts';
import { picturesRepo } from './pictures.repo.ts';

type Deps = {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly scopes: Pick<ScopesService, 'windowsStored' | 'forgetMember'>;
};

const rowOf = ({ partnerId, facilityId, memberId }: StoredMemberRef) => ({
  partner_id: partnerId,
  facility_id: facilityId,
  member_id: memberId,
});

/** What partners have sent of members, to be exported and erased: record, windows, picture. Under the facility's row lock. */
export const createStoredMembers = ({ clock, scopes }: Deps): PersonalDataStore => ({
  name: 'member',

  read: async (tx: Tx, ref) => {
    const row = await membersRepo(tx).find(rowOf(ref));
    if (row === undefined) return [];
    const windows = row.canonical === null ? [] : [JSON.parse(row.canonical) as object];
    return [{ record: JSON.parse(row.record), revision: row.revision, windows, hasPicture: row.picture_key !== null }];
  },

  erase: async (tx, ref) => {
    const { memberId, ...source } = ref;
    await scopes.forgetMember(tx, ref);
    const row = await membersRepo(tx).find(rowOf(ref));
    if (row === undefined) return 0;
    const before = row.scope_keys === null ? [] : (JSON.parse(row.scope_keys) as string[]);
    await scopes.windowsStored(tx, { ...source, changes: [{ memberId, before, after: [] }] });
    if (row.picture_key !== null) await picturesRepo(tx).doom([row.picture_key], clock.wallMs());
    await membersRepo(tx).remove(rowOf(ref));
    return 1;
  },

  idsAfter: (tx, { partnerId, facilityId }, after, limit) =>
    membersRepo(tx).idsAfter({ partner_id: partnerId, facility_id: facilityId }, after, limit),
});
