import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { tagOf } from '../../kit/http/tag-of.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import { partnerLinksRepo } from './partner-links.repo.ts';
import type { PartnerSettings } from './partner-settings.ts';
import { partnerFault } from './partners.faults.ts';
import { partnersRepo } from './partners.repo.ts';

export type LinkingMethod = PartnerSettings['linking_method'];

/** A facility that requests name by the method that there is. */
export interface LinkedPlace {
  readonly facilityId: FacilityId;
  readonly facilityName: string;
  readonly organisationId: OrgId;
  readonly organisationName: string;
  readonly linkingIdentifier: string | null;
}

/** How an account is set up, with a tag of it. */
export interface SeenSettings {
  readonly settings: PartnerSettings;
  readonly rateLimits: Readonly<Record<string, number>>;
  readonly seen: string;
}

/** All that another linking method concerns, with a tag of all of it. */
export interface SeenLinking {
  readonly linkingMethod: LinkingMethod;
  /** Where the integration is enabled, in the order of organisations and facilities. */
  readonly places: readonly LinkedPlace[];
  readonly seen: string;
}

/** Settings as whoever changes them has looked at them. */
export const createLinkingChange = () => {
  const settingsSeen = async (tx: Tx, partnerId: PartnerId): Promise<SeenSettings> => {
    const row = await partnersRepo(tx).findPartner(partnerId);
    if (row === undefined) throw partnerFault('not_found', 'There is no such partner.');
    const { name, linking_method, linking_label, prefix, custom_fields, rate_limits } = row;
    const settings = { name, linking_method, linking_label, prefix, custom_fields: JSON.parse(custom_fields) };
    const seen = tagOf(['settings', linking_method, linking_label, prefix, custom_fields]);
    return { settings, rateLimits: JSON.parse(rate_limits), seen };
  };
  const linkingSeen = async (tx: Tx, partnerId: PartnerId): Promise<SeenLinking> => {
    const { settings, seen } = await settingsSeen(tx, partnerId);
    const places = await partnerLinksRepo(tx).enabledPlaces(partnerId);
    const named = places.map(({ facilityId, linkingIdentifier }) => [facilityId, linkingIdentifier]);
    return { linkingMethod: settings.linking_method, places, seen: tagOf([seen, named]) };
  };
  return {
    settingsSeen,
    linkingSeen,
    /** Until this unit ends nobody else changes the account, or where it is enabled. */
    lockAccount: async (tx: Tx, partnerId: PartnerId): Promise<void> =>
      void (await partnerAccountsRepo(tx).lockPartner(partnerId)),
  };
};
