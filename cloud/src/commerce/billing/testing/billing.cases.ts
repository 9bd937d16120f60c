import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const ownerOf = (api: PlatformApi) => ({ ownerKey: `facility#${api.world.facilityId}` });
const found = ({ world }: PlatformApi) =>
  world.db.read((tx) => world.billing.owners.require(tx, `facility#${world.facilityId}`));

const anInvoice = async (api: PlatformApi) => {
  const asked = { amountCents: 25_000, dueDays: 14, by: 'user:test' };
  const owner = await found(api);
  return api.world.db.write((tx) => api.world.billing.topups.create(tx, owner, asked));
};
const anApproval = async (api: PlatformApi) => {
  const { key } = await found(api);
  const asked = { amountCents: 250_000, note: 'Agreed', allowNegative: false, by: 'user:test' };
  const waits = { kind: 'adjust', ownerKey: key, amountCents: 250_000, asked, by: 'user:test' } as const;
  return api.world.db.write((tx) => api.world.billing.approvals.ask(tx, waits));
};

export const billingCases: PlatformCases = {
  'billing.directory': async () => ({}),
  'billing.archive-owner': async (api) => ({ params: ownerOf(api), body: { archived: false } }),
  'billing.read-wallet': async (api) => ({ params: ownerOf(api) }),
  'billing.adjust-wallet': async (api) => ({
    params: ownerOf(api),
    body: { amountCents: 100, note: 'Agreed on the phone' },
  }),
  'billing.create-topup-invoice': async (api) => ({
    params: ownerOf(api),
    body: { amountCents: 25_000, dueDays: 14 },
  }),
  'billing.cancel-topup-invoice': async (api) => ({ params: { invoiceId: (await anInvoice(api)).invoiceId } }),
  'billing.list-approvals': async () => ({}),
  'billing.decide-approval': async (api) => ({
    params: { approvalId: await anApproval(api) },
    body: { approve: true },
  }),
  'billing.list-profiles': async () => ({}),
  'billing.put-profile': async (api) => ({ body: { ...ownerOf(api), netDays: 30 } }),
  'billing.preflight': async (api) => ({ params: ownerOf(api), query: { to: 'invoice' } }),
  'billing.delete-profile': async (api) => {
    await api.world.db.write((tx) => api.world.billing.putProfile(tx, { ...ownerOf(api), netDays: 30 }, 'user:test'));
    return { params: ownerOf(api) };
  },
  'billing.resolve-profile': async ({ world }) => ({ params: { clubID: world.facilityId } }),
  'billing.resolve-organisation': async ({ world }) => ({ params: { organisationId: world.orgId } }),
};
