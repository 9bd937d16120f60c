import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { facilityLinksRepo, type LinkedFacility } from './facility-links.repo.ts';
import type { PartnerCaller, PartnersDeps } from './partners.service.ts';

/** The facilities of requests that name many of them. */
export const createFacilityLinks = ({ integrationOff }: Pick<PartnersDeps, 'integrationOff'>) => ({
  /**
   * The facilities that links name by the partner's own linking method, by link. One that names none of the organisations of
   * partner and key is not in it, exactly like one that names nothing.
   */
  facilitiesOf: async (
    tx: Tx,
    { partnerId, keyId, linkingMethod }: Pick<PartnerCaller, 'partnerId' | 'keyId' | 'linkingMethod'>,
    links: readonly string[],
  ): Promise<ReadonlyMap<string, LinkedFacility>> => {
    const found = await facilityLinksRepo(tx).find({ partnerId, keyId }, linkingMethod, links);
    const facilities = new Map<string, LinkedFacility>();
    for (const [link, facility] of found)
      facilities.set(link, {
        ...facility,
        enabled: facility.enabled && !(await integrationOff(tx, partnerId, facility.id)),
      });
    return facilities;
  },

  /** The zone of a facility's clocks. */
  timezoneOf: async (tx: Tx, facilityId: FacilityId): Promise<string> =>
    (await facilityLinksRepo(tx).timezoneOf(facilityId)) ?? 'UTC',

  /**
   * Keeps every other unit that claims one of these facilities for the same partner waiting until this one ends.
   * Resolves with those that have the integration enabled. In the order of their ids: two units never wait for each other.
   */
  claimFacilities: async (
    tx: Tx,
    partnerId: PartnerId,
    facilityIds: Iterable<FacilityId>,
  ): Promise<ReadonlySet<FacilityId>> => {
    const claimed = new Set<FacilityId>();
    for (const id of [...new Set(facilityIds)].sort())
      if (await facilityLinksRepo(tx).claim(partnerId, id)) claimed.add(id);
    return claimed;
  },
});
