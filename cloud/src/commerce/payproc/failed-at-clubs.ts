import type { Database } from '../../kit/db/unit-of-work.ts';
import type { FailedPayment, FailedSince } from '../../platform/failed-payments/failed-payments.ports.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { CardProvider, ProvidedRecord } from './card-provider.ts';
import { accountsRepo } from './payproc.repo.ts';
import type { PayprocAccountTable } from './payproc.tables.ts';

/** So much the provider gives at once. */
const PART = 100;
const PLACES = 2;

interface Deps {
  readonly db: Pick<Database, 'read'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin'>;
  readonly payproc?: CardProvider | undefined;
}

/** `pacc_1 ch_1`: after this charge of this account; `pacc_1`: at the account after that. */
const placeIn = (after = ''): { readonly account: string; readonly charge: string | undefined } => {
  const [account = '', charge] = after.split(' ');
  return { account, charge };
};

/** Which payments failed at clubs: of all connected accounts, one page of one of them at a time. Asked by a job, never within a unit. */
export const createFailedAtClubs = ({ db, organisations, payproc }: Deps) => {
  /** The facility that what has no mark is of: the only one of the organisation. */
  const onlyFacility = (row: PayprocAccountTable): Promise<string | null> =>
    db.read(async (tx) => {
      const of = { organisationId: row.org_id, after: '', size: PLACES };
      const { items } = await organisations.facilitiesWithin(tx, 'everywhere', of);
      const [only, another] = items;
      return another === undefined ? (only?.id ?? null) : null;
    });
  /** The facilities of an organisation by id: a mark that names none of them is none. */
  const facilitiesOf = (row: PayprocAccountTable, wanted: ReadonlySet<string>) =>
    db.read(async (tx) => {
      const found = new Map<string, FailedPayment['facilityId']>();
      for (let after: string | null = ''; after !== null && found.size < wanted.size; ) {
        const asked: { readonly after: string; readonly size: number } = { after, size: PART };
        const page = await organisations.facilitiesWithin(tx, 'everywhere', { ...asked, organisationId: row.org_id });
        for (const { id } of page.items) if (wanted.has(id)) found.set(id, id);
        after = page.end;
      }
      return found;
    });

  const failedOf = async (row: PayprocAccountTable, items: readonly ProvidedRecord[]): Promise<FailedPayment[]> => {
    const failed = items.filter(({ state }) => state === 'failed');
    if (failed.length === 0) return [];
    const only = await onlyFacility(row);
    const marks = failed.map(({ facilityId }) => facilityId ?? only);
    const known = await facilitiesOf(row, new Set(marks.flatMap((mark) => mark ?? [])));
    return failed.flatMap((record, i) => {
      const facilityId = known.get(marks[i] ?? '');
      if (facilityId === undefined) return [];
      const { intentId, recordId, amountCents, currency, reason, at, resolvedAt } = record;
      // However often a payment was tried, it is one that failed.
      const paymentId = intentId ?? recordId;
      return [
        {
          ...{ facilityId, paymentId, amountMinor: amountCents, currency, code: reason ?? 'unknown' },
          ...{ failedAt: at, resolvedAt },
        },
      ];
    });
  };

  return async ({ from, to, after }: FailedSince) => {
    if (payproc === undefined) return { payments: [], next: null };
    const { account, charge } = placeIn(after);
    const row = await db.read(async (tx) =>
      charge === undefined ? (await accountsRepo(tx).after(account, 1))[0] : await accountsRepo(tx).byId(account),
    );
    if (row === undefined || row.account_id === null) return { payments: [], next: null };
    const asked = { from, to, after: charge, limit: PART };
    const { items, more } = await payproc.records(row.account_id, 'charge', asked);
    const last = items.at(-1)?.recordId;
    // The newest come first: of a payment that failed twice the later failure is not to be followed by the earlier one.
    const payments = new Map<string, FailedPayment>();
    for (const one of await failedOf(row, items)) if (!payments.has(one.paymentId)) payments.set(one.paymentId, one);
    return { payments: [...payments.values()], next: more && last !== undefined ? `${row.id} ${last}` : row.id };
  };
};
