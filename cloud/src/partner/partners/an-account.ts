import type { OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type Placed, type PlatformCaller, visibleScopes } from '../../platform/users/platform-surface.ts';
import { usersFault } from '../../platform/users/users.faults.ts';
import type { PartnerAccount } from './partner-accounts.ts';
import { partnerFault } from './partners.faults.ts';
import type { PartnersService } from './partners.service.ts';

/** Accounts are the platform's. An admin of organisations has those that concern none but these. */
export const accountGate = { needs: 'org-admin', in: 'resource' } as const;
export const accountReach = (caller: PlatformCaller) => visibleScopes(caller, 'org-admin');

/** The account that a path names, which is in every organisation that it concerns. */
export const anAccount = {
  find: async (
    { partners }: { readonly partners: Pick<PartnersService, 'account'> },
    { params: { partnerId } }: { readonly params: { readonly partnerId: PartnerId } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(PartnerAccount & Placed) | undefined> => {
    const account = await partners.account(tx, partnerId);
    return account && { ...account, at: placesOf(account) };
  },
  missing: ({ params: { partnerId } }: { readonly params: { readonly partnerId: PartnerId } }) =>
    partnerFault('partner_unknown', `There is no partner ${partnerId}.`),
};

/** One of no organisation is the platform's alone. */
const placesOf = ({ organisations }: PartnerAccount): Placed['at'] => {
  const [first, ...more] = organisations.map((organisationId) => ({ organisationId }));
  return first === undefined ? {} : [first, ...more];
};

/** Nobody gives a partner what is not theirs: an organisation of somebody else is answered as one that there is not. */
export const requireGivable = async (
  tx: Tx,
  organisations: Pick<OrganisationsService, 'findOrganisation'>,
  { caller, ids }: { readonly caller: PlatformCaller; readonly ids: readonly OrgId[] },
): Promise<void> => {
  const reach = accountReach(caller);
  for (const id of ids) {
    const isOwn = reach === 'everywhere' || reach.organisations.includes(id);
    const found = isOwn ? await organisations.findOrganisation(tx, id) : undefined;
    if (found === undefined) throw usersFault('place_unknown', `organisations: there is no organisation ${id}.`);
  }
};
