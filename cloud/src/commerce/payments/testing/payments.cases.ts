import type { PlatformCases } from '../../../testing/platform-case.ts';

export const paymentsCases: PlatformCases = {
  'payments.match': async ({ world }) => {
    const owner = await world.db.read((tx) => world.billing.owners.require(tx, `org#${world.orgId}`));
    const asked = { amountCents: 25_000, dueDays: 14, by: 'user:test' };
    const { reference } = await world.db.write((tx) => world.billing.topups.create(tx, owner, asked));
    return { body: { reference, amountCents: 25_000 } };
  },
};
