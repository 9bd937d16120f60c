import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { createConnectedAccounts } from './connected-accounts.ts';
import { describeAccount, stateOf } from './describe-account.ts';
import { windowOf } from './money-window.ts';
import { payprocWorld } from './testing/payproc-world.ts';

const NOW_ALL = { from: 0, to: Date.UTC(2030, 0, 1), after: '', limit: 50 };
const nobody = async () => undefined;

describe.each(ENGINES)('card payments of clubs on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  beforeEach(async () => {
    on = await payprocWorld(await open());
  });
  afterEach(() => on.close());
  const mark = () => ({ metadata: { facility_id: on.world.facilityId } });
  const find = () => on.connectedAccounts.find(on.read, on.world.orgId);

  it('have an account that is opened once, whatever gets lost, and whose standing is told in words', async () => {
    expect(stateOf(await find())).toBe('none');
    on.outside.faults.want({ kind: 'lost-answer', at: '/v1/accounts', times: 1 });
    await expect(on.connectedAccounts.open(on.world.orgId, 'test')).rejects.toMatchObject({
      code: 'payproc_unavailable',
    });
    const { accountId } = await on.connectedAccounts.open(on.world.orgId, 'test');
    expect((await on.theirs.accounts.list()).data.map(({ id }) => id)).toEqual([accountId]);
    expect([stateOf(await find()), describeAccount(await find())]).toEqual([
      'onboarding',
      [
        'Its owner has still to say who they are, by the link for that.',
        'Still to tell: the web address of the business, a bank account for payouts, an identity number, acceptance of the card provider’s terms.',
      ],
    ]);
    on.outside.acts['open-newest-account']?.();
    expect(await find()).toMatchObject({ accountId, bankLast4: '6789', schedule: { interval: 'daily', delayDays: 2 } });
    on.outside.acts['restrict-newest-account']?.();
    expect([stateOf(await find()), describeAccount(await find())]).toEqual([
      'restricted',
      [
        'No money is paid out.',
        'The card provider waits for what is past due.',
        'Past due: a photo of an identity document.',
      ],
    ]);
    on.outside.acts['reject-newest-account']?.();
    expect(stateOf(await find())).toBe('rejected');
  });

  it('have the account that was opened before, though a day has gone by since its answer was lost', async () => {
    on.outside.faults.want({ kind: 'lost-answer', at: '/v1/accounts', times: 1 });
    await expect(on.connectedAccounts.open(on.world.orgId, 'test')).rejects.toThrow();
    await on.clock.advance(Hours(30));
    await on.connectedAccounts.open(on.world.orgId, 'test');
    expect((await on.theirs.accounts.list()).data).toHaveLength(1);
  });

  it('are one list of charges, refunds and disputes, page by page, with what is left of each and its payout', async () => {
    const account = await on.openAccount();
    const first = await on.pay(account, mark());
    await on.clock.advance(Hours(1));
    await on.theirs.refunds.create({ payment_intent: first.id, amount: 900 }, { stripeAccount: account });
    await on.clock.advance(Hours(1));
    await on.pay(account, { ...mark(), payment_method: 'pm_card_createDispute' });
    await on.clock.advance(Days(2));
    const tellings: string[] = [];
    const all = await on.cardPayments.records(
      on.read,
      on.world.facilityId,
      NOW_ALL,
      async (text) => void tellings.push(text),
    );
    expect(all.next).toBeNull();
    expect(
      all.records.map(({ kind, amountCents, feeCents, netCents }) => [kind, amountCents, feeCents, netCents]),
    ).toEqual(
      expect.arrayContaining([
        ['dispute', -4_900, 1_500, -6_400],
        ['charge', 4_900, 172, 4_728],
        ['refund', -900, 0, -900],
      ]),
    );
    const paidOut = (await on.theirs.payouts.list({}, { stripeAccount: account })).data.length;
    expect(new Set(all.payouts.values()).size).toBe(paidOut);
    expect(tellings.at(-1)).toBe('Found 4 records.');
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await on.cardPayments.records(on.read, on.world.facilityId, { ...NOW_ALL, after, limit: 1 }, nobody);
      paged.push(...page.records.map(({ recordId }) => recordId));
      after = page.next;
    }
    expect(paged).toHaveLength(4);
    expect(new Set(paged)).toEqual(new Set(all.records.map(({ recordId }) => recordId)));
  });

  it('are seen at the facility that they are marked with, and unmarked only where there is no other', async () => {
    const account = await on.openAccount();
    await on.pay(account);
    const marked = await on.pay(account, mark());
    const count = async () =>
      (await on.cardPayments.records(on.read, on.world.facilityId, NOW_ALL, nobody)).records.length;
    expect(await count()).toBe(2);
    const { organisations, orgId } = on.world;
    const otherId = await organisations.createFacility({ orgId, name: 'Pool', timezone: 'Australia/Brisbane' });
    expect(await count()).toBe(1);
    const ofOther = await on.cardPayments.records(on.read, otherId, NOW_ALL, nobody);
    expect(ofOther.records).toEqual([]);
    await expect(on.cardPayments.cancel(on.read, otherId, marked.id)).rejects.toMatchObject({
      code: 'payment_intent_unknown',
    });
    const as = (scopeId: typeof otherId) => ({
      grants: [{ right: 'facility-manager', scope: 'facility', scopeId } as const],
    });
    expect(await on.cardPayments.visible(on.read, as(on.world.facilityId), marked.id)).toMatchObject({
      state: 'succeeded',
    });
    await expect(on.cardPayments.visible(on.read, as(otherId), marked.id)).rejects.toMatchObject({
      code: 'payment_intent_unknown',
    });
  });

  it('are cancelled once, and not where money has gone', async () => {
    const account = await on.openAccount();
    const begun = await on.pay(account, { ...mark(), confirm: false });
    const cancel = (id: string) => on.cardPayments.cancel(on.read, on.world.facilityId, id);
    on.outside.faults.want({ kind: 'lost-answer', at: `/v1/payment_intents/${begun.id}/cancel`, times: 1 });
    await expect(cancel(begun.id)).rejects.toMatchObject({ code: 'payproc_unavailable' });
    expect(await cancel(begun.id)).toMatchObject({ changed: false, intent: { state: 'canceled' } });
    const other = await on.pay(account, { ...mark(), confirm: false });
    expect([(await cancel(other.id)).changed, (await cancel(other.id)).changed]).toEqual([true, false]);
    const paid = await on.pay(account, mark());
    await expect(cancel(paid.id)).rejects.toMatchObject({ code: 'not_cancellable' });
    await expect(cancel('pi_none')).rejects.toMatchObject({ code: 'payment_intent_unknown' });
  });

  it('are taken by phones at the domains of the platform and the facility, each once', async () => {
    await on.openAccount();
    const { organisations, facilityId } = on.world;
    await on.db.write((tx) => organisations.updateFacility(tx, facilityId, { websiteUrl: 'https://harbour.example/' }));
    on.outside.unverified.add('harbour.example');
    const enable = () => on.cardPayments.enableWallets(on.read, facilityId);
    expect(await enable()).toEqual({
      changed: true,
      data: [
        { domain: 'gym.example', applePay: true, googlePay: true, problem: null },
        { domain: 'harbour.example', applePay: false, googlePay: true, problem: expect.stringContaining('verified') },
      ],
    });
    expect((await enable()).changed).toBe(false);
    on.outside.unverified.clear();
    expect(await enable()).toMatchObject({
      changed: true,
      data: [{ problem: null }, { applePay: true, problem: null }],
    });
  });

  it.each([
    [{ kind: 'too-many', retryAfterSeconds: 7 }, '7'],
    [{ kind: 'refuse', status: 500 }, '30'],
    [{ kind: 'cut' }, '30'],
    [{ kind: 'page' }, '30'],
    [{ kind: 'endless' }, '30'],
  ] as const)('say when to come again where the provider does %j', async (fault, seconds) => {
    await on.openAccount();
    on.outside.faults.want({ ...fault, times: 1 });
    await expect(find()).rejects.toMatchObject({
      code: 'payproc_unavailable',
      detail: { headers: { 'Retry-After': seconds } },
    });
    expect(stateOf(await find())).toBe('active');
  });

  it('are not there where nobody is configured to take cards', async () => {
    const none = createConnectedAccounts({
      ...on.world,
      clock: on.clock,
      random: () => new Uint8Array(),
      payproc: undefined,
    });
    expect(() => none.provider()).toThrow('No card provider is configured here.');
  });
});

describe('the time that lists of money are about', () => {
  const now = Date.UTC(2026, 2, 1);
  it('is the last 30 days unless said, never longer than 366, and never backwards', () => {
    expect(windowOf({}, now)).toEqual({ from: now - Days(30), to: now });
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.nat(2_000_000_000), (fromDate, toDate) => {
        const isGood = fromDate < toDate && toDate - fromDate <= 366 * 86_400;
        const asked = () => windowOf({ fromDate, toDate }, now);
        if (isGood) expect(asked()).toEqual({ from: fromDate * 1_000, to: toDate * 1_000 });
        else expect(asked).toThrow();
      }),
    );
  });
});
