import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type PlatformCaller, visibleScopes } from '../../platform/users/platform-surface.ts';
import { CardsRefused, type ProvidedIntent, type ProvidedRecord } from './card-provider.ts';
import type { ClubAccount, ConnectedAccounts, Read } from './connected-accounts.ts';
import type { MoneyWindow } from './money-window.ts';
import { mergedRecords, payoutsOf, type Tell } from './payment-records.ts';
import { asking, faultOf, payprocFault } from './payproc.faults.ts';
import { accountsRepo, intentsRepo } from './payproc.repo.ts';

export interface CardPaymentsDeps {
  readonly connectedAccounts: ConnectedAccounts;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'facilitiesWithin'>;
  /** Where members may pay at pages of ours. */
  readonly partnerUrl: () => string;
}
export type CardPayments = ReturnType<typeof createCardPayments>;

const CANCELLABLE = new Set([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]);
/** A payment that no event has told of is looked for in so many accounts. */
const ACCOUNTS_ASKED = 10;
const PLACES_MAX = 500;

const unknown = () => payprocFault('payment_intent_unknown', 'There is no such payment that is yours to see.');

/** What members of clubs pay by card: on the accounts of organisations, at their provider. Nothing is asked within a unit. */
export const createCardPayments = ({ connectedAccounts, organisations, partnerUrl }: CardPaymentsDeps) => {
  const { provider, ofClub } = connectedAccounts;

  const own = async (read: Read, facilityId: FacilityId, intentId: string) => {
    const club = await ofClub(read, facilityId);
    const intent = club && (await asking(provider().intent(club.accountId, intentId)));
    if (club === undefined || intent === undefined || !club.isOf(intent.facilityId)) throw unknown();
    return { accountId: club.accountId, intent };
  };

  /** The facilities that somebody manages, as far as they matter: those of organisations with an account. */
  const managed = (read: Read, caller: Pick<PlatformCaller, 'grants'>) =>
    read(async (tx) => {
      const reach = visibleScopes(caller, 'facility-manager');
      const { items } = await organisations.facilitiesWithin(tx, reach, { after: '', size: PLACES_MAX });
      return { items, accounts: await accountsRepo(tx).of([...new Set(items.map(({ org_id }) => org_id))]) };
    });

  return {
    provider,

    /** A payment that somebody may see, in whichever account it is. Throws `payment_intent_unknown`. */
    visible: async (read: Read, caller: Pick<PlatformCaller, 'grants'>, intentId: string): Promise<ProvidedIntent> => {
      const cards = provider();
      const { items, accounts } = await managed(read, caller);
      const told = await read((tx) => intentsRepo(tx).find(intentId));
      const asked = told === undefined ? accounts : accounts.filter(({ account_id }) => account_id === told.account_id);
      for (const { account_id, org_id } of asked.slice(0, ACCOUNTS_ASKED)) {
        if (account_id === null) continue;
        const intent = await asking(cards.intent(account_id, intentId));
        if (intent === undefined) continue;
        const clubs = items.filter((facility) => facility.org_id === org_id);
        for (const { id } of clubs) if ((await ofClub(read, id))?.isOf(intent.facilityId) === true) return intent;
      }
      throw unknown();
    },

    /** Throws `payment_intent_unknown`, `not_cancellable`. */
    cancel: async (read: Read, facilityId: FacilityId, intentId: string) => {
      const cards = provider();
      const { accountId, intent } = await own(read, facilityId, intentId);
      if (intent.state === 'canceled') return { intent, changed: false };
      if (!CANCELLABLE.has(intent.state)) throw notCancellable(intent);
      try {
        return { intent: await cards.cancelIntent(accountId, intentId, `cancel:${intentId}`), changed: true };
      } catch (error) {
        if (!(error instanceof CardsRefused)) throw faultOf(error);
        // It went on meanwhile: either somebody else has cancelled it, or it has been paid.
        const now = await own(read, facilityId, intentId);
        if (now.intent.state === 'canceled') return { intent: now.intent, changed: false };
        throw notCancellable(now.intent);
      }
    },

    enableWallets: async (read: Read, facilityId: FacilityId) => {
      const cards = provider();
      const facility = await read((tx) => organisations.findFacility(tx, facilityId));
      const orgId = await read((tx) => connectedAccounts.orgOf(tx, facilityId));
      const accountId = await connectedAccounts.need(read, orgId);
      const domains = [...new Set([partnerUrl(), facility?.website_url ?? ''].flatMap(domainOf))];
      const data: { domain: string; applePay: boolean; googlePay: boolean; problem: string | null }[] = [];
      let changed = false;
      for (const domain of domains) {
        const before = await asking(cards.domain(accountId, domain));
        const is = before?.problem === null ? before : await asking(cards.registerDomain(accountId, domain));
        changed ||= (is.applePay && before?.applePay !== true) || (is.googlePay && before?.googlePay !== true);
        data.push({ domain: is.domain, applePay: is.applePay, googlePay: is.googlePay, problem: is.problem });
      }
      return { data, changed };
    },

    records: async (
      read: Read,
      facilityId: FacilityId,
      asked: MoneyWindow & { readonly after: string; readonly limit: number },
      tell: Tell,
    ) => {
      const cards = provider();
      const club: ClubAccount | undefined = await ofClub(read, facilityId);
      if (club === undefined) {
        const none: readonly ProvidedRecord[] = [];
        return { records: none, payouts: new Map<string, string>(), next: null };
      }
      await tell('Asking the card provider for charges, refunds and disputes.', 0, 1);
      const { records: all, next } = await asking(mergedRecords(cards, club.accountId, asked));
      const records = all.filter((record) => club.isOf(record.facilityId));
      const payouts = await asking(payoutsOf(cards, club.accountId, records, tell));
      await tell(`Found ${records.length} records.`, 1, 1);
      return { records, payouts, next };
    },
  };
};

const notCancellable = ({ state }: ProvidedIntent) =>
  payprocFault('not_cancellable', `The payment cannot be cancelled: it is ${state.replaceAll('_', ' ')}.`);

/** The name that a browser knows a page by. What is no name of the internet is none. */
const domainOf = (text: string): readonly string[] => {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  const isName = url !== null && /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(url.hostname);
  return isName ? [url.hostname] : [];
};
