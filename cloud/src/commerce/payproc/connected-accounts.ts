import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { notConfigured } from '../../kit/outbound/provider-faults.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { CardProvider, ProvidedAccount } from './card-provider.ts';
import { asking, payprocFault } from './payproc.faults.ts';
import { accountsRepo } from './payproc.repo.ts';

export interface ConnectedAccountsDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'countFacilities'>;
  readonly payproc?: CardProvider | undefined;
}
export type Read = Database['read'];

/** How long the provider surely knows a key: after that it is asked whether there is something already. */
const KEY_LASTS = Hours(20);

/** Whose account a facility’s payments go by, and which of those are its own. */
export interface ClubAccount {
  readonly accountId: string;
  /** Whether something of that account is of this facility, by the facility that it is marked with. */
  readonly isOf: (facilityId: string | null) => boolean;
}
export type ConnectedAccounts = ReturnType<typeof createConnectedAccounts>;

/**
 * The accounts of organisations at the card provider, one for each: whoever owns the money is an organisation. What of it is of which
 * facility goes by a mark that whoever takes a payment leaves on it; what has none is of the facility only where that is the only one.
 */
export const createConnectedAccounts = ({ db, clock, random, organisations, payproc }: ConnectedAccountsDeps) => {
  const provider = (): CardProvider => {
    if (payproc === undefined) throw notConfigured('card provider');
    return payproc;
  };
  const orgOf = async (tx: Tx, facilityId: FacilityId): Promise<OrgId> => {
    const facility = await organisations.findFacility(tx, facilityId);
    if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
    return facility.org_id;
  };
  const find = async (read: Read, orgId: OrgId): Promise<ProvidedAccount | undefined> => {
    const row = await read((tx) => accountsRepo(tx).find(orgId));
    const accountId = row?.account_id ?? null;
    return accountId === null ? undefined : asking(provider().account(accountId));
  };

  return {
    provider,
    orgOf,
    find,

    /** The account of a facility’s organisation, or undefined where it has none. */
    ofClub: (read: Read, facilityId: FacilityId): Promise<ClubAccount | undefined> =>
      read(async (tx) => {
        const orgId = await orgOf(tx, facilityId);
        const row = await accountsRepo(tx).find(orgId);
        if (row === undefined || row.account_id === null) return undefined;
        const count = (await organisations.countFacilities(tx, 'everywhere', [orgId])).get(orgId);
        return {
          accountId: row.account_id,
          isOf: (marked) => marked === facilityId || (marked === null && count === 1),
        };
      }),

    /** The account of an organisation, opened first where it has none. Asks the provider, so never within a unit. */
    open: async (orgId: OrgId, by: string): Promise<{ readonly accountId: string; readonly isNew: boolean }> => {
      const cards = provider();
      const row = await db.write((tx) =>
        accountsRepo(tx).claim({
          id: randomId('pacc', random),
          org_id: orgId,
          account_id: null,
          made_by: by,
          made_at: clock.wallMs(),
        }),
      );
      if (row === undefined) throw new Bug('an account that was claimed is not there');
      if (row.account_id !== null) return { accountId: row.account_id, isNew: false };
      const isOld = clock.wallMs() - Number(row.made_at) > KEY_LASTS;
      const there = isOld ? await asking(cards.findAccount(row.id)) : undefined;
      const account = there ?? (await asking(cards.createAccount({ key: `account:${row.id}`, mark: row.id })));
      await db.write((tx) => accountsRepo(tx).name(row.id, account.accountId));
      return { accountId: account.accountId, isNew: true };
    },

    /** What there is to work with. Throws `not_connected`. */
    need: async (read: Read, orgId: OrgId): Promise<string> => {
      const row = await read((tx) => accountsRepo(tx).find(orgId));
      if (row === undefined || row.account_id === null)
        throw payprocFault('not_connected', 'The organisation has no account at the card provider.');
      return row.account_id;
    },
  };
};
