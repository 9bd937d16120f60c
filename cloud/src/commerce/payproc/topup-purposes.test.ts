import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { microsOfMinor, ownerKeyOf } from '../ledger/ledger.module.ts';
import { payprocWorld } from './testing/payproc-world.ts';

const AMOUNT = 5_000;

describe.each(ENGINES)('topping AI credit up by card on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  beforeEach(async () => {
    on = await payprocWorld(await open());
    on.on.due = async () => sum();
    on.on.dueAi = async () => sum();
  });
  afterEach(() => on.close());

  const owner = () => ownerKeyOf({ kind: 'facility', id: on.world.facilityId });
  const sum = () => ({ amountCents: AMOUNT, currency: on.world.ledger.currency });
  const micros = (cents: number) => microsOfMinor(cents, on.world.ledger.currency);
  const account = (name: 'wallet' | 'ai-credit' | 'ai-receivable') =>
    on.db.read((tx) => on.world.ledger.balance(tx, { owner: owner(), account: name }));
  const paid = async () => {
    const asked = { ...sum(), by: 'user:usr_1', purpose: 'ai-credit' } as const;
    const attempt = await on.db.write((tx) => on.topups.begin(tx, owner(), asked));
    const back = { returnUrl: 'https://console.example/back', cancelUrl: 'https://console.example/no' };
    const url = await on.topups.openPage(attempt, back);
    const body = new URLSearchParams({ card: '4242424242424242', act: 'pay' });
    await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
    return (await on.topups.look(attempt.id)) ?? expect.fail('it is gone');
  };
  const spend = (cents: number) =>
    on.db.write((tx) =>
      on.world.ledger.post(tx, {
        ...{ key: `inf:gen_${cents}`, kind: 'usage', about: `gen_${cents}`, by: 'system:inference' },
        ...{ debit: { owner: owner(), account: 'ai-credit' }, credit: { owner: owner(), account: 'revenue' } },
        ...{ currency: on.world.ledger.currency, micros: micros(cents) },
      }),
    );
  /** The provider gives back, and says so. */
  const refund = async (intent: string | null, cents: number) => {
    await on.theirs.refunds.create({ payment_intent: intent ?? '', amount: cents });
    await on.clock.advance(Seconds(1));
    for (const { body, signature } of on.told.splice(0)) {
      const event = await on.payproc.eventIn(body, signature, on.clock.wallMs());
      if (event === undefined) continue;
      await on.cardEvents.take(event);
      await on.cardEvents.look(event.eventId);
    }
  };

  it('credits the AI credit once, and leaves the wallet alone', async () => {
    const { id } = await paid();
    await on.topups.look(id);
    await on.cardEvents.look('evt_unknown');
    expect([await account('ai-credit'), await account('wallet')]).toEqual([micros(AMOUNT), 0]);
  });

  it('is done by itself beside the wallet’s: one open for each', async () => {
    await paid();
    const begin = (purpose: 'wallet' | 'ai-credit') =>
      on.db.write((tx) => on.topups.beginAuto(tx, owner(), sum(), purpose));
    const begun = [await begin('wallet'), await begin('ai-credit'), await begin('wallet'), await begin('ai-credit')];
    expect(begun.map((id) => typeof id)).toEqual(['string', 'string', 'undefined', 'undefined']);
    for (const id of begun) if (id !== undefined) await on.topups.look(id);
    expect([await account('ai-credit'), await account('wallet')]).toEqual([micros(2 * AMOUNT), micros(AMOUNT)]);
  });

  it('takes back what the provider gave back, once, and what is past the credit is owed until more comes in', async () => {
    const { intent_id: intent, id } = await paid();
    await refund(intent, 1_000);
    expect([await account('ai-credit'), await account('ai-receivable')]).toEqual([micros(4_000), 0]);
    await on.topups.look(id);
    await spend(3_500);
    await refund(intent, 2_000);
    await on.topups.look(id);
    expect([await account('ai-credit'), await account('ai-receivable')]).toEqual([0, micros(-1_500)]);
    await paid();
    expect([await account('ai-credit'), await account('ai-receivable')]).toEqual([micros(3_500), 0]);
  });

  it('leaves what requests hold to them, and takes it once they have given it back', async () => {
    const { intent_id: intent } = await paid();
    const held = { owner: owner(), account: 'ai-credit' } as const;
    const hold = { ...held, key: 'inf:gen_1', currency: on.world.ledger.currency, micros: micros(4_000) };
    await on.db.write((tx) => on.world.ledger.hold(tx, { ...hold, expiresAt: on.clock.wallMs() + 60_000 }));
    await refund(intent, AMOUNT);
    expect([await account('ai-credit'), await account('ai-receivable')]).toEqual([micros(4_000), micros(-4_000)]);
    await on.db.write((tx) => on.world.ledger.voidHold(tx, 'inf:gen_1'));
    await on.db.write((tx) => on.world.billing.evenOutAi(tx, owner()));
    expect([await account('ai-credit'), await account('ai-receivable')]).toEqual([0, 0]);
  });
});
