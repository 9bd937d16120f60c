import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { endingProcess } from '../../testing/ending-process.ts';
import { type PlatformApi, serveTwoPlatformApis } from '../../testing/platform-api.ts';
import type { AccountOf } from '../ledger/ledger.module.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by each test
  readonly json: any;
}
const BASE = '/api/admin/saas-billing';

describe.each(ENGINES)('matching payments on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  let key: string;
  beforeAll(async () => {
    api = await serveTwoPlatformApis(await open(), clock);
    key = encodeURIComponent(`facility#${api.world.facilityId}`);
  });
  afterAll(() => api.close());

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = api.callers.superAdmin.headers,
  ) => (await api.send({ method, path: `${BASE}${path}`, headers, ...(body && { body }) })) as Answer;
  const match = (body: object) => ask('POST', '/payments/match', body);
  const balance = async (): Promise<number> => (await ask('GET', `/wallets/${key}`)).json.balanceCents;
  const anInvoice = async (amountCents = 2_500): Promise<{ reference: string; invoiceId: string }> => {
    await api.moveOn();
    return (await ask('POST', `/wallets/${key}/topup-invoices`, { amountCents })).json;
  };
  const invoice = async (id: string) =>
    (await ask('GET', `/wallets/${key}`)).json.topupInvoices.find(
      ({ invoiceId }: { invoiceId: string }) => invoiceId === id,
    );

  it('credits once whichever write the process ends at', async () => {
    const { reference, invoiceId } = await anInvoice();
    const { db, endAfter } = endingProcess(api.world.db);
    const payment = { reference, force: false };
    const who = { by: 'user:test', actor: 'user:test' };
    const before = await balance();
    for (let at = 0; (await invoice(invoiceId)).state !== 'paid'; at++) {
      expect(await balance(), `ended at ${at}`).toBe(before);
      endAfter(at);
      await db.write((tx) => api.world.payments.match(tx, payment, who)).catch(() => undefined);
      expect(at).toBeLessThan(40);
    }
    await match({ reference });
    expect(await balance()).toBe(before + 2_500);
    expect((await api.world.ledger.verify()).differing).toEqual([]);
  });

  it('[R97] [R98] credits the wallet of a top-up invoice once, and says so of every further time', async () => {
    const before = await balance();
    const { reference, invoiceId } = await anInvoice();
    const settled = await match({
      reference: reference.toLowerCase(),
      paidAt: Math.floor(clock.wallMs() / 1_000) - 60,
    });
    expect(settled).toMatchObject({
      status: 200,
      json: { status: 'settled', kind: 'topup', payableId: invoiceId, expectedCents: 2_500, receivedCents: 2_500 },
    });
    const { transferId, settledAt } = settled.json;
    for (const amountCents of [undefined, 2_500, 9_999])
      expect(await match({ reference, ...(amountCents && { amountCents }) })).toMatchObject({
        status: 200,
        json: { status: 'already-settled', receivedCents: 2_500, transferId, settledAt },
      });
    expect(await balance()).toBe(before + 2_500);
    expect(await invoice(invoiceId)).toMatchObject({ state: 'paid', receivedCents: 2_500 });
    expect(await ask('POST', `/topup-invoices/${invoiceId}/cancel`)).toMatchObject({
      status: 409,
      json: { error: 'invoice_paid' },
    });
  });

  it('[R97] is settled once by many at once, over replicas', async () => {
    const before = await balance();
    const { reference } = await anInvoice();
    const all = await Promise.all(Array.from({ length: 9 }, () => match({ reference })));
    expect(all.map(({ json }) => json.status).sort()).toEqual([...Array(8).fill('already-settled'), 'settled']);
    expect(new Set(all.map(({ json }) => json.transferId)).size).toBe(1);
    expect(await balance()).toBe(before + 2_500);
  });

  it('[R96] against a cancellation one wins', async () => {
    const before = await balance();
    let credited = 0;
    for (let n = 0; n < 8; n++) {
      const { reference, invoiceId } = await anInvoice();
      const [matched, cancelled] = await Promise.all([
        match({ reference }),
        ask('POST', `/topup-invoices/${invoiceId}/cancel`),
      ]);
      const { state } = await invoice(invoiceId);
      expect([matched.status, cancelled.status]).toEqual(state === 'paid' ? [200, 409] : [409, 200]);
      if (state === 'paid') credited += 2_500;
    }
    expect(await balance()).toBe(before + credited);
  });

  it('[R99] refuses another amount unless it is forced, and credits what came then', async () => {
    const before = await balance();
    const { reference, invoiceId } = await anInvoice();
    const refused = await match({ reference, amountCents: 2_400 });
    expect(refused).toMatchObject({ status: 409, json: { error: 'amount_mismatch' } });
    expect(refused.json.message).toContain('2500 were expected, and 2400 came');
    expect(await match({ reference, amountCents: 2_400, force: true })).toMatchObject({
      status: 200,
      json: { status: 'settled', expectedCents: 2_500, receivedCents: 2_400 },
    });
    expect(await balance()).toBe(before + 2_400);
    expect(await invoice(invoiceId)).toMatchObject({ state: 'paid', receivedCents: 2_400 });
  });

  it('credits what came for a cancelled invoice only where it is forced, once, and the invoice stays cancelled', async () => {
    const before = await balance();
    const { reference, invoiceId } = await anInvoice();
    await ask('POST', `/topup-invoices/${invoiceId}/cancel`);
    expect(await match({ reference })).toMatchObject({ status: 409, json: { error: 'reference_cancelled' } });
    const forced = await Promise.all([1, 2, 3].map(() => match({ reference, force: true })));
    expect(forced.map(({ json }) => json.status).sort()).toEqual(['already-settled', 'already-settled', 'settled']);
    expect(await balance()).toBe(before + 2_500);
    expect(await invoice(invoiceId)).toMatchObject({ state: 'cancelled', receivedCents: 2_500 });
  });

  it('is forced by two people above the set sum', async () => {
    const before = await balance();
    const { reference } = await anInvoice(200_000);
    const waits = await match({ reference, amountCents: 150_000, force: true });
    expect(waits).toMatchObject({ status: 202, json: { status: 'awaiting-approval', transferId: null } });
    expect(await balance()).toBe(before);
    const second = await api.aCaller('second', { right: 'super-admin', scope: 'platform', scopeId: '' });
    const decide = (headers?: Record<string, string>) =>
      ask('POST', `/approvals/${waits.json.approvalId}`, { approve: true }, headers);
    expect((await decide()).json.error).toBe('approval_own');
    expect((await decide(second.headers)).json).toMatchObject({ state: 'approved', transferId: expect.any(String) });
    expect(await balance()).toBe(before + 150_000);
    expect((await match({ reference })).json).toMatchObject({ status: 'already-settled', receivedCents: 150_000 });
    // What was expected takes one person, however much it is.
    const { reference: another } = await anInvoice(200_000);
    expect((await match({ reference: another, amountCents: 200_000 })).json.status).toBe('settled');
  });

  it('[R99] says to whoever approves a match that nothing is paid by its reference', async () => {
    const { db, billing, facilityId } = api.world;
    const asked = { reference: '7K3M-Q0Z3', amountCents: 150_000, force: true, by: 'user:usr_1' };
    const ownerKey = `facility#${facilityId}` as const;
    const id = await db.write((tx) =>
      billing.approvals.ask(tx, { kind: 'match', ownerKey, amountCents: 150_000, asked, by: 'user:usr_1' }),
    );
    expect(await ask('POST', `/approvals/${id}`, { approve: true })).toMatchObject({
      status: 404,
      json: { error: 'reference_unknown' },
    });
    expect((await ask('POST', `/approvals/${id}`, { approve: false })).json).toMatchObject({ state: 'refused' });
  });

  /** A month of the facility that was closed, and is owed by its reference. */
  const aRecord = async (totalCents: number, month: string) => {
    const { db, billing, facilityId, orgId } = api.world;
    const payer = `facility#${facilityId}` as const;
    const id = `mrec_${month.replace('-', '')}0000000000`;
    const { reference } = await db.read((tx) => billing.recordTerms(tx, payer));
    await db.write(async (tx) => {
      const row = { id, payer_key: payer, org_id: orgId, month, method: 'invoice', lines: '[]', reference } as const;
      const owed = {
        total_cents: totalCents,
        micros: totalCents * 10_000,
        state: 'issued',
        received_cents: null,
      } as const;
      const times = { due_at: clock.wallMs(), closed_at: clock.wallMs(), paid_at: null };
      await tx
        .insertInto('monthly_record')
        .values({ ...row, ...owed, ...times })
        .execute();
      await billing.months.charge(tx, [{ recordId: id, payerKey: payer, method: 'invoice', totalCents }]);
    });
    return { id, reference };
  };
  const account = (kind: AccountOf['account']): Promise<number> => {
    const owner = `facility#${api.world.facilityId}` as const;
    return api.world.db.read((tx) => api.world.ledger.balance(tx, { owner, account: kind }));
  };

  it('[R97] [R98] [R99] marks a monthly record paid, once, and puts a forced difference to rounding', async () => {
    const before = await balance();
    const { id, reference } = await aRecord(10_000, '2026-01');
    expect(await account('receivable')).toBe(-100_000_000);
    expect((await match({ reference, amountCents: 9_999 })).json.error).toBe('amount_mismatch');
    const all = await Promise.all([1, 2, 3].map(() => match({ reference, amountCents: 10_000 })));
    expect(all.map(({ json }) => json.status).sort()).toEqual(['already-settled', 'already-settled', 'settled']);
    expect(all[0]?.json).toMatchObject({ kind: 'record', payableId: id, expectedCents: 10_000, receivedCents: 10_000 });
    expect([await account('receivable'), await account('rounding')]).toEqual([0, 0]);
    const less = await aRecord(5_000, '2026-02');
    expect((await match({ reference: less.reference, amountCents: 4_998, force: true })).json.status).toBe('settled');
    expect([await account('receivable'), await account('rounding')]).toEqual([0, -20_000]);
    const more = await aRecord(5_000, '2025-12');
    expect((await match({ reference: more.reference, amountCents: 5_003, force: true })).json.status).toBe('settled');
    expect([await account('receivable'), await account('rounding')]).toEqual([0, 10_000]);
    expect(await balance(), 'no wallet is touched').toBe(before);
  });

  it('[R100] takes references of the form XXXX-XXXX whose check letter fits, and Unix seconds', async () => {
    const { reference } = await anInvoice();
    const last = reference.at(-1) === '0' ? '1' : '0';
    for (const wrong of ['', 'ABCDEFGH', 'UUUU-UUUU', `${reference.slice(0, -1)}${last}`, `${reference} `, 7, null])
      expect((await match({ reference: wrong })).status).toBe(400);
    expect(await match({ reference: '0000-0000' })).toMatchObject({
      status: 404,
      json: { error: 'reference_unknown' },
    });
    const now = Math.floor(clock.wallMs() / 1_000);
    for (const paidAt of [now + Days(1) / 1_000 + 1, clock.wallMs(), -1, 1.5, '2026-03-10'])
      expect((await match({ reference, paidAt })).status).toBe(400);
    for (const amountCents of [0, -1, 1.5, 1e10 + 1, 1e308])
      expect((await match({ reference, amountCents })).status).toBe(400);
    expect((await match({ reference, paidAt: now + Days(1) / 1_000 })).status).toBe(200);
  });
});
