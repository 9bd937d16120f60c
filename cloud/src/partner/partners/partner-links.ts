import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LinkingMethod } from './linking-change.ts';
import { partnerLinksRepo } from './partner-links.repo.ts';
import { partnersRepo } from './partners.repo.ts';

/** Linked: requests reach it. Waiting: something is missing. Refused: its admins took their consent back. Ended: it was linked. */
export type LinkState = 'linked' | 'waiting' | 'refused' | 'ended';

/**
 * Why requests do not reach an organisation. `key`: the account has none. `consent`: an admin there has to let one reach it.
 * `enabling`: no facility has enabled the integration. `identifier`: those that have lack the partner's code.
 */
export type Missing = 'key' | 'consent' | 'enabling' | 'identifier';

/** An organisation that a partner is linked with, was, or may be. */
export interface LinkedOrganisation {
  readonly organisationId: OrgId;
  readonly name: string;
  readonly state: LinkState;
  /** Milliseconds since 1970; null where that is from before it was kept. */
  readonly since: number | null;
  readonly missing: readonly Missing[];
  /** `all` of the organisation, and of these those that requests can name, that lack a name for it, and that were enabled once. */
  readonly facilities: {
    readonly all: number;
    readonly linked: number;
    readonly unnamed: number;
    readonly ended: number;
  };
}

/** A facility that has enabled the integration, now or once. */
export interface LinkedFacilityState {
  readonly facilityId: FacilityId;
  readonly name: string;
  readonly state: Exclude<LinkState, 'refused'>;
  readonly since: number | null;
  readonly linkingIdentifier: string | null;
}

/** More than these nobody reads. */
const ENDED_MOST = 200;

type Row = Awaited<ReturnType<ReturnType<typeof partnerLinksRepo>['organisations']>>[number];

/** How a partner is linked with organisations, as it may know itself. */
export const createPartnerLinks = ({ clock }: { readonly clock: Pick<Clock, 'wallMs'> }) => ({
  /** How many keys the account can use, beside those of pages that try. */
  usableKeys: async (tx: Tx, partnerId: PartnerId): Promise<number> =>
    new Set((await partnerLinksRepo(tx).usableKeys(partnerId, clock.wallMs())).map(({ keyId }) => keyId)).size,

  /** All that the account is opened to, in the order of their ids, then those that it was opened to once. */
  linkedOrganisations: async (tx: Tx, partnerId: PartnerId): Promise<LinkedOrganisation[]> => {
    const repo = partnerLinksRepo(tx);
    const method = (await partnersRepo(tx).findPartner(partnerId))?.linking_method ?? 'facility_id';
    const keys = await repo.usableKeys(partnerId, clock.wallMs());
    const reached = new Set(keys.map(({ organisationId }) => organisationId));
    const rows = (await repo.organisations(partnerId)).map((row) =>
      organisationOf(row, { method, hasKey: keys.length > 0, isReached: reached.has(row.organisationId) }),
    );
    const ended = (await repo.endedOrganisations(partnerId, ENDED_MOST)).map(
      ({ endedAt, ...row }): LinkedOrganisation => ({
        ...row,
        state: 'ended',
        since: endedAt,
        missing: [],
        facilities: { all: 0, linked: 0, unnamed: 0, ended: 0 },
      }),
    );
    return [...rows, ...ended];
  },

  /** A page of its facilities; undefined for one that the account is not opened to, as for one that there is not. */
  linkedFacilities: async (
    tx: Tx,
    of: { readonly partnerId: PartnerId; readonly orgId: OrgId },
    page: { readonly after: string | undefined; readonly limit: number },
  ): Promise<LinkedFacilityState[] | undefined> => {
    const repo = partnerLinksRepo(tx);
    if (!(await repo.isConnected(of.partnerId, of.orgId))) return undefined;
    const method = (await partnersRepo(tx).findPartner(of.partnerId))?.linking_method;
    return (await repo.facilities(of, page)).map(({ enabled, enabledAt, disabledAt, ...row }) => {
      const isNamed = method === 'facility_id' || row.linkingIdentifier !== null;
      if (enabled !== 1) return { ...row, state: 'ended', since: disabledAt };
      return { ...row, state: isNamed ? 'linked' : 'waiting', since: enabledAt };
    });
  },
});

const organisationOf = (
  row: Row,
  {
    method,
    hasKey,
    isReached,
  }: { readonly method: LinkingMethod; readonly hasKey: boolean; readonly isReached: boolean },
): LinkedOrganisation => {
  const { organisationId, name, enabled, ended } = row;
  const unnamed = method === 'facility_id' ? 0 : row.unnamed;
  const missing: Missing[] = [];
  if (!isReached) missing.push(hasKey ? 'consent' : 'key');
  if (enabled === 0) missing.push('enabling');
  else if (unnamed === enabled) missing.push('identifier');
  const { state, since } = stateOf(row, missing);
  return {
    organisationId,
    name,
    state,
    since,
    missing,
    facilities: { all: row.facilities, linked: enabled - unnamed, unnamed, ended },
  };
};

const stateOf = (
  { since, withdrawnAt, enabled, enabledAt, endedAt }: Row,
  missing: readonly Missing[],
): Pick<LinkedOrganisation, 'state' | 'since'> => {
  if (missing.length === 0) return { state: 'linked', since: enabledAt };
  if (missing.includes('consent') && withdrawnAt !== null) return { state: 'refused', since: withdrawnAt };
  // What ended before the account was opened to it again is of another time.
  if (enabled === 0 && endedAt !== null && endedAt >= (since ?? 0)) return { state: 'ended', since: endedAt };
  return { state: 'waiting', since };
};
