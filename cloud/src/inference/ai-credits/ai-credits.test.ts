import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownerKeyOf } from '../../commerce/ledger/ledger.module.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { textOfPdf } from '../../kit/documents/testing/text-of-pdf.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { aRequest, keepRequests } from '../ai-usage/testing/some-requests.ts';
import { createAiReceipts } from './ai-receipts.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by each test
  readonly json: any;
  readonly bytes?: Uint8Array;
}
interface Row {
  readonly transactionId: string;
  readonly type: string;
  readonly micros: number;
  readonly at: string;
}
const EURO = 1_000_000;
const sum = (rows: readonly number[]) => rows.reduce((all, one) => all + one, 0);

describe.each(ENGINES)('AI credit on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  let clubID: FacilityId;
  let n = 0;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());
  const aFacility = () =>
    api.world.organisations.createFacility({ orgId: api.world.orgId, name: `Gym ${n++}`, timezone: 'Europe/Berlin' });
  // A facility of its own for each test.
  beforeEach(async () => {
    clubID = await aFacility();
    await api.moveOn();
  });

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    caller: keyof PlatformApi['callers'] = 'orgAdmin',
  ): Promise<Answer> => {
    const { headers } = api.callers[caller];
    await api.moveOn();
    return api.send({ method, path, headers, ...(body && { body }) }) as Promise<Answer>;
  };
  const get = (path: string) => ask('GET', `/api/clubs/${clubID}/ai-credits${path}`);
  const post = (path: string, body: object, caller?: keyof PlatformApi['callers']) =>
    ask('POST', `/api/clubs/${clubID}/ai-credits${path}`, body, caller);
  const router = () => `/api/admin/saas-billing/model-router/facilities/${clubID}`;
  const adjust = (amountCents: unknown, note?: string, caller: keyof PlatformApi['callers'] = 'superAdmin') =>
    ask('POST', `${router()}/adjust`, { amountCents, ...(note && { note }) }, caller);
  const fieldOf = ({ json }: Answer) => json.errors?.[0]?.path;
  const overview = async () => (await get('/overview')).json;
  const owner = () => ownerKeyOf({ kind: 'facility', id: clubID });

  const move = (kind: string, micros: number, sides: object, about: string) =>
    api.world.db.write((tx) =>
      api.world.ledger.post(tx, {
        ...{ key: `${kind}:${about}`, kind, about, micros, currency: api.world.ledger.currency, by: 'system:test' },
        ...(sides as { debit: never; credit: never }),
      }),
    );
  const account = (name: string) => ({ owner: owner(), account: name });
  const topUp = async (micros: number) => {
    await api.moveOn();
    const sides = { debit: account('card-clearing'), credit: account('ai-credit') };
    const { transferId } = await move('topup', micros, sides, `tup_${n++}`);
    return `atx_${transferId.slice(4)}`;
  };
  const use = (micros: number) =>
    move('usage', micros, { debit: account('ai-credit'), credit: account('revenue') }, `gen_${n++}`);
  const bear = async (micros: number) => {
    await api.moveOn();
    return move('trueup-shortfall', micros, { debit: account('shortfall'), credit: account('revenue') }, `gen_${n++}`);
  };
  /** Night falls, and what has to be done by then is. */
  const nextDays = async (days: number) => {
    await clock.advance(Days(days));
    await api.world.ledger.seal();
    await api.world.closeAiDays();
  };
  const rows = async (query = ''): Promise<Row[]> => (await get(`/transactions?limit=200${query}`)).json.data;
  /** All transactions and the open days are the balance, whatever happened. */
  const expectWhole = async () => {
    const { data, balanceMicros, openMicros } = (await get('/transactions?limit=200')).json;
    expect(sum(data.map(({ micros }: Row) => micros)) + openMicros).toBe(balanceMicros);
    return balanceMicros;
  };

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
    await keepRequests(api.world.db, [aRequest(clubID, clock.wallMs() - Hours(1), { cost_micros: 7 * EURO })]);
    const spendLimit = { limitCents: 500, reset: 'week' } as const;
    await api.world.db.write(async (tx) => {
      await api.world.aiSettings.changes.change(tx, clubID, { spendLimit }, 'test');
      const counter = { subject: `facility:${clubID}`, held_micros: 0 };
      await tx
        .insertInto('ai_counter')
        .values([
          { ...counter, span: 'week:2026-W10', used_micros: 9, ends_at: clock.wallMs() - 1 },
          { ...counter, span: 'week:2026-W11', used_micros: 5, ends_at: clock.wallMs() + Days(6) },
          { ...counter, span: 'total:0', used_micros: 8, ends_at: null },
        ])
        .execute();
      const hold = { key: `inf:${clubID}`, currency: api.world.ledger.currency, micros: 9 * EURO };
      const at = { owner: owner(), account: 'ai-credit' } as const;
      await api.world.ledger.hold(tx, { ...at, ...hold, expiresAt: clock.wallMs() + Days(1) });
    });
    expect(await overview()).toMatchObject({
      ...{ balanceMicros: 49 * EURO, availableMicros: 40 * EURO, heldMicros: 9 * EURO, runwayDays: 40 },
      spendLimit: { ...spendLimit, usedMicros: 5, resetsAt: '2026-03-15T23:00:00.000Z' },
    });
    expect((await ask('GET', router(), undefined, 'superAdmin')).json.balanceMicros).toBe(49 * EURO);
    expect((await get('/overview?tz=Nowhere')).status).toBe(400);
  });

  it('is topped up by card, or by an invoice whose payment is matched', async () => {
    const card = (await post('/topup', { amountCents: 5_000, method: 'card' })).json;
    expect(card).toMatchObject({ state: 'open', url: expect.stringContaining('https://'), invoiceId: null });
    expect((await post('/topup/confirm', { topupId: card.topupId })).json).toMatchObject({ state: 'open' });
    const foreign = clubID;
    clubID = await aFacility();
    expect((await post('/topup/confirm', { topupId: card.topupId })).json.error).toBe('topup_unknown');
    clubID = foreign;

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
    await api.world.db.write(async (tx) => {
      await api.world.aiSettings.changes.enable(tx, clubID, 'test');
      await api.world.aiSettings.changes.change(tx, clubID, { autoRecharge }, 'test');
      await tx
        .insertInto('payproc_customer')
        .values({
          ...{
            owner_key: owner(),
            id: `pcus_${n}`,
            customer_id: 'cus_1',
            method_id: 'pm_1',
            brand: 'visa',
            last4: '4242',
            card_expires: '2029-08',
          },
          ...{ agreed_at: 1, agreed_by: 'test', failures: 0, off_code: null, retry_at: null, made_at: 1 },
        })
        .execute();
    });
    const begun = async () => {
      await api.world.aiTopups.beginDue(new AbortController().signal);
      const attempts = await api.world.db.read((tx) =>
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
    await api.world.db.write((tx) =>
      api.world.aiSettings.changes.pause(tx, clubID, { paused: true, reason: null, by: 'test' }),
    );
    expect(await api.world.db.read((tx) => api.world.aiTopups.due(tx, owner()))).toBeUndefined();
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
    const { headers } = await api.aCaller(`second${n++}`, { right: 'super-admin', scope: 'platform', scopeId: '' });
    const sent = {
      method: 'POST',
      path: `/api/admin/saas-billing/approvals/${asked.json.approvalId}`,
      headers,
    } as const;
    for (const changed of [true, false]) {
      await api.moveOn();
      expect((await api.send({ ...sent, body: { approve: true } })).json).toMatchObject({ changed });
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

  it('[R143] [R144] lists what moved it: requests as one a day, and with the open day it is the balance', async () => {
    const began = Math.floor(clock.wallMs() / 1_000);
    await topUp(50 * EURO);
    await use(3);
    await use(4);
    await bear(9);
    expect(await rows()).toMatchObject([
      { type: 'trueup-shortfall', micros: 0, coveredMicros: 9 },
      { type: 'topup', micros: 50 * EURO },
    ]);
    expect((await get('/transactions')).json).toMatchObject({ openMicros: -7, balanceMicros: 50 * EURO - 7 });
    const day = new Date(clock.wallMs()).toISOString().slice(0, 10);
    await nextDays(2);
    await api.world.closeAiDays();
    const charged = { type: 'charge-reconcile', micros: -7, requests: 2, day, about: day };
    expect((await rows())[0]).toMatchObject(charged);
    expect((await get('/transactions')).json.openMicros).toBe(0);
    await use(5);
    await topUp(EURO);
    expect(await expectWhole()).toBe(51 * EURO - 12);

    expect((await rows('&types=charge-reconcile')).map(({ type }) => type)).toEqual(['charge-reconcile']);
    expect((await rows('&types=topup,trueup-shortfall')).map(({ type }) => type)).toEqual([
      ...['topup', 'trueup-shortfall', 'topup'],
    ]);
    const all = await rows();
    const first = all.at(-1) as Row;
    const at = Math.floor(Date.parse(first.at) / 1_000);
    expect(await rows(`&types=topup&from=${at}&to=${at}`)).toEqual([first]);
    expect(await rows(`&to=${began - 1}`)).toEqual([]);
    const paged: Row[] = [];
    for (let after = ''; ; ) {
      const { data, next } = (await get(`/transactions?limit=2${after}`)).json;
      paged.push(...data);
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(paged).toEqual(all);
    for (const wrong of ['limit=201', 'limit=0', 'types=wallet', 'types=topup,,refund', 'from=x'])
      expect((await get(`/transactions?${wrong}`)).status).toBe(400);
    expect((await ask('GET', `${router()}/transactions?limit=200`, undefined, 'superAdmin')).json.data).toEqual(all);
  });

  it('[R146] [R147] has statements of months whose rows lead from the opening to the closing, and stay as they are', async () => {
    const month = new Date(clock.wallMs()).toISOString().slice(0, 7);
    await topUp(20 * EURO);
    await use(EURO);
    await move('refund', 2 * EURO, { debit: account('ai-receivable'), credit: account('card-clearing') }, `tup_${n++}`);
    await nextDays(1);
    await use(EURO);
    const [open] = (await get('/usage-statements')).json.data;
    expect(open).toEqual({
      ...{ month, openingMicros: 0, topupMicros: 20 * EURO, refundMicros: -2 * EURO, adjustmentMicros: 0 },
      ...{ usageMicros: -2 * EURO, requests: 2, closingMicros: 16 * EURO, final: false },
    });
    expect((await overview()).balanceMicros).toBe(16 * EURO);
    while (new Date(clock.wallMs()).toISOString().slice(0, 7) === month) await nextDays(1);
    expect((await get('/usage-statements')).json.data[1]).toEqual({ ...open, final: false });
    await nextDays(2);
    const [now, before] = (await get('/usage-statements')).json.data;
    expect(before).toEqual({ ...open, final: true });
    expect(now.openingMicros).toBe(before.closingMicros);

    const file = () => get(`/usage-statements/${month}/statement.pdf`) as Promise<Answer & { bytes: Uint8Array }>;
    const kept = await api.world.aiStatements.file(clubID, month);
    expect((await file()).status).toBe(200);
    const { text } = await textOfPdf(kept.bytes);
    expect(text).toContain('16.000000 EUR');
    await api.world.db.write((tx) => api.world.organisations.updateFacility(tx, clubID, { name: 'Renamed' }));
    await nextDays(5);
    expect(Buffer.from((await api.world.aiStatements.file(clubID, month)).bytes).equals(kept.bytes)).toBe(true);
    expect(
      (await ask('GET', `${router()}/usage-statements/${month}/statement.pdf`, undefined, 'superAdmin')).status,
    ).toBe(200);

    for (const wrong of ['months=25', 'months=0', 'year=x'])
      expect((await get(`/usage-statements?${wrong}`)).status).toBe(400);
    expect((await get('/usage-statements?months=1')).json.data).toHaveLength(1);
    expect((await get('/usage-statements?year=2025&months=1')).json.data).toEqual([]);
    for (const wrong of ['2026-1', '2026-13', '202603', '2026-03-01']) {
      expect((await get(`/usage-statements/${wrong}/statement.pdf`)).status).toBe(400);
      expect((await get(`/usage-statements/${wrong}/detail.csv`)).status).toBe(400);
    }
    expect((await get('/usage-statements/2099-01/statement.pdf')).json.error).toBe('statement_unknown');
    expect((await get(`/transactions/available-periods?types=topup`)).json.data).toEqual([month]);
    expect((await get(`/usage-statements/${month}/detail.csv`)).status).toBe(200);
  });

  it('[R145] has receipts with numbers without gaps, also as one file, which one wrong id refuses whole', async () => {
    const year = new Date(clock.wallMs()).getUTCFullYear();
    const [first, second] = [await topUp(5 * EURO), await topUp(6 * EURO)];
    await adjust(100, 'x');
    const other = (await rows()).find(({ type }) => type === 'adjustment')?.transactionId ?? '';
    const read = (id: string) => api.world.aiReceipts.read(clubID, id);
    const [one, again] = [await read(first), await read(first)];
    expect([again.name, Buffer.from(again.bytes).equals(one.bytes)]).toEqual([one.name, true]);
    expect((await textOfPdf(one.bytes)).text).toContain('EUR 5.00');
    const [late, same] = await Promise.all([read(second), read(second)]);
    expect(same?.name).toBe(late?.name);
    const numberOf = (name = '') => Number(new RegExp(`^R-${year}-(\\d{6})\\.pdf$`).exec(name)?.[1]);
    expect(numberOf(late?.name)).toBe(numberOf(one.name) + 1);
    const places = await api.world.db.read((tx) =>
      tx.selectFrom('ai_receipt').where('year', '=', year).orderBy('place').select('place').execute(),
    );
    expect(places.map(({ place }) => Number(place))).toEqual(places.map((_, at) => at + 1));

    const files = unzipSync(await api.world.aiReceipts.zip(clubID, [second, first]));
    expect(Object.keys(files)).toEqual([one.name, late?.name]);
    expect(strFromU8(files[one.name] as Uint8Array, true).startsWith('%PDF')).toBe(true);
    const zip = (ids: string) => get(`/transactions/receipts.zip?ids=${ids}`);
    expect((await zip(`${first},${second},${first}`)).status).toBe(200);
    clubID = await aFacility();
    const foreign = await topUp(EURO);
    expect((await get(`/transactions/${first}/receipt.pdf`)).json.error).toBe('receipt_unknown');
    for (const ids of [first, `${foreign},${other}`, `${foreign},nonsense`, ''])
      expect([ids, fieldOf(await zip(ids))]).toEqual([ids, 'query.ids']);
    expect(fieldOf(await get('/transactions/receipts.zip'))).toBe('query.ids');
  });

  it('[R145] puts 50 receipts into one file, and refuses 51', async () => {
    const many: string[] = [];
    for (let at = 0; at < 50; at++) many.push(await topUp(EURO));
    // Making them takes a processor seconds: what they look like is proven above.
    const { db, ledger, organisations, invoices, aiTransactions: transactions } = api.world;
    const documents = { pdf: async () => Buffer.from('%PDF') };
    const receipts = createAiReceipts({ db, clock, ledger, organisations, invoices, documents, transactions });
    expect(Object.keys(unzipSync(await receipts.zip(clubID, many)))).toHaveLength(50);
    const refused = async (ids: readonly string[]) =>
      (await get(`/transactions/receipts.zip?ids=${ids.join(',')}`)).json.errors[0];
    const unknown = many.map((id, at) => (at === 49 ? 'atx_0000000000000000' : id));
    expect(await refused(unknown)).toMatchObject({ path: 'query.ids', rule: 'unknown' });
    expect((await refused([...many, await topUp(EURO)])).message).toContain('50');
  });

  it('shows operators in the directory what there is, and who is paused', async () => {
    await topUp(3 * EURO);
    await api.world.db.write((tx) =>
      api.world.aiSettings.changes.pause(tx, clubID, { paused: true, reason: null, by: 'test' }),
    );
    const { data } = await api.world.db.read((tx) =>
      api.world.billing.directory(tx, { after: `facility#${clubID.slice(0, -1)}`, limit: 5, includeArchived: true }),
    );
    const line = data.find(({ ownerKey }) => ownerKey === owner());
    expect(line?.ai).toEqual({ availableMicros: 3 * EURO, paused: true });
  });

  it('counts in analytics what closed days came to, of the facility, its organisation and the platform', async () => {
    const { orgId } = api.world;
    const read = async (scope: Parameters<typeof api.world.billingAnalytics.read>[0]['scope']) =>
      (await api.world.billingAnalytics.read({ scope, months: 2, includeArchived: false, refresh: true })).totals
        .aiMicros;
    const all = async () => [
      await read({ kind: 'platform' }),
      await read({ kind: 'org', orgId }),
      await read({ kind: 'facility', orgId, facilityId: clubID }),
    ];
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
        await api.world.db.read((tx) =>
          tx.selectFrom('operator_event').where('facility_id', '=', clubID).orderBy('written').select('type').execute(),
        )
      ).map(({ type }) => type);
    const tell = () => api.world.tellAiCredit(new AbortController().signal);
    await api.world.db.write((tx) => api.world.aiSettings.changes.enable(tx, clubID, 'user:test'));
    await tell();
    expect(await told()).toEqual([]);
    await topUp(10 * EURO);
    await keepRequests(api.world.db, [aRequest(clubID, clock.wallMs() - 1, { cost_micros: 8 * EURO })]);
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

  // The last here: all that come after it are of the new series.
  it('gives no receipt a number that may have gone out before a restore', async () => {
    const { db, aiReceipts, invoices } = api.world;
    const [before, after] = [await topUp(EURO), await topUp(EURO)];
    const { name } = await aiReceipts.read(clubID, before);
    expect(name).toMatch(/^R-\d{4}-\d{6}\.pdf$/);
    await db.write((tx) => invoices.passGivenPlaces(tx));
    expect((await aiReceipts.read(clubID, after)).name).toMatch(/^R-\d{4}-R\d{10}-\d{6}\.pdf$/);
    expect((await aiReceipts.read(clubID, before)).name).toBe(name);
  });
});
