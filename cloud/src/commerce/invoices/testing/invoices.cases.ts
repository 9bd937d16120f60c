import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const TAX_DATA = {
  ...{ name: 'Iron Gym GmbH', lines: ['Muskelstraße 1'], postcode: '10115', city: 'Berlin', country: 'DE' },
  ...{ vatId: null, email: null },
};
let made = 0;

/** A top-up that was paid, and its invoice. */
const aPaid = async ({ world }: PlatformApi) => {
  const { db, billing, invoices, facilityId } = world;
  const ownerKey = `facility#${facilityId}` as const;
  const owner = await db.read((tx) => billing.owners.require(tx, ownerKey));
  await db.write((tx) => invoices.customers.put(tx, ownerKey, TAX_DATA, 'user:test'));
  const asked = { amountCents: 2_500, dueDays: 14, by: 'user:test' };
  const { invoiceId, reference } = await db.write((tx) => billing.topups.create(tx, owner, asked));
  await db.write(async (tx) => {
    const row = await billing.topups.findByReference(tx, reference);
    if (row !== undefined) await billing.topups.settle(tx, row, { cents: 2_500, paidAt: 0, by: 'user:test' });
  });
  await invoices.due.issueOne(invoiceId);
  const all = await db.read((tx) => invoices.page(tx, { ownerKey }, { limit: 1_000 }));
  const made = all.find(({ kind, aboutId }) => kind === 'invoice' && aboutId === invoiceId);
  return { invoiceId, documentId: made?.documentId ?? '' };
};
/** A month that was owed, and its invoice. */
const aRecord = async ({ world }: PlatformApi) => {
  const { db, billing, invoices, facilityId, orgId } = world;
  const payer = `facility#${facilityId}` as const;
  await db.write((tx) => invoices.customers.put(tx, payer, TAX_DATA, 'user:test'));
  const id = `mrec_inv${String(++made).padStart(13, '0')}`;
  const { reference } = await db.read((tx) => billing.recordTerms(tx, payer));
  const lines = [{ lineId: '1', facilityId, key: 'pricePerDoorDay', label: null, quantity: 1_000, free: 0 }];
  await db.write(async (tx) => {
    const row = { id, payer_key: payer, org_id: orgId, month: `${2_000 + made}-02`, method: 'invoice' } as const;
    const owed = { total_cents: 250, micros: 2_500_000, state: 'issued', received_cents: null, reference } as const;
    const says = JSON.stringify(lines.map((line) => ({ ...line, micros: 2_500_000, cents: 250 })));
    const times = { due_at: 0, closed_at: 0, paid_at: null };
    await tx
      .insertInto('monthly_record')
      .values({ ...row, ...owed, ...times, lines: says })
      .execute();
    const closed = { recordId: id, payerKey: payer, month: row.month, method: 'invoice', totalCents: 250 } as const;
    await billing.months.charge(tx, [closed]);
    await invoices.due.months(tx, [{ ...closed, micros: 2_500_000 }]);
  });
  await invoices.due.issueOne(id);
  return id;
};

const owner = ({ world }: PlatformApi) => ({ ownerKey: `facility#${world.facilityId}` });
export const invoicesCases: PlatformCases = {
  'invoices.list': async (api) => ({ query: owner(api) }),
  'invoices.export': async () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'invoices.read-tax-data': async (api) => ({ params: owner(api) }),
  'invoices.put-tax-data': async (api) => ({ params: owner(api), body: TAX_DATA }),
  'invoices.create-credit-note': async (api) => ({
    params: { documentId: (await aPaid(api)).documentId },
    body: { amountCents: 1, reason: 'Charged by mistake' },
  }),
  'invoices.read-pdf': async (api) => ({ params: { documentId: (await aPaid(api)).documentId } }),
  'invoices.read-xml': async (api) => ({ params: { documentId: (await aPaid(api)).documentId } }),
  'invoices.read-topup-pdf': async (api) => ({ params: { invoiceId: (await aPaid(api)).invoiceId } }),
  'invoices.read-record-pdf': async (api) => ({ params: { recordId: await aRecord(api) } }),
};
