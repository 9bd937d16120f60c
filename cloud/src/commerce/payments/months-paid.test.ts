import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { ownerKeyOf } from '../ledger/owner-key.ts';

const SIGNAL = new AbortController().signal;
const BASE = '/api/admin/saas-billing';

/** From days that are counted to money that came: a facility that pays by invoice beside one that pays by wallet. */
describe.each(ENGINES)('the month of a payer on $name', ({ open }) => {
  const clock = new ManualClock('2026-01-29T00:00:00.000Z');
  let api: PlatformApi;
  const keyOf = (id: PlatformApi['world']['facilityId']) => ownerKeyOf({ kind: 'facility', id });
  const ask = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    await api.moveOn();
    const { headers } = api.callers.superAdmin;
    // biome-ignore lint/suspicious/noExplicitAny: read by each test
    return (await api.send({ method, path: `${BASE}${path}`, headers, ...(body && { body }) })) as any;
  };
  const balance = (
    account: 'wallet' | 'receivable' | 'revenue' | 'bank-clearing' | 'rounding',
    id = api.world.facilityId,
  ) => api.world.db.read((tx) => api.world.ledger.balance(tx, { owner: keyOf(id), account }));
  const record = async () => {
    const { json } = await ask('GET', `/org/${api.world.orgId}/monthly-records`);
    return json.data.find(({ payerKey }: { payerKey: string }) => payerKey === keyOf(api.world.facilityId));
  };

  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
    const { db, platformRates, dayLogs } = api.world;
    await db.write((tx) => platformRates.put(tx, { charges: { pricePerFacilityDay: 1.25 } }, 'user:test'));
    await ask('PUT', '/billing-profiles', {
      ownerKey: keyOf(api.world.facilityId),
      billingMethod: 'invoice',
      netDays: 7,
    });
    await clock.advance(Days(1));
    await dayLogs.openDue(SIGNAL);
    await clock.advance(Days(2));
    await dayLogs.openDue(SIGNAL);
    await clock.advance(Hours(2));
    await dayLogs.closeDue(SIGNAL);
  });
  afterAll(() => api.close());

  it('is taken from a wallet day by day, and from one who pays by invoice not before its end', async () => {
    expect([await balance('wallet', api.siblingId), await balance('revenue', api.siblingId)]).toEqual([
      -2_500_000, 2_500_000,
    ]);
    expect([await balance('wallet'), await balance('receivable'), await balance('revenue')]).toEqual([0, 0, 0]);
  });

  it('[R97] is owed from its close until it is paid by its reference, once', async () => {
    await api.world.closeMonths.closeDue(SIGNAL);
    const { reference, recordId, ...owed } = await record();
    expect(owed).toMatchObject({ state: 'issued', totalCents: 250, billingMethod: 'invoice' });
    expect(Date.parse(owed.dueAt) - clock.wallMs()).toBeGreaterThan(Days(6));
    expect([await balance('receivable'), await balance('revenue')]).toEqual([-2_500_000, 2_500_000]);

    const other = await ask('POST', '/payments/match', { reference, amountCents: 260 });
    expect(other).toMatchObject({
      status: 409,
      json: { error: 'amount_mismatch', message: expect.stringContaining('250 were expected, and 260 came') },
    });
    const forced = await ask('POST', '/payments/match', { reference, amountCents: 260, force: true });
    expect(forced).toMatchObject({ status: 200, json: { status: 'settled', kind: 'record', payableId: recordId } });
    const again = await ask('POST', '/payments/match', { reference });
    expect(again.json).toMatchObject({
      status: 'already-settled',
      receivedCents: 260,
      transferId: forced.json.transferId,
    });
    expect(await record()).toMatchObject({ state: 'paid' });
    expect([await balance('receivable'), await balance('rounding'), await balance('bank-clearing')]).toEqual([
      0, 100_000, -2_600_000,
    ]);
  });

  it('has an invoice of what was owed, and none of what a wallet paid', async () => {
    const { db, invoices } = api.world;
    const party = { name: 'Harbour', lines: ['Quay 1'], postcode: null, city: 'Brisbane', country: 'AU', vatId: null };
    const named = { ...party, email: null };
    await db.write((tx) => invoices.customers.put(tx, keyOf(api.world.facilityId), named, 'user:test'));
    await invoices.due.issueDue(SIGNAL);
    const { data } = (await ask('GET', '/invoices')).json;
    expect(data).toMatchObject([{ of: 'monthly-record', totalCents: 250, taxCategory: 'G', number: '2026-000001' }]);
    expect((await ask('GET', `/monthly-records/${data[0].aboutId}/invoice.pdf`)).status).toBe(200);
    const { json } = await ask('GET', `/org/${api.world.orgId}/monthly-records`);
    const byWallet = json.data.find(({ billingMethod }: { billingMethod: string }) => billingMethod === 'wallet');
    expect(await ask('GET', `/monthly-records/${byWallet.recordId}/invoice.pdf`)).toMatchObject({
      status: 409,
      json: { error: 'not_invoiced' },
    });
  });
});
