import { z } from 'zod';
import type { ProvidedAccount } from './card-provider.ts';
import { describeAccount, stateOf } from './describe-account.ts';
import { isoOrNull, textOrNull } from './payproc-shapes.ts';

const accountFields = {
  accountId: textOrNull('The account, as the card provider calls it. Null: there is none.', 'acct_0123456789abcdef'),
  state: z
    .enum(['none', 'onboarding', 'active', 'restricted', 'rejected'])
    .describe('`restricted`: no cards are taken or no money is paid out until something is told. `rejected`: for good.')
    .meta({ examples: ['active'] }),
  chargesEnabled: z
    .boolean()
    .describe('Whether cards are taken.')
    .meta({ examples: [true] }),
  payoutsEnabled: z
    .boolean()
    .describe('Whether money is paid out to the bank.')
    .meta({ examples: [true] }),
  requirements: z
    .object({
      currentlyDue: z.array(z.string()).describe('What the provider wants to be told, in its words.'),
      pastDue: z.array(z.string()).describe('Of those what it should have been told by now.'),
      deadline: z.iso.datetime().nullable().describe('By when. Null: it sets none.'),
      disabledReason: z.string().nullable().describe('Why something does not work, in its word.'),
    })
    .describe('What the law wants the provider to know of its customers.')
    .meta({ examples: [{ currentlyDue: [], pastDue: [], deadline: null, disabledReason: null }] }),
  explained: z
    .array(z.string())
    .describe('The same for people, a sentence a thing.')
    .meta({ examples: [['Cards are taken, and money is paid out.']] }),
};
export const ConnectedAccount = z.object(accountFields).meta({ id: 'ConnectedAccount' });
export const ConnectedAccountDetails = z
  .object({
    ...accountFields,
    currency: textOrNull('ISO 4217. Null: there is no account.', 'AUD'),
    bankLast4: textOrNull('How the number of the bank account ends. Null: there is none.', '6789'),
    schedule: z
      .object({
        interval: z.string().describe('How often money is paid out, in the provider’s word.'),
        delayDays: z.int().nullable().describe('How many days after a payment its money can be paid out.'),
      })
      .nullable()
      .describe('When money is paid out. Null: there is no account.')
      .meta({ examples: [{ interval: 'daily', delayDays: 2 }] }),
  })
  .meta({ id: 'ConnectedAccountDetails' });

export const accountView = (account: ProvidedAccount | undefined) => ({
  accountId: account?.accountId ?? null,
  state: stateOf(account),
  chargesEnabled: account?.chargesEnabled ?? false,
  payoutsEnabled: account?.payoutsEnabled ?? false,
  requirements: {
    currentlyDue: [...(account?.requirements.currentlyDue ?? [])],
    pastDue: [...(account?.requirements.pastDue ?? [])],
    deadline: isoOrNull(account?.requirements.deadline ?? null),
    disabledReason: account?.requirements.disabledReason ?? null,
  },
  explained: [...describeAccount(account)],
});
export const detailsView = (account: ProvidedAccount | undefined) => ({
  ...accountView(account),
  currency: account?.currency ?? null,
  bankLast4: account?.bankLast4 ?? null,
  schedule: account === undefined ? null : { ...account.schedule },
});
