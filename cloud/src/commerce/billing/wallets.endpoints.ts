import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { nextPage, pageOf, pagesOf } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import { billingFaults } from './billing.faults.ts';
import type { BillingService } from './billing.service.ts';
import { CENTS_MAX } from './billing-shapes.ts';
import { cents, moment, OWNER, OwnerKeyField, ownerKeyParam, superAdmins } from './billing-surface.ts';
import type { LockoutState } from './lockout.ts';
import { AN_INVOICE, TopupInvoice } from './topup-invoice-shape.ts';

const endpoint = platformEndpoint<{
  readonly billing: BillingService;
  readonly ledger: Pick<LedgerService, 'transfers'>;
}>();
const ledgerPages = pagesOf({ of: 'ltr' });
const { owner_unknown, insufficient_balance, account_frozen } = billingFaults;

const Lockout = z
  .object({
    state: z
      .enum(['clear', 'grace', 'restricted'])
      .describe('`restricted`: AI models, texts and new agents are refused; never a door.'),
    since: moment.nullable().describe('Since when something is owed. Null: nothing is.'),
    restrictedAt: moment.nullable().describe('When it is restricted, or was. Null: it is not going to be.'),
  })
  .meta({ id: 'Lockout' });
const lockoutView = ({ state, since, restrictedAt }: LockoutState) => ({
  state,
  since: since === null ? null : isoOf(since),
  restrictedAt: restrictedAt === null ? null : isoOf(restrictedAt),
});
const Movement = z
  .object({
    transferId: z.string().describe('The transfer in the ledger: `ltr_` and 16 characters.'),
    micros: z.int().describe('What moved, in millionths of the currency: above 0 came in.'),
    kind: z.string().describe('What moved it: `topup`, `adjustment`, `day`…'),
    about: z.string().describe('The id of what it is about.'),
    note: z.string().nullable().describe('What was written beside it. Null: nothing.'),
    postedBy: By.describe('Who posted it.'),
    postedAt: moment.describe('When it was posted.'),
  })
  .meta({ id: 'WalletMovement' });
const Wallet = z
  .object({
    ownerKey: OwnerKeyField,
    archived: z.boolean().describe('Whether the owner is kept for its books alone.'),
    currency: z.string().describe('ISO 4217.'),
    balanceCents: cents.describe('The balance in the smallest unit of the currency, a half to the even one.'),
    balanceMicros: z.int().describe('The balance in millionths of the currency, exactly.'),
    depletedAt: moment.nullable().describe('When a charge took it to zero or below. Null: it is above.'),
    lowAt: moment.nullable().describe('When a charge took it to the threshold of its top-up. Null: none did.'),
    lockout: Lockout.describe('What is refused for what is owed, by whoever pays for the owner.'),
    ledger: z
      .object({ data: z.array(Movement).describe('What moved, the newest first.'), next: nextPage })
      .describe('A page of what moved.'),
    topupInvoices: z.array(TopupInvoice).describe('The newest 100.'),
  })
  .meta({ id: 'Wallet' });

export const readWallet = endpoint({
  id: 'billing.read-wallet',
  method: 'GET',
  path: '/api/admin/saas-billing/wallets/:ownerKey',
  summary: 'Read a wallet',
  description: 'The balance, what moved it page by page, and the top-up invoices.',
  gate: superAdmins,
  params: z.object({ ownerKey: ownerKeyParam }),
  query: z.strictObject({
    ledgerAfter: ledgerPages.after.describe('What `ledger` of the last page gave as `next`.'),
    ledgerLimit: ledgerPages.limit,
  }),
  success: { status: 200, description: 'The wallet.', schema: Wallet },
  examples: {
    params: { ownerKey: OWNER },
    success: {
      ownerKey: OWNER,
      archived: false,
      currency: 'EUR',
      balanceCents: 25_000,
      balanceMicros: 250_000_000,
      depletedAt: null,
      lowAt: null,
      lockout: { state: 'clear', since: null, restrictedAt: null },
      ledger: {
        data: [
          {
            transferId: 'ltr_0123456789abcdef',
            micros: 250_000_000,
            kind: 'adjustment',
            about: 'adj_0123456789abcdef',
            note: 'Agreed on the phone',
            postedBy: BY_SAM,
            postedAt: '2026-01-01T09:30:00.000Z',
          },
        ],
        next: null,
      },
      topupInvoices: [AN_INVOICE],
    },
  },
  faults: { owner_unknown },
  handle: ({ billing, ledger }, { params, query }, { read }) =>
    read(async (tx) => {
      const owner = await billing.owners.require(tx, params.ownerKey);
      const { ledgerAfter: after, ledgerLimit: limit } = query;
      const wallet = { owner: owner.key, account: 'wallet' as const };
      const moved = await ledger.transfers(tx, wallet, { after, limit: limit + 1 });
      const { page, next } = pageOf(moved, limit, ({ transferId }) => transferId);
      const notes = await billing.wallets.notesOf(
        tx,
        page.map(({ transferId }) => transferId),
      );
      const { depletedAt, lowAt } = await billing.wallets.markers(tx, owner.key);
      const movements = page.map(({ at, by, note, ...movement }) => ({
        ...movement,
        note: notes.get(movement.transferId) ?? note,
        postedBy: by,
        postedAt: isoOf(at),
      }));
      return {
        ownerKey: owner.key as string,
        archived: owner.archivedAt !== null,
        currency: billing.currency,
        balanceCents: await billing.balanceCents(tx, owner.key),
        balanceMicros: await billing.wallets.balance(tx, owner.key),
        depletedAt: depletedAt === null ? null : isoOf(depletedAt),
        lowAt: lowAt === null ? null : isoOf(lowAt),
        lockout: lockoutView(await billing.wallets.lockout(tx, owner)),
        ledger: { data: await namedBy(tx, movements, 'postedBy'), next },
        topupInvoices: await namedBy(tx, await billing.topups.newest(tx, owner), 'madeBy'),
      };
    }),
});

