import { inspect } from 'node:util';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { KEYS, SIGNING_SECRET } from '@gatehouse/stand-ins/payproc/payproc.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { endingProcess } from '../../testing/ending-process.ts';
import { everything } from '../../testing/everything.ts';
import { ownerKeyOf } from '../ledger/ledger.module.ts';
import { createDueTopup, createDueTopups } from './due-topups.ts';
import { payprocWorld } from './testing/payproc-world.ts';
import { createTopups } from './topups.ts';

const AMOUNT = 20_000;
const never = new AbortController().signal;
const unused = async () => expect.fail('not needed');

describe.each(ENGINES)('topping a wallet up by card on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  beforeEach(async () => {
    on = await payprocWorld(await open());
    on.on.due = async () => sum();
  });
  afterEach(() => on.close());

  const owner = () => ownerKeyOf({ kind: 'org', id: on.world.orgId });
  const sum = () => ({ amountCents: AMOUNT, currency: on.world.ledger.currency });
  const back = { returnUrl: 'https://console.example/back', cancelUrl: 'https://console.example/no' };
  const begin = async () => {
    const attempt = await on.db.write((tx) => on.topups.begin(tx, owner(), { ...sum(), by: 'user:usr_1' }));
    return { topupId: attempt.id, url: await on.topups.openPage(attempt, back) };
  };
  const typeIn = (url: string | null, card: string) =>
    fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ card, act: 'pay' }), redirect: 'manual' });
  const attempts = () =>
    on.db.read((tx) => tx.selectFrom('topup_attempt').selectAll().orderBy('made_at').orderBy('kind', 'desc').execute());
  const states = async () => (await attempts()).map(({ state }) => state);
  const customer = () => on.db.read((tx) => tx.selectFrom('payproc_customer').selectAll().executeTakeFirstOrThrow());
  const auto = () => on.db.write((tx) => on.topups.beginAuto(tx, owner(), sum()));
  const reconcile = () => on.topups.reconcile(never);
  const charges = async () => (await on.theirs.charges.list({ limit: 100 })).data.filter(({ paid }) => paid).length;
  /** An owner who has left a card. */
  const withCard = async (card = '4242424242424242') => {
    const { topupId, url } = await begin();
    await typeIn(url, card);
    await on.topups.look(topupId);
    on.credited.splice(0);
  };

  it('credits once, by confirm, by event, by the reconciler and by all of them at once', async () => {
    const { topupId, url } = await begin();
    expect(await on.topups.look(topupId)).toMatchObject({ state: 'open' });
    expect((await typeIn(url, '4000000000009995')).status).toBe(200);
    expect((await typeIn(url, '4242424242424242')).headers.get('location')).toBe(back.returnUrl);
    await on.clock.advance(Minutes(11));
    await Promise.all([on.topups.look(topupId), on.topups.look(topupId), reconcile()]);
    for (const { body } of on.told) {
      const { id, type, data } = JSON.parse(body);
      await on.cardEvents.take({ eventId: id, type, accountId: null, objectId: data.object.id });
      await on.cardEvents.look(id);
    }
    expect(on.credited).toEqual([{ owner: owner(), purpose: 'wallet', ...sum(), topupId, by: 'user:usr_1' }]);
    const balance = await on.db.read((tx) => on.world.billing.balanceCents(tx, owner()));
    expect(balance).toBe(AMOUNT);
    expect(await customer()).toMatchObject({
      brand: 'visa',
      last4: '4242',
      card_expires: '2034-12',
      agreed_by: 'user:usr_1',
    });
  });

  it('keeps no number of a card, no key and no secret, in rows, logs or errors', async () => {
    const { topupId, url } = await begin();
    await typeIn(url, '4000000000009995');
    await typeIn(url, '4242424242424242');
    await on.topups.look(topupId);
    await on.clock.advance(Hours(1));
    on.chargeFaults.push({ kind: 'refuse', status: 500 });
    await on.topups.look((await auto()) ?? '').catch((error: unknown) => on.logged.push({ err: `${error}` }));
    on.outside.faults.want({ kind: 'refuse', status: 401 });
    await on.topups
      .openPage(await on.db.write((tx) => on.topups.begin(tx, owner(), { ...sum(), by: 'user:usr_1' })), back)
      .catch((error: unknown) => on.logged.push({ err: inspect(error, { depth: 9 }) }));
    on.outside.faults.clear();
    for (const { body } of on.told) {
      const { id, type, data } = JSON.parse(body);
      await on.cardEvents.take({ eventId: id, type, accountId: null, objectId: data.object.id });
      await on.cardEvents.look(id);
    }
    const kept = await everything(on.db);
    expect(kept).toContain(topupId);
    expect(on.logged.length).toBeGreaterThan(0);
    for (const secret of ['4242424242424242', '4000000000009995', KEYS.secret, SIGNING_SECRET, '_secret_']) {
      expect(kept).not.toContain(secret);
      expect(inspect(on.logged, { depth: 9 })).not.toContain(secret);
    }
  });

  it('is open until its wallet is credited, though the process dies on the way', async () => {
    const { topupId, url } = await begin();
    await typeIn(url, '4242424242424242');
    on.on.credit = async () => expect.fail('the process died');
    await expect(on.topups.look(topupId)).rejects.toThrow();
    expect([await states(), on.credited]).toEqual([['open'], []]);
    on.on.credit = async () => undefined;
    await on.clock.advance(Minutes(11));
    await reconcile();
    expect([await states(), on.credited.length]).toEqual([['paid'], 1]);
  });

  it('credits once whichever write the process ends at, from the page on', async () => {
    const { db, endAfter } = endingProcess(on.db);
    const dying = on.topupsOf(db);
    const { topupId, url } = await begin();
    await typeIn(url, '4242424242424242');
    for (let at = 0; (await states())[0] === 'open'; at++) {
      endAfter(at);
      await dying.look(topupId).catch(() => undefined);
      const balance = await on.db.read((tx) => on.world.billing.balanceCents(tx, owner()));
      expect(balance, `ended at ${at}`).toBe((await states())[0] === 'open' ? 0 : AMOUNT);
      expect(at).toBeLessThan(40);
    }
    await Promise.all([on.topups.look(topupId), reconcile()]);
    expect([await states(), on.credited.length]).toEqual([['paid'], 1]);
    expect((await on.world.ledger.verify()).differing).toEqual([]);
  });

  it('[R95] stops no other where one cannot be looked at, and is tried again at the next run', async () => {
    const both = [await begin(), await begin()];
    for (const { url } of both) await typeIn(url, '4242424242424242');
    const first = both.map(({ topupId }) => topupId).toSorted()[0] ?? '';
    const set = (amount: number) =>
      on.db.write((tx) =>
        tx.updateTable('topup_attempt').set({ amount_cents: amount }).where('id', '=', first).execute(),
      );
    // Another sum came than was asked for.
    await set(AMOUNT + 1);
    await on.clock.advance(Minutes(11));
    await reconcile();
    expect([(await states()).toSorted(), on.credited.length]).toEqual([['open', 'paid'], 1]);
    expect(on.logged).toMatchObject([{ topupId: first }]);
    await set(AMOUNT);
    await reconcile();
    expect([await states(), on.credited.length]).toEqual([['paid', 'paid'], 2]);
  });

  it('is over once its page is, and begun once though the answer was lost', async () => {
    on.outside.faults.want({ kind: 'lost-answer', at: '/v1/checkout', times: 1 });
    await expect(begin()).rejects.toThrow();
    await begin();
    await on.clock.advance(Hours(21));
    await reconcile();
    expect([await states(), on.credited]).toEqual([['cancelled', 'cancelled'], []]);
    expect((await on.theirs.customers.retrieve((await customer()).customer_id ?? '')).id).toMatch(/^cus_/);
  });

  it('is done by the card that was left for that, one at a time', async () => {
    expect(await auto()).toBeUndefined();
    await withCard();
    const [first, second] = [await auto(), await auto()];
    expect([typeof first, second]).toEqual(['string', undefined]);
    await on.topups.look(first ?? '');
    expect(on.credited).toEqual([{ owner: owner(), purpose: 'wallet', ...sum(), topupId: first, by: 'system' }]);
    expect(typeof (await auto())).toBe('string');
  });

  it('asks again with the same key while nobody knows what came of it, for 20 hours, and then only looks', async () => {
    await withCard();
    const before = await charges();
    const id = (await auto()) ?? '';
    on.chargeFaults.push({ kind: 'lost-answer', at: '/v1/payment_intents', times: 1 });
    await expect(on.topups.look(id)).rejects.toThrow();
    expect((await on.topups.look(id))?.state).toBe('paid');
    expect([await charges(), on.credited.length]).toEqual([before + 1, 1]);

    const late = (await auto()) ?? '';
    on.chargeFaults.push({ kind: 'refuse', status: 500, times: 1 });
    await expect(on.topups.look(late)).rejects.toThrow();
    await on.clock.advance(Hours(20));
    const asked = on.outside.received.length;
    expect((await on.topups.look(late))?.state).toBe('open');
    expect(on.outside.received.slice(asked).map(({ method }) => method)).toEqual(['GET']);
    expect(await charges()).toBe(before + 1);
  });

  it('[R95] is over once the provider itself knows of no payment a day later, so that the next may begin', async () => {
    await withCard();
    const before = await charges();
    const lost = (await auto()) ?? '';
    on.chargeFaults.push({ kind: 'refuse', status: 500, times: 1 });
    await expect(on.topups.look(lost)).rejects.toThrow();
    await on.clock.advance((Hours(24) - Minutes(1)) as never);
    expect((await on.topups.look(lost))?.state).toBe('open');
    await on.clock.advance(Minutes(1));
    on.outside.faults.want({ kind: 'refuse', status: 500, times: 1 });
    await expect(on.topups.look(lost), 'who does not answer says nothing').rejects.toThrow();
    expect([(await on.topups.look(lost))?.state, on.logged]).toMatchObject(['failed', [{ topupId: lost }]]);
    expect((await attempts()).at(-1)).toMatchObject({ failed_code: 'never_arrived' });
    await on.clock.advance(Hours(1));
    await reconcile();
    const next = (await attempts()).at(-1)?.id ?? '';
    expect((await on.topups.look(next))?.state).toBe('paid');
    expect([next === lost, await charges(), on.credited.length]).toEqual([false, before + 1, 1]);
  });

  it('[R95] begins nothing by itself where nobody takes cards, and asks again before its first charge whether it is due', async () => {
    await withCard();
    const before = await charges();
    const { db, clock, world } = on;
    const none = createTopups({
      ...{ ...world, clock, log: { info: expect.fail, error: expect.fail }, random: () => new Uint8Array(20) },
      ...{ payproc: undefined, creditTopup: unused, dueTopup: unused, found: { ofCustomer: unused } },
    });
    expect(await db.write((tx) => none.beginAuto(tx, owner(), sum()))).toBeUndefined();
    expect((await attempts()).filter(({ kind }) => kind === 'auto')).toEqual([]);

    for (const due of [undefined, { ...sum(), amountCents: AMOUNT / 2 }]) {
      const id = (await auto()) ?? '';
      on.on.due = async () => due;
      expect(await on.topups.look(id)).toMatchObject({ state: 'cancelled', failed_code: 'no_longer_due' });
      on.on.due = async () => sum();
    }
    expect([await charges(), (await customer()).failures]).toEqual([before, 0]);
    // Once asked for it is seen through, whatever its owner says meanwhile.
    const asked = (await auto()) ?? '';
    on.chargeFaults.push({ kind: 'lost-answer', at: '/v1/payment_intents', times: 1 });
    await expect(on.topups.look(asked)).rejects.toThrow();
    on.on.due = async () => undefined;
    expect((await on.topups.look(asked))?.state).toBe('paid');
  });

  it('finds by its mark what was charged though the answer came to nobody for a day', async () => {
    await withCard();
    const id = (await auto()) ?? '';
    on.chargeFaults.push({ kind: 'lost-answer', at: '/v1/payment_intents', times: 1 });
    await expect(on.topups.look(id)).rejects.toThrow();
    await on.clock.advance(Hours(30));
    await reconcile();
    expect([(await states()).at(-1), on.credited.length]).toEqual(['paid', 1]);
  });

  it('is tried again after 1, 6 and 24 hours, each with a key of its own, and then no more', async () => {
    await withCard('4000000000000341');
    await on.topups.look((await auto()) ?? '');
    for (const hours of [1, 6, 24]) {
      await on.clock.advance((Hours(hours) - Minutes(1)) as never);
      const before = (await attempts()).length;
      await reconcile();
      expect((await attempts()).length).toBe(before);
      await on.clock.advance(Minutes(1));
      await reconcile();
      expect((await attempts()).length).toBe(before + 1);
      await on.topups.look((await attempts()).at(-1)?.id ?? '');
    }
    expect(await customer()).toMatchObject({ off_code: 'card_declined', retry_at: null });
    expect([await auto(), on.credited]).toEqual([undefined, []]);
  });

  it('asks its owner, and never again by itself, where the bank wants to know who they are', async () => {
    const { topupId, url } = await begin();
    const challenge = (await typeIn(url, '4000000000003220')).headers.get('location') ?? '';
    await fetch(challenge, { method: 'POST', body: new URLSearchParams({ act: 'yes' }), redirect: 'manual' });
    expect((await on.topups.look(topupId))?.state).toBe('paid');
    await on.topups.look((await auto()) ?? '');
    expect(await customer()).toMatchObject({ off_code: 'authentication_required', retry_at: null });
    await on.clock.advance(Hours(48));
    await reconcile();
    expect(await states()).toEqual(['paid', 'failed']);
    const again = await begin();
    await typeIn(again.url, '4242424242424242');
    await on.topups.look(again.topupId);
    expect(await customer()).toMatchObject({ off_code: null, failures: expect.anything() });
  });

  it('[R95] begins by itself where a wallet is as low as its owner has said, within what a month may cost', async () => {
    await withCard();
    const { billing } = on.world;
    const due = createDueTopup({ clock: on.clock, billing });
    on.on.due = due;
    const beginDue = createDueTopups({ db: on.db, billing, topups: on.topups, dueTopup: due });
    const adjust = (amountCents: number) =>
      on.db.write(async (tx) => {
        const found = await billing.owners.require(tx, owner());
        return billing.wallets.adjust(tx, found, { amountCents, note: 'test', allowNegative: true, by: 'user:usr_1' });
      });
    const autoTopup = { enabled: true, thresholdCents: 1_000, amountCents: AMOUNT, monthlyMaxCents: 2 * AMOUNT };
    await on.db.write((tx) => billing.putProfile(tx, { ownerKey: owner(), autoTopup }, 'user:usr_1'));
    const next = async () => {
      await beginDue(never);
      const open = (await attempts()).find(({ state }) => state === 'open');
      if (open !== undefined) await on.topups.look(open.id);
      return open?.kind;
    };
    expect(await next()).toBeUndefined();
    await adjust(-AMOUNT + 1_000);
    expect([await next(), await next()]).toEqual(['auto', undefined]);
    await adjust(-AMOUNT);
    expect(await next()).toBe('auto');
    await adjust(-AMOUNT);
    expect(await next(), 'the month is used up').toBeUndefined();
    await on.clock.advance(Days(31));
    expect(await next()).toBe('auto');
    await adjust(-AMOUNT);
    await on.db.write((tx) => billing.putProfile(tx, { ownerKey: owner(), autoTopup: null }, 'user:usr_1'));
    expect(await next()).toBeUndefined();
  });
});
