import { type FacilityId, newPartnerId, type OrgId, type PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import { revoked } from '../../kit/db/revoked.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { keyReachRepo } from './key-reach.repo.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import type { PartnerProfile } from './partner-profile.ts';
import { partnerFault } from './partners.faults.ts';
import { partnersRepo } from './partners.repo.ts';
import type { NewPartner, PartnersDeps } from './partners.service.ts';
import type { PartnerTable } from './partners.tables.ts';

/** A partner's account as its administrators see it. */
export interface PartnerAccount {
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly linkingMethod: PartnerTable['linking_method'];
  readonly linkingLabel: string;
  readonly prefix: string;
  readonly customFields: readonly { readonly key: string; readonly label: string }[];
  readonly rateLimits: Readonly<Record<string, number>>;
  readonly organisations: readonly OrgId[];
  readonly profile: PartnerProfile;
}

/** A partner that a facility may work with, and how it does. */
export interface ListedIntegration extends Omit<PartnerAccount, 'rateLimits' | 'organisations' | 'profile'> {
  readonly enabled: boolean;
  readonly linkingIdentifier: string | null;
  /** What the facility filled in, by key. */
  readonly customValues: Readonly<Record<string, string>>;
}

/** A facility that a partner may work with, and whether it does. */
interface IntegratedFacility {
  readonly facilityId: FacilityId;
  readonly name: string;
  readonly organisationId: OrgId;
  readonly enabled: boolean;
  readonly linkingIdentifier: string | null;
}

/** Which accounts somebody administers: all, or those that concern none but these organisations. */
export type AccountReach = 'everywhere' | { readonly organisations: readonly OrgId[] };

export const isWithin = (reach: AccountReach, organisations: readonly OrgId[]): boolean =>
  reach === 'everywhere' || (organisations.length > 0 && organisations.every((id) => reach.organisations.includes(id)));

/** The accounts of partners: who there is, what they are called, whose data they may know of. */
export const createPartnerAccounts = ({ db, clock, random }: Pick<PartnersDeps, 'db' | 'clock' | 'random'>) => {
  const accountsOf = async (tx: Tx, rows: readonly Selectable<PartnerTable>[]): Promise<PartnerAccount[]> => {
    const ids = rows.map(({ id }) => id);
    const links = ids.length === 0 ? [] : await partnerAccountsRepo(tx).organisationsOf(ids);
    const byPartner = Map.groupBy(links, ({ partner_id }) => partner_id);
    return rows.map((row) => ({
      ...settingsOf(row),
      rateLimits: JSON.parse(row.rate_limits) as Record<string, number>,
      organisations: (byPartner.get(row.id) ?? []).map(({ org_id }) => org_id),
      profile: { website: row.website, outageEmail: row.outage_email, securityEmail: row.security_email },
    }));
  };

  const find = async (tx: Tx, partnerId: PartnerId): Promise<PartnerAccount | undefined> => {
    const row = await partnersRepo(tx).findPartner(partnerId);
    const [account] = row === undefined ? [] : await accountsOf(tx, [row]);
    return account;
  };

  return {
    create: async (tx: Tx, partner: NewPartner): Promise<PartnerId> => {
      const id = newPartnerId(random);
      const repo = partnersRepo(tx);
      await repo.insertPartner({
        id,
        name: partner.name,
        linking_method: partner.linkingMethod,
        linking_label: partner.linkingLabel ?? 'Branch code',
        rate_limits: JSON.stringify(partner.rateLimits ?? {}),
      });
      for (const orgId of partner.organisations) await repo.connectOrganisation(id, orgId, clock.wallMs());
      return id;
    },

    account: find,

    /** Up to `limit` accounts that somebody administers, in the order of their ids. */
    listAccounts: async (
      tx: Tx,
      reach: AccountReach,
      page: { after: string | undefined; limit: number },
    ): Promise<PartnerAccount[]> => accountsOf(tx, await partnerAccountsRepo(tx).listPartners(reach, page)),

    /**
     * Replaces the organisations whose data a partner may know of. Throws 409 for one to be left out while the partner is
     * enabled at a facility of it: first that is disabled, with its preview of who loses access.
     */
    setOrganisations: async (
      tx: Tx,
      partnerId: PartnerId,
      wanted: readonly OrgId[],
      reach: AccountReach,
    ): Promise<void> => {
      const repo = partnerAccountsRepo(tx);
      await repo.lockPartner(partnerId);
      // Who looked before the lock may have seen fewer of them.
      const { organisations = [] } = (await find(tx, partnerId)) ?? {};
      if (!isWithin(reach, organisations)) throw partnerFault('partner_unknown', `There is no partner ${partnerId}.`);
      for (const orgId of organisations.filter((id) => !wanted.some((other) => other === id))) {
        const used = await repo.enabledIn(partnerId, orgId);
        if (used !== undefined)
          throw partnerFault(
            'organisation_in_use',
            `organisations: the integration is enabled at the facility ${used} of ${orgId}.`,
          );
        await repo.disconnectOrganisation(partnerId, orgId, clock.wallMs());
        await keyReachRepo(tx).removeAll(partnerId, orgId);
        revoked(tx, { kind: 'partner_organisation', subject: partnerId, value: [orgId] });
      }
      for (const orgId of wanted) await partnersRepo(tx).connectOrganisation(partnerId, orgId, clock.wallMs());
    },

    /** After a restore. Resolves with whether the partner knew of the organisation. */
    disconnectAgain: async (tx: Tx, partnerId: PartnerId, [organisation = '']: readonly string[]): Promise<boolean> => {
      const orgId = uncheckedId<OrgId>(organisation);
      const repo = partnerAccountsRepo(tx);
      await repo.lockPartner(partnerId);
      const known = (await repo.organisationsOf([partnerId])).some(({ org_id }) => org_id === orgId);
      await repo.disconnectOrganisation(partnerId, orgId, clock.wallMs());
      await keyReachRepo(tx).removeAll(partnerId, orgId);
      return known;
    },

    /** The facilities that a partner may know of, enabled there or not, in the order of their ids. */
    listPlaces: async (
      tx: Tx,
      partnerId: PartnerId,
      page: { readonly after: string | undefined; readonly limit: number },
    ): Promise<IntegratedFacility[]> =>
      (await partnerAccountsRepo(tx).listPlaces(partnerId, page)).map((row) => ({
        facilityId: row.id,
        name: row.name,
        organisationId: row.org_id,
        enabled: row.enabled === 1,
        linkingIdentifier: row.linking_identifier,
      })),

    /** The partners that may know of a facility, enabled there or not. */
    listIntegrations: (facilityId: FacilityId): Promise<ListedIntegration[]> =>
      db.read(async (tx) =>
        (await partnerAccountsRepo(tx).listIntegrations(facilityId)).map((row) => ({
          ...settingsOf(row),
          enabled: row.enabled === 1,
          linkingIdentifier: row.linking_identifier,
          customValues: JSON.parse(row.custom_values ?? '{}') as Record<string, string>,
        })),
      ),
  };
};

const settingsOf = (
  row: Pick<Selectable<PartnerTable>, 'id' | 'name' | 'linking_method' | 'linking_label' | 'prefix' | 'custom_fields'>,
) => ({
  partnerId: row.id,
  name: row.name,
  linkingMethod: row.linking_method,
  linkingLabel: row.linking_label,
  prefix: row.prefix,
  customFields: JSON.parse(row.custom_fields) as { key: string; label: string }[],
});
