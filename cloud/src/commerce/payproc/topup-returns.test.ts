import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { payprocWorld } from './testing/payproc-world.ts';

const VISA = '4242424242424242';
const DISPUTED = '4000000000000259';

describe.each(ENGINES)('top-ups by card whose money goes back, on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  let owner: `org#${string}`;
  beforeEach(async () => {
    on = await payprocWorld(await open());
    owner = `org#${on.world.orgId}`;
  });
  afterEach(() => on.close());

  const balance = (): Promise<number> => on.read((tx) => on.world.ledger.balance(tx, { owner, account: 'wallet' }));
  const clearing = (): Promise<number> =>
    on.read((tx) => on.world.ledger.balance(tx, { owner, account: 'card-clearing' }));
  /** A top-up that was paid at the provider's page. */
  const aTopup = async (card = VISA, amountCents = 5_000, purpose: 'wallet' | 'ai-credit' = 'wallet') => {
    const asked = { amountCents, currency: 'EUR', purpose, by: 'user:test' };
    const attempt = await on.db.write((tx) => on.topups.begin(tx, owner, asked));
    const back = { returnUrl: 'https://console.example/a', cancelUrl: 'https://console.example/b' };
    const url = await on.topups.openPage(attempt, back);
    const form = new URLSearchParams({ card, act: 'pay' });
    expect((await fetch(url ?? '', { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    const paid = await on.topups.look(attempt.id);
    expect(paid?.state).toBe('paid');
    return { topupId: attempt.id, intentId: paid?.intent_id ?? '' };
  };
  const stop = new AbortController().signal;
  /** All that the provider has said by now, looked into as its events are, each twice. */
  const hear = async () => {
    await on.clock.advance(Seconds(1));
    for (const { body } of on.told.splice(0)) {
      const { id, type, account, data } = JSON.parse(body);
      const event = { eventId: id, type, accountId: account ?? null, objectId: data.object.id };
      await on.cardEvents.take(event);
      await on.cardEvents.take(event);
      await on.cardEvents.look(id);
      await on.cardEvents.look(id);
    }
  };

  it('debits the wallet once for each refund, whoever tells of it and how often, and below zero too', async () => {
    const { intentId } = await aTopup();
    await hear();
    expect(await balance()).toBe(50_000_000);
    await on.db.write(async (tx) => {
      const found = await on.world.billing.owners.require(tx, owner);
      const spent = { amountCents: -4_000, note: 'Spent', allowNegative: false, by: 'user:test' };
      await on.world.billing.wallets.adjust(tx, found, spent);
    });
    await on.theirs.refunds.create({ payment_intent: intentId, amount: 1_500 });
    await hear();
    await Promise.all([
      on.topupReturns.look(intentId),
      on.topupReturns.reconcile(stop),
      on.topupReturns.look(intentId),
    ]);
    expect(await balance()).toBe(-5_000_000);
    const { depletedAt } = await on.read((tx) => on.world.billing.wallets.markers(tx, owner));
    expect(depletedAt, 'the lockout follows').not.toBeNull();
    await on.theirs.refunds.create({ payment_intent: intentId });
    await on.topupReturns.reconcile(stop);
    expect([await balance(), await clearing()]).toEqual([-40_000_000, 0]);
    expect(await on.read((tx) => tx.selectFrom('topup_return').selectAll().execute())).toHaveLength(2);
  });

  it('debits it for a dispute, and gives it back once where that is won', async () => {
    const { topupId } = await aTopup(DISPUTED);
    await hear();
    expect(await balance()).toBe(0);
    on.outside.acts['win-disputes']?.();
    await hear();
    await on.topupReturns.reconcile(stop);
    await on.topupReturns.reconcile(stop);
    expect(await balance()).toBe(50_000_000);
    expect(await on.read((tx) => tx.selectFrom('topup_return').selectAll().execute())).toMatchObject([
      { attempt_id: topupId, kind: 'dispute', restored_at: on.clock.wallMs() },
    ]);
  });

  it('takes AI credit as far as it reaches and has the rest owed, and gives back once what is won', async () => {
    const of = async () =>
      Object.fromEntries(
        (await on.read((tx) => on.world.ledger.balances(tx, owner))).map(({ account, micros }) => [account, micros]),
      );
    await aTopup(DISPUTED, 5_000, 'ai-credit');
    await on.db.write((tx) =>
      on.world.ledger.post(tx, {
        ...{ key: 'used', kind: 'usage', about: 'gen_1', by: 'system:test', currency: 'EUR', micros: 20_000_000 },
        ...{ debit: { owner, account: 'ai-credit' }, credit: { owner, account: 'revenue' } },
      }),
    );
    await hear();
    await on.topupReturns.reconcile(stop);
    expect(await of()).toMatchObject({ 'ai-credit': 0, 'ai-receivable': -20_000_000 });
    on.outside.acts['win-disputes']?.();
    await hear();
    await on.topupReturns.reconcile(stop);
    expect(await of()).toMatchObject({ 'ai-credit': 30_000_000, 'ai-receivable': 0 });
    expect((await of()).wallet).toBeUndefined();
  });

  it('leaves it where a dispute is lost, and what is not of a top-up', async () => {
    await aTopup(DISPUTED);
    on.outside.acts['lose-disputes']?.();
    const other = { amount: 900, currency: 'eur', payment_method: 'pm_card_visa', confirm: true };
    const paid = await on.theirs.paymentIntents.create(other);
    await on.theirs.refunds.create({ payment_intent: paid.id });
    await hear();
    expect([await balance(), await clearing()]).toEqual([0, 0]);
  });

  it('takes nothing while the provider is away, and all of it once it answers', async () => {
    const { intentId } = await aTopup();
    await on.theirs.refunds.create({ payment_intent: intentId });
    on.outside.faults.want({ kind: 'refuse', status: 500 });
    await expect(on.topupReturns.reconcile(stop)).rejects.toThrow('500');
    expect(await balance()).toBe(50_000_000);
    on.outside.faults.clear();
    await on.clock.advance(Minutes(60));
    await on.topupReturns.reconcile(stop);
    expect(await balance()).toBe(0);
  });

  it('has a credit note of the invoice for each, and an invoice anew for what was won', async () => {
    const party = {
      lines: ['Muskelstraße 1'],
      postcode: null,
      city: 'Berlin',
      country: 'DE',
      vatId: null,
      email: null,
    };
    const { invoices } = on.world;
    await on.db.write((tx) => invoices.customers.put(tx, owner, { name: 'Iron Gym GmbH', ...party }, 'user:test'));
    const { topupId } = await aTopup(DISPUTED);
    await on.topupReturns.reconcile(stop);
    on.outside.acts['win-disputes']?.();
    await on.topupReturns.reconcile(stop);
    await invoices.due.issueDue(stop);
    await invoices.due.issueDue(stop);
    const made = await on.read((tx) => invoices.page(tx, { ownerKey: owner }, { limit: 10 }));
    expect(made.map(({ number, totalCents }) => [number, totalCents]).toSorted()).toEqual([
      ['2026-000001', 5_000],
      ['2026-000002', 5_000],
      ['CN-2026-000001', 5_000],
    ]);
    expect(made.find(({ kind }) => kind === 'credit-note')?.reason).toContain('disputed');
    const [first] = made.filter(({ aboutId }) => aboutId === topupId);
    const asked = { invoiceId: first?.documentId ?? '', reason: 'By hand' };
    await expect(
      on.db.write((tx) => invoices.creditNotes.create(tx, asked, { by: 'user:test', actor: 'user:test' })),
    ).rejects.toMatchObject({ code: 'not_creditable' });
  });
});
