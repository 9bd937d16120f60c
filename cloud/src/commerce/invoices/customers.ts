import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { customersRepo } from './customers.repo.ts';
import { invoicesFault } from './invoices.faults.ts';
import { checkVatId, type Party } from './party.ts';

const partyIn = ({ party }: { readonly party: string }) => {
  const read: Party = JSON.parse(party);
  return { ...read, lines: [...read.lines] };
};

/** Whom tax documents name as the customer: what an owner has said of itself, or its organisation. */
export const createCustomers = ({
  clock,
  billing,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly billing: { readonly owners: Pick<BillingService['owners'], 'require'> };
}) => {
  const read = async (tx: Tx, ownerKey: string) => {
    const owner = await billing.owners.require(tx, ownerKey);
    const row =
      (await customersRepo(tx).find(owner.key)) ??
      (owner.orgKey === null ? undefined : await customersRepo(tx).find(owner.orgKey));
    return {
      ownerKey: owner.key as string,
      /** Whose it is: the owner's own, or the organisation's. */
      source: row === undefined ? null : (row.owner_key as string),
      taxData: row === undefined ? null : partyIn(row),
      changedAt: row === undefined ? null : isoOf(Number(row.changed_at)),
    };
  };
  return {
    /** Throws `owner_unknown`. */
    read,
    of: async (tx: Tx, ownerKey: OwnerKey): Promise<Party | undefined> =>
      (await read(tx, ownerKey)).taxData ?? undefined,

    /** From now on. Documents that there are name whom they named. Throws `owner_unknown` and `vat_id_wrong`. */
    put: async (tx: Tx, ownerKey: string, party: Party, by: string) => {
      const { key } = await billing.owners.require(tx, ownerKey);
      const checked = checkVatId(party);
      if (checked === undefined) throw invoicesFault('vat_id_wrong', `It is none of ${party.country}.`);
      const row = { party: JSON.stringify(checked), changed_by: by, changed_at: clock.wallMs() };
      await customersRepo(tx).put({ owner_key: key, ...row });
      return read(tx, key);
    },
  };
};
export type Customers = ReturnType<typeof createCustomers>;
