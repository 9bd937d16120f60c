import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Owner } from '../ledger/owner-key.ts';

export const whatIfRepo = (tx: Tx) => ({
  /** Facilities that are one of these owners, or belong to one. */
  facilitiesOf: async (owners: readonly Owner[], limit: number): Promise<FacilityId[]> => {
    const orgs = owners.flatMap((owner) => (owner.kind === 'org' ? [owner.id] : []));
    const own = owners.flatMap((owner) => (owner.kind === 'facility' ? [owner.id] : []));
    if (owners.length === 0) return [];
    const rows = await tx
      .selectFrom('facility')
      .where((eb) =>
        eb.or([
          ...(orgs.length === 0 ? [] : [eb('org_id', 'in', orgs)]),
          ...(own.length === 0 ? [] : [eb('id', 'in', own)]),
        ]),
      )
      .orderBy('id')
      .limit(limit)
      .select('id')
      .execute();
    return rows.map(({ id }) => id);
  },
});