const Adjusted = z
  .object({
    ownerKey: OwnerKeyField,
    transferId: z.string().nullable().describe('The transfer in the ledger. Null: it waits for a second person.'),
    approvalId: z.string().nullable().describe('What a second person approves. Null: nobody has to.'),
    balanceCents: cents.describe('The balance by now.'),
    lockout: Lockout.describe('What is refused for what is owed, by now.'),
  })
  .meta({ id: 'WalletAdjusted' });

export const adjustWallet = endpoint({
  id: 'billing.adjust-wallet',
  method: 'POST',
  path: '/api/admin/saas-billing/wallets/:ownerKey/adjust',
  summary: 'Adjust a wallet by hand',
  description:
    'Above 0 credits, below debits; a debit past the balance is refused unless `allowNegative`. A credit that brings the balance above zero ends what is marked and refused for it, at once. What is more than one person may decide answers 202 with `approvalId`, and nothing is posted before another super admin approves it.',
  gate: superAdmins,
  act: 'grave:money',
  stepUp: true,
  params: z.object({ ownerKey: ownerKeyParam }),
  body: z.strictObject({
    amountCents: z
      .int()
      .min(-CENTS_MAX)
      .max(CENTS_MAX)
      .refine((amount) => amount !== 0, 'must not be 0')
      .describe('In the smallest unit of the currency: above 0 credits, below debits.'),
    note: z.string().trim().min(1).max(500).describe('Why, for whoever reads the wallet later.'),
    allowNegative: z.boolean().default(false).describe('Whether a debit may take the balance below zero.'),
  }),
  success: {
    status: 200,
    description: 'It is posted.',
    schema: Adjusted,
    also: { status: 202, description: 'It waits.' },
  },
  examples: {
    params: { ownerKey: OWNER },
    body: { amountCents: 25_000, note: 'Agreed on the phone' },
    success: {
      ownerKey: OWNER,
      transferId: 'ltr_0123456789abcdef',
      approvalId: null,
      balanceCents: 25_000,
      lockout: { state: 'clear', since: null, restrictedAt: null },
    },
  },
  faults: { owner_unknown, insufficient_balance, account_frozen },
  audit: { event: 'wallet.adjusted', target: ({ params }) => params.ownerKey },
  handle: async ({ billing }, { params, body }, { tx, caller }) => {
    const owner = await billing.owners.require(tx, params.ownerKey);
    const asked = { ...body, by: actorOf(caller) };
    const waits = billing.approvals.isNeeded(body.amountCents);
    const { amountCents } = body;
    const approvalId = waits
      ? await billing.approvals.ask(tx, {
          kind: 'adjust',
          ownerKey: owner.key,
          amountCents,
          asked,
          by: caller.actor,
        })
      : null;
    const posted = waits ? { transferId: null } : await billing.wallets.adjust(tx, owner, asked);
    const answer = {
      ownerKey: owner.key as string,
      ...posted,
      approvalId,
      balanceCents: await billing.balanceCents(tx, owner.key),
      lockout: lockoutView(await billing.wallets.lockout(tx, owner)),
    };
    return waits ? reply(answer, {}, 202) : answer;
  },
});
