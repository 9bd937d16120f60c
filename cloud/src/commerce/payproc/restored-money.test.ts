import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { openBackedUp } from '../../testing/backed-up.ts';
import { ownerKeyOf } from '../ledger/ledger.module.ts';
import { camtXml, entryXml } from '../statements/testing/a-statement.ts';
import { createDueTopup } from './due-topups.ts';
import { payprocWorld } from './testing/payproc-world.ts';

const AMOUNT = 20_000;
const signal = new AbortController().signal;
const VISA = '4242424242424242';

describe.each(ENGINES)('money after the database of yesterday was restored, on $name', (engine) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  let kept: Awaited<ReturnType<typeof openBackedUp>>;
  beforeEach(async () => {
    kept = await openBackedUp(engine);
    on = await payprocWorld(kept.db);
    on.on.due = async () => sum();
  });
  afterEach(() => on.close());

  const owner = () => ownerKeyOf({ kind: 'facility', id: on.world.facilityId });
  const sum = () => ({ amountCents: AMOUNT, currency: on.world.ledger.currency });
  const begin = async (purpose: 'wallet' | 'ai-credit' = 'wallet') => {
    const attempt = await on.db.write((tx) => on.topups.begin(tx, owner(), { ...sum(), purpose, by: 'user:usr_1' }));
    const back = { returnUrl: 'https://console.example/back', cancelUrl: 'https://console.example/no' };
    return { topupId: attempt.id, url: await on.topups.openPage(attempt, back) };
  };
  const typeIn = (url: string | null) =>
    fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ card: VISA, act: 'pay' }), redirect: 'manual' });
  const topUp = async (purpose: 'wallet' | 'ai-credit' = 'wallet') => {
    const { topupId, url } = await begin(purpose);
    await typeIn(url);
    return (await on.topups.look(topupId)) ?? expect.fail('it is gone');
  };
  const auto = async () => {
    const id = await on.db.write((tx) => on.topups.beginAuto(tx, owner(), sum()));
    return on.topups.look(id ?? expect.fail('none began'));
  };
  const account = (name: 'wallet' | 'ai-credit') =>
    on.db
      .read((tx) => on.world.ledger.balance(tx, { owner: owner(), account: name }))
      .then((micros) => micros / 10_000);
  const attempts = () =>
    on.db.read((tx) =>
      tx.selectFrom('topup_attempt').select(['id', 'kind', 'purpose', 'state']).orderBy('id').execute(),
    );
  const transfers = () =>
    on.db
      .read((tx) => tx.selectFrom('ledger_transfer').select('key').orderBy('key').execute())
      .then((rows) => rows.map(({ key }) => key));
  const charges = async () => (await on.theirs.charges.list({ limit: 100 })).data.filter(({ paid }) => paid).length;
  const hear = async (): Promise<void> => {
    await on.clock.advance(Seconds(1));
    for (const { body } of on.told) {
      const { id, type, data } = JSON.parse(body);
      await on.cardEvents.take({ eventId: id, type, accountId: null, objectId: data.object.id });
      await on.cardEvents.look(id);
    }
  };
  /** All that looks for what no event told of. */
  const reconcile = async (): Promise<void> => {
    await on.foundTopups.lookThrough();
    await on.topups.reconcile(signal);
    await on.topupReturns.reconcile(signal);
  };
  const isRight = async (): Promise<void> => {
    const { differing } = await on.world.ledger.verify();
    expect(differing).toEqual([]);
  };

  it('[R97] books each card payment that was forgotten once, over repeated runs, replicas and events about it', async () => {
    await topUp();
    await on.foundTopups.lookThrough();
    const backup = await kept.backup();
    await on.clock.advance(Hours(3));
    const [first, credit, automatic] = [await topUp(), await topUp('ai-credit'), await auto()];
    await on.theirs.refunds.create({ payment_intent: first.intent_id ?? '', amount: 5_000 });
    await on.topupReturns.reconcile(signal);
    const before = { wallet: await account('wallet'), credit: await account('ai-credit'), all: await transfers() };
    expect(before).toMatchObject({ wallet: 3 * AMOUNT - 5_000, credit: AMOUNT });

    await kept.restore(backup);
    expect([await account('wallet'), (await attempts()).length]).toEqual([AMOUNT, 1]);
    await Promise.all([reconcile(), reconcile()]);
    await hear();
    await reconcile();
    expect({ wallet: await account('wallet'), credit: await account('ai-credit'), all: await transfers() }).toEqual(
      before,
    );
    expect(await attempts()).toEqual(
      expect.arrayContaining([
        { id: first.id, kind: 'page', purpose: 'wallet', state: 'paid' },
        { id: credit.id, kind: 'page', purpose: 'ai-credit', state: 'paid' },
        { id: automatic?.id, kind: 'auto', purpose: 'wallet', state: 'paid' },
      ]),
    );
    expect(on.logged).toEqual([]);
    await isRight();
  });

  it('[R97] books by its event, and takes back by its refund’s, what it had forgotten', async () => {
    const backup = await kept.backup();
    const { intent_id: intent } = await topUp();
    await on.theirs.refunds.create({ payment_intent: intent ?? '', amount: 5_000 });
    await kept.restore(backup);
    await hear();
    expect(await account('wallet')).toBe(AMOUNT - 5_000);
    await reconcile();
    expect([await account('wallet'), (await transfers()).length]).toEqual([AMOUNT - 5_000, 2]);
    await isRight();
  });

  it('[R97] books what it knew as begun, whose page it had forgotten, and what it counts as over', async () => {
    const attempt = await on.db.write((tx) => on.topups.begin(tx, owner(), { ...sum(), by: 'user:usr_1' }));
    const backup = await kept.backup();
    const back = { returnUrl: 'https://console.example/back', cancelUrl: 'https://console.example/no' };
    await typeIn(await on.topups.openPage(attempt, back));
    expect((await on.topups.look(attempt.id))?.state).toBe('paid');
    await kept.restore(backup);
    await on.clock.advance(Days(1));
    await on.topups.reconcile(signal);
    expect(await attempts()).toMatchObject([{ state: 'cancelled' }]);
    await reconcile();
    await reconcile();
    expect(await attempts()).toMatchObject([{ state: 'paid' }]);
    expect([await account('wallet'), (await transfers()).length]).toEqual([AMOUNT, 1]);
  });

  it('[R97] charges no card again for what it has been charged for since the backup', async () => {
    const { billing } = on.world;
    on.on.due = createDueTopup({ clock: on.clock, billing });
    await topUp();
    const autoTopup = { enabled: true, thresholdCents: AMOUNT, amountCents: AMOUNT, monthlyMaxCents: null };
    await on.db.write((tx) => billing.putProfile(tx, { ownerKey: owner(), autoTopup }, 'user:usr_1'));
    const backup = await kept.backup();
    expect((await auto())?.state).toBe('paid');
    const before = await charges();
    await kept.restore(backup);
    expect(await auto()).toMatchObject({ state: 'cancelled', failed_code: 'no_longer_due' });
    expect([await charges(), await account('wallet')]).toEqual([before, 2 * AMOUNT]);
  });

  it('[R97] leaves to people what nobody here is the owner of, and looks at what is new by the provider’s own time', async () => {
    const pay = (marks: Record<string, string>) =>
      on.theirs.paymentIntents.create({
        amount: AMOUNT,
        currency: 'eur',
        payment_method: 'pm_card_visa',
        confirm: true,
        metadata: marks,
      });
    const theirs = {
      gatehouse_owner_key: 'org#org_00000000000000000000',
      gatehouse_purpose: 'wallet',
      gatehouse_kind: 'page',
    };
    await pay({});
    await pay({ gatehouse_attempt: 'tup_1' });
    await pay({ gatehouse_attempt: 'tup_2', ...theirs });
    await pay({ gatehouse_attempt: 'tup_3', ...theirs, gatehouse_owner_key: owner(), gatehouse_purpose: 'gold' });
    await on.foundTopups.lookThrough();
    expect([on.logged.length, await attempts(), await transfers()]).toEqual([3, [], []]);
    await on.clock.advance(Days(3));
    await pay({ gatehouse_attempt: 'tup_4', ...theirs, gatehouse_owner_key: owner() });
    await on.foundTopups.lookThrough();
    on.logged.splice(0);
    await on.foundTopups.lookThrough();
    expect([on.logged, await account('wallet')], 'it goes on two days before the newest').toEqual([[], AMOUNT]);
  });

  it('asks nobody in the first hour of a new cloud, and looks as far back from the next on', async () => {
    const backup = await kept.backup();
    await topUp();
    await kept.restore(backup);
    for (const passed of [0, 59]) {
      await on.clock.advance(Minutes(passed));
      await on.foundTopups.lookHourly();
      expect(await attempts()).toEqual([]);
    }
    await on.clock.advance(Minutes(1));
    await on.foundTopups.lookHourly();
    expect(await account('wallet')).toBe(AMOUNT);
  });

  it('[R97] settles what a bank’s file tells of once, however often the file is taken in before and after', async () => {
    const { statements, billing } = on.world;
    const { reference } = await on.db.write(async (tx) => {
      const found = await billing.owners.require(tx, owner());
      return billing.topups.create(tx, found, { amountCents: 10_000, dueDays: 14, by: 'user:usr_1' });
    });
    const entries = [
      entryXml({ text: reference, reference: 'BANK-1' }),
      entryXml({ text: 'who?', reference: 'BANK-2' }),
    ];
    const bytes = Buffer.from(camtXml({ closing: '200.00', entries }));
    const takeIn = async (): Promise<void> => {
      const file = await statements.read(bytes, undefined);
      const { fileId } = await on.db.write((tx) => statements.keep(tx, file, 'user:usr_1'));
      await statements.takeIn(fileId, signal);
    };
    const backup = await kept.backup();
    await takeIn();
    const before = await transfers();
    await kept.restore(backup);
    expect(await account('wallet')).toBe(0);
    await takeIn();
    await takeIn();
    expect([await account('wallet'), before.length, (await transfers()).length]).toEqual([10_000, 1, 1]);
    await isRight();
  });

  it('gives no number again that a tax document had, and none of the new series is left out', async () => {
    const { invoices, revocations, restored } = on.world;
    const place = { lines: ['Muskelstraße 1'], postcode: null, city: 'Berlin', country: 'DE' };
    const party = { name: 'Iron Gym GmbH', ...place, vatId: null, email: null };
    await on.db.write((tx) => invoices.customers.put(tx, owner(), party, 'user:test'));
    const numbers = async () =>
      (await on.db.read((tx) => invoices.page(tx, { ownerKey: owner() }, { limit: 10 }))).map(({ number }) => number);
    await topUp();
    await invoices.due.issueDue(signal);
    await revocations.beat();
    const backup = await kept.backup();
    await revocations.beat();
    await topUp();
    await invoices.due.issueDue(signal);
    const wentOut = await numbers();
    expect(wentOut.toSorted()).toEqual(['2026-000001', '2026-000002']);
    await kept.restore(backup);
    expect(await restored.revokeRestored()).toBe(true);
    await reconcile();
    await topUp();
    await invoices.due.issueDue(signal);
    expect((await numbers()).toSorted()).toEqual(['2026-000001', '2026-R0302093000-000001', '2026-R0302093000-000002']);
  });
});
