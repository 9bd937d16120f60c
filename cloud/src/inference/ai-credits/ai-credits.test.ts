import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { fieldOf } from '../ai-settings/testing/at-facility.ts';
import { aRequest, keepRequests } from '../ai-usage/testing/some-requests.ts';
import { crediting, EURO } from './testing/crediting.ts';

describe.each(ENGINES)('AI credit on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  const {
    on,
    aFacility,
    ask,
    get,
    post,
    router,
    owner,
    rows,
    topUp,
    use,
    adjust,
    overview,
    change,
    pause,
    nextDays,
    expectWhole,
  } = crediting(open, clock);

  it('says how it stands: what there is, how long it lasts, what limits it', async () => {
    expect(await overview()).toMatchObject({
      ...{
        currency: 'EUR',
        enabled: false,
        balanceMicros: 0,
        availableMicros: 0,
        runwayDays: null,
        spendLimit: null,
        gateUrl: null,
      },
      autoRecharge: { enabled: false, thresholdCents: null, amountCents: null },
      timezone: 'Europe/Berlin',
    });
    await topUp(50 * EURO);
    await use(EURO);
    await keepRequests(on.api.world.db, [aRequest(on.clubID, clock.wallMs() - Hours(1), { cost_micros: 7 * EURO })]);
    const spendLimit = { limitCents: 500, reset: 'week' } as const;
    await change({ spendLimit });
    await on.api.world.db.write(async (tx) => {
      const counter = { subject: `facility:${on.clubID}`, held_micros: 0 };
      await tx
        .insertInto('ai_counter')
        .values([
          { ...counter, span: 'week:2026-W10', used_micros: 9, ends_at: clock.wallMs() - 1 },
          { ...counter, span: 'week:2026-W11', used_micros: 5, ends_at: clock.wallMs() + Days(6) },
          { ...counter, span: 'total:0', used_micros: 8, ends_at: null },
        ])
        .execute();
      const hold = { key: `inf:${on.clubID}`, currency: on.api.world.ledger.currency, micros: 9 * EURO };
      const at = { owner: owner(), account: 'ai-credit' } as const;
      await on.api.world.ledger.hold(tx, { ...at, ...hold, expiresAt: clock.wallMs() + Days(1) });
    });
    expect(await overview()).toMatchObject({
      ...{ balanceMicros: 49 * EURO, availableMicros: 40 * EURO, heldMicros: 9 * EURO, runwayDays: 40 },
      spendLimit: { ...spendLimit, usedMicros: 5, resetsAt: '2026-03-15T23:00:00.000Z' },
    });
    expect((await router('GET', '')).json.balanceMicros).toBe(49 * EURO);
    expect((await get('/overview?tz=Nowhere')).status).toBe(400);
  });

  it('is topped up by card, or by an invoice whose payment is matched', async () => {
    const card = (await post('/topup', { amountCents: 5_000, method: 'card' })).json;
    expect(card).toMatchObject({ state: 'open', url: expect.stringContaining('https://'), invoiceId: null });
    expect((await post('/topup/confirm', { topupId: card.topupId })).json).toMatchObject({ state: 'open' });
    const foreign = on.clubID;
    on.clubID = await aFacility();
    expect((await post('/topup/confirm', { topupId: card.topupId })).json.error).toBe('topup_unknown');
    on.clubID = foreign;

    const invoice = (await post('/topup', { amountCents: 5_000, method: 'transfer' })).json;
    expect(invoice).toMatchObject({ state: 'pending', topupId: null, reference: expect.stringMatching(/^.{4}-.{4}$/) });
    const payment = { reference: invoice.reference, amountCents: 5_000 };
    const matched = () => ask('POST', '/api/admin/saas-billing/payments/match', payment, 'superAdmin');
    expect((await matched()).json.status).toBe('settled');
    expect((await matched()).json.status).toBe('already-settled');
    expect(await rows()).toMatchObject([
      { type: 'topup', micros: 50 * EURO, about: invoice.invoiceId, hasReceipt: true },
    ]);
    for (const amountCents of [499, 1_000_001, 500.5])
      expect(fieldOf(await post('/topup', { amountCents, method: 'card' }))).toBe('body.amountCents');
    expect((await get('/payment-method')).json).toEqual({ kind: 'none', brand: null, last4: null, expires: null });
  });

  it('recharges by itself at the threshold, by the card that was left for that, one open at a time', async () => {
    const autoRecharge = { enabled: true, thresholdCents: 1_000, amountCents: 5_000 };
    await post('/enable', {});
    await change({ autoRecharge });
    const customer = {
      ...{ owner_key: owner(), id: `pcus_${on.clubID}`, customer_id: 'cus_1', method_id: 'pm_1' },
      ...{ brand: 'visa', last4: '4242', card_expires: '2029-08', agreed_at: 1, agreed_by: 'test' },
      ...{ failures: 0, off_code: null, retry_at: null, made_at: 1 },
    };
    await on.api.world.db.write((tx) => tx.insertInto('payproc_customer').values(customer).execute());
    const begun = async () => {
      await on.api.world.aiTopups.beginDue(new AbortController().signal);
      const attempts = await on.api.world.db.read((tx) =>
        tx
          .selectFrom('topup_attempt')
          .where('owner_key', '=', owner())
          .select(['purpose', 'amount_cents', 'kind'])
          .execute(),
      );
      return attempts.map(({ purpose, kind, amount_cents }) => [purpose, kind, Number(amount_cents)]);
    };
    await topUp(10 * EURO + 1);
    expect(await begun()).toEqual([]);
    await use(1);
    expect(await begun()).toEqual([['ai-credit', 'auto', 5_000]]);
    expect(await begun()).toHaveLength(1);
    expect((await get('/payment-method')).json).toEqual({
      ...{ kind: 'card', brand: 'visa' },
      ...{ last4: '4242', expires: '2029-08' },
    });
    await pause();
    expect(await on.api.world.db.read((tx) => on.api.world.aiTopups.due(tx, owner()))).toBeUndefined();
  });

  it('[R103] is adjusted by operators, with a note, up to 5,000 either way, and never below what there is', async () => {
    expect((await adjust(2_500, 'For the outage')).json).toMatchObject({ approvalId: null, balanceMicros: 25 * EURO });
    expect((await adjust(-1_000, 'Too much')).json).toMatchObject({ balanceMicros: 15 * EURO });
    expect((await adjust(-1_501, 'Far too much')).json.error).toBe('insufficient_balance');
    expect(fieldOf(await adjust(100))).toBe('body.note');
    for (const wrong of [0, 500_001, -500_001, 1.5]) expect(fieldOf(await adjust(wrong, 'x'))).toBe('body.amountCents');
    expect(await rows()).toMatchObject([
      { type: 'adjustment', micros: -10 * EURO, note: 'Too much', hasReceipt: false },
      { type: 'adjustment', micros: 25 * EURO, note: 'For the outage' },
    ]);
    expect(await expectWhole()).toBe(15 * EURO);
  });

  it('[R103] takes a second person for what is much: 5,000 are accepted, and posted once another says so', async () => {
    const asked = await adjust(500_000, 'For the year');
    expect([asked.status, asked.json.transactionId, asked.json.balanceMicros]).toEqual([202, null, 0]);
    const decide = (caller: 'superAdmin') =>
      ask('POST', `/api/admin/saas-billing/approvals/${asked.json.approvalId}`, { approve: true }, caller);
    expect((await decide('superAdmin')).json.error).toBe('approval_own');
    const { headers } = await on.api.aCaller('second', { right: 'super-admin', scope: 'platform', scopeId: '' });
    const sent = {
      method: 'POST',
      path: `/api/admin/saas-billing/approvals/${asked.json.approvalId}`,
      headers,
    } as const;
    for (const changed of [true, false]) {
      await on.api.moveOn();
      expect((await on.api.send({ ...sent, body: { approve: true } })).json).toMatchObject({ changed });
    }
    expect(await rows()).toMatchObject([{ micros: 5_000 * EURO, note: 'For the year' }]);
  });

  it('[R151] is granted by global admins alone', async () => {
    const grant = { amountCents: 2_500, note: 'To try it with' };
    expect((await post('/admin/grant-credit', grant, 'orgAdmin')).status).toBe(403);
    expect((await post('/admin/grant-credit', grant, 'platformAdmin')).status).toBe(403);
    expect((await post('/admin/grant-credit', grant, 'globalAdmin')).json.balanceMicros).toBe(25 * EURO);
    for (const amountCents of [0, -1, 500_001])
      expect(fieldOf(await post('/admin/grant-credit', { ...grant, amountCents }, 'globalAdmin'))).toBe(
        'body.amountCents',
      );
  });

  it('shows operators in the directory what there is, and who is paused', async () => {
    await topUp(3 * EURO);
    await pause();
    const { data } = await on.api.world.db.read((tx) =>
      on.api.world.billing.directory(tx, {
        after: `facility#${on.clubID.slice(0, -1)}`,
        limit: 5,
        includeArchived: true,
      }),
    );
    const line = data.find(({ ownerKey }) => ownerKey === owner());
    expect(line?.ai).toEqual({ availableMicros: 3 * EURO, paused: true });
  });

  it('counts in analytics what closed days came to, of the facility, its organisation and the platform', async () => {
    const { orgId } = on.api.world;
    const read = async (scope: Parameters<typeof on.api.world.billingAnalytics.read>[0]['scope']) =>
      (await on.api.world.billingAnalytics.read({ scope, months: 2, includeArchived: false, refresh: true })).totals
        .aiMicros;
    const all = async () => [
      await read({ kind: 'platform' }),
      await read({ kind: 'org', orgId }),
      await read({ kind: 'facility', orgId, facilityId: on.clubID }),
    ];
    // What others have used is closed by then.
    await nextDays(2);
    const before = await all();
    await topUp(EURO);
    await use(11);
    expect(await all()).toEqual(before);
    await nextDays(2);
    expect((await all()).map((micros, at) => micros - (before[at] ?? 0))).toEqual([11, 11, 11]);
  });

  it('tells those whose credit comes to its end, once until money has come in again', async () => {
    const told = async () =>
      (
        await on.api.world.db.read((tx) =>
          tx
            .selectFrom('operator_event')
            .where('facility_id', '=', on.clubID)
            .orderBy('written')
            .select('type')
            .execute(),
        )
      ).map(({ type }) => type);
    const tell = () => on.api.world.tellAiCredit(new AbortController().signal);
    await on.api.world.db.write((tx) => on.api.world.aiSettings.changes.enable(tx, on.clubID, 'user:test'));
    await tell();
    expect(await told()).toEqual([]);
    await topUp(10 * EURO);
    await keepRequests(on.api.world.db, [aRequest(on.clubID, clock.wallMs() - 1, { cost_micros: 8 * EURO })]);
    await use(8 * EURO);
    await Promise.all([tell(), tell()]);
    expect(await told()).toEqual(['ai_credits.low']);
    await use(2 * EURO);
    await tell();
    await tell();
    expect(await told()).toEqual(['ai_credits.low', 'ai_credits.used_up']);
    await topUp(100 * EURO);
    await tell();
    expect(await told()).toHaveLength(2);
  });
});
