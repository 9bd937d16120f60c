import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by each test
  readonly json: any;
}
const BASE = '/api/admin/saas-billing';

describe.each(ENGINES)('billing on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  let org: OwnerKey;
  let facility: OwnerKey;
  let n = 0;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());
  // Owners of its own for each test.
  beforeEach(async () => {
    const { organisations } = api.world;
    const orgId = await organisations.createOrganisation(`Clubs ${n++}`);
    org = `org#${orgId}`;
    facility = `facility#${await organisations.createFacility({ orgId, name: 'Gym', timezone: 'Europe/Berlin' })}`;
    await api.moveOn();
  });

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = api.callers.superAdmin.headers,
  ) => api.send({ method, path: `${BASE}${path}`, headers, ...(body && { body }) }) as Promise<Answer>;
  const at = (key: string) => encodeURIComponent(key);
  const idOf = (key: string) => key.slice(key.indexOf('#') + 1);
  const put = (ownerKey: string, change: object) => ask('PUT', '/billing-profiles', { ownerKey, ...change });
  const wallet = async (key: string) => (await ask('GET', `/wallets/${at(key)}`)).json;
  const adjust = async (key: string, amountCents: number, more: object = {}) => {
    await api.moveOn();
    return ask('POST', `/wallets/${at(key)}/adjust`, { amountCents, note: 'Agreed on the phone', ...more });
  };
  const resolved = async () => (await ask('GET', `/billing-profiles/resolve/${idOf(facility)}`)).json;
  const topUp = async (key: string, amountCents = 25_000) =>
    (await ask('POST', `/wallets/${at(key)}/topup-invoices`, { amountCents })).json;
  const closeDay = (micros: number, day: string) =>
    api.world.db.write(async (tx) => {
      const facilityId = idOf(facility) as never;
      const payer = await api.world.billing.days.payerOf(tx, { facilityId, orgId: idOf(org) as never });
      const closed = { facilityId, day, ...payer, micros, logId: `blog_${day}` };
      await api.world.billing.days.charge(tx, [closed]);
    });

  it('[R101] is inherited field by field: the facility’s, the organisation’s, the platform’s, and falls back', async () => {
    await put(org, { netDays: 30, billingMethod: 'invoice' });
    await put(facility, { netDays: 7 });
    expect(await resolved()).toMatchObject({
      profile: { netDays: 7, billingMethod: 'invoice', paymentMethod: 'none' },
      sources: { netDays: 'facility', billingMethod: 'organisation', paymentMethod: 'default' },
      chain: [
        { ownerKey: facility, hasProfile: true },
        { ownerKey: org, hasProfile: true },
      ],
    });
    await put(facility, { paymentMethod: 'card' });
    expect((await put(facility, { netDays: null })).json).toMatchObject({ netDays: null, paymentMethod: 'card' });
    expect(await resolved()).toMatchObject({ profile: { netDays: 30, paymentMethod: 'card' } });
    expect((await ask('DELETE', `/billing-profiles/${at(facility)}`)).status).toBe(200);
    expect(await resolved()).toMatchObject({ sources: { netDays: 'organisation', paymentMethod: 'default' } });
    expect((await ask('DELETE', `/billing-profiles/${at(org)}`)).status).toBe(200);
    expect(await resolved()).toMatchObject({ profile: { netDays: 14 }, sources: { netDays: 'default' } });
    expect(await ask('DELETE', `/billing-profiles/${at(org)}`)).toMatchObject({
      status: 404,
      json: { error: 'profile_unknown' },
    });
    const listed = (await ask('GET', '/billing-profiles')).json.data as { ownerKey: string }[];
    expect(listed.filter(({ ownerKey }) => [org, facility].includes(ownerKey as OwnerKey))).toEqual([]);
  });

  it('[R102] disabled meters and never bills: of an organisation its facilities too, but those that say false', async () => {
    const billed = async () =>
      (
        await api.world.db.read((tx) =>
          api.world.billing.days.payerOf(tx, { facilityId: idOf(facility) as never, orgId: idOf(org) as never }),
        )
      ).billed;
    const health = async (key: string) =>
      ((await ask('GET', '/directory?limit=200')).json.data as { ownerKey: string; health: string }[]).find(
        ({ ownerKey }) => ownerKey === key,
      )?.health;
    await put(org, { billingDisabled: true });
    expect([await billed(), await health(org), await health(facility)]).toEqual([false, 'disabled', 'disabled']);
    await closeDay(5_000_000, '2026-03-09');
    expect(await wallet(facility)).toMatchObject({ balanceMicros: 0 });
    await put(facility, { billingDisabled: false });
    expect([await billed(), await health(org), await health(facility)]).toEqual([true, 'disabled', 'ok']);
    await closeDay(5_000_000, '2026-03-10');
    expect(await wallet(facility)).toMatchObject({ balanceMicros: -5_000_000 });
  });

  it('[R94] adjusts a wallet by whole cents but 0, with a note, up and down to what there is', async () => {
    for (const wrong of [0, 1.5, '1', 10_000_001, -10_000_001, 1e308, null])
      expect((await adjust(facility, wrong as number)).status).toBe(400);
    for (const note of [undefined, '', '  ', 'n'.repeat(501)])
      expect((await adjust(facility, 100, { note })).status).toBe(400);
    expect(await adjust(facility, 500)).toMatchObject({ status: 200, json: { balanceCents: 500, approvalId: null } });
    expect(await adjust(facility, -200)).toMatchObject({ status: 200, json: { balanceCents: 300 } });
    expect(await adjust(facility, -301)).toMatchObject({ status: 409, json: { error: 'insufficient_balance' } });
    expect(await adjust(facility, -301, { allowNegative: true })).toMatchObject({ json: { balanceCents: -1 } });
    const { ledger, balanceMicros } = await wallet(facility);
    expect(balanceMicros).toBe(-10_000);
    expect(ledger.data.map(({ micros, note }: { micros: number; note: string }) => [micros, note])).toEqual([
      [-3_010_000, 'Agreed on the phone'],
      [-2_000_000, 'Agreed on the phone'],
      [5_000_000, 'Agreed on the phone'],
    ]);
    const page = (await ask('GET', `/wallets/${at(facility)}?ledgerLimit=2`)).json.ledger;
    const rest = (await ask('GET', `/wallets/${at(facility)}?ledgerLimit=2&ledgerAfter=${page.next}`)).json.ledger;
    expect([page.data.length, rest.data.length, rest.next]).toEqual([2, 1, null]);
  });

  it('lets no balance be passed by many debits at once', async () => {
    await adjust(facility, 500);
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => adjust(facility, -100)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect((await wallet(facility)).balanceCents).toBe(0);
  });

  it('[R95] clears the markers and the lockout with a credit that brings the balance above zero, and no other', async () => {
    await put(facility, { lockoutPolicy: { mode: 'restrict', graceDays: 3 } });
    await closeDay(5_000_000, '2026-03-08');
    expect(await wallet(facility)).toMatchObject({
      depletedAt: expect.any(String),
      lockout: { state: 'grace', restrictedAt: expect.any(String) },
    });
    await clock.advance(Days(3));
    expect((await wallet(facility)).lockout.state).toBe('restricted');
    expect((await adjust(facility, 500)).json).toMatchObject({ balanceCents: 0, lockout: { state: 'restricted' } });
    expect(await wallet(facility)).toMatchObject({ depletedAt: expect.any(String) });
    expect((await adjust(facility, 1)).json).toMatchObject({ balanceCents: 1, lockout: { state: 'clear' } });
    expect(await wallet(facility)).toMatchObject({ depletedAt: null, lowAt: null });
    await put(org, { lockoutPolicy: { mode: 'restrict', graceDays: 0 } });
    await put(facility, { payerScope: 'organisation' });
    await closeDay(1, '2026-03-09');
    const asked = () => api.world.db.read((tx) => api.world.billing.wallets.refuseRestricted(tx, facility as never));
    await expect(asked(), 'whoever pays is judged').rejects.toMatchObject({ code: 'wallet_locked' });
    await adjust(org, 1);
    expect((await wallet(facility)).lockout.state).toBe('clear');
  });

  it('marks a wallet that a charge took to the threshold of its top-up', async () => {
    await put(facility, { autoTopup: { enabled: true, thresholdCents: 300, amountCents: 1_000 } });
    await adjust(facility, 500);
    await adjust(facility, -100);
    expect((await wallet(facility)).lowAt).toBeNull();
    await adjust(facility, -100);
    expect((await wallet(facility)).lowAt).toEqual(expect.any(String));
    expect((await put(facility, { autoTopup: { enabled: true, amountCents: 1 } })).status).toBe(400);
  });

  it('takes a day from the wallet of whoever pays, once, and nothing of who pays by invoice', async () => {
    await put(facility, { payerScope: 'organisation' });
    await Promise.all([1, 2, 3].map(() => closeDay(1_234_567, '2026-03-09')));
    await closeDay(-234_567, '2026-03-08');
    expect(await wallet(org)).toMatchObject({ balanceMicros: -1_000_000, depletedAt: expect.any(String) });
    expect((await wallet(facility)).balanceMicros).toBe(0);
    await adjust(org, 100);
    expect((await put(facility, { billingMethod: 'invoice' })).status).toBe(200);
    await closeDay(9_000_000, '2026-03-07');
    expect((await wallet(org)).balanceMicros).toBe(0);
  });

  it('waits for a second person above the set sum, who approves it once, within 7 days', async () => {
    const second = await api.aCaller(`second${n}`, { right: 'super-admin', scope: 'platform', scopeId: '' });
    const decide = (id: string, approve: boolean, headers?: Record<string, string>) =>
      ask('POST', `/approvals/${id}`, { approve }, headers);
    expect((await adjust(facility, 100_000)).status).toBe(200);
    const waits = await adjust(facility, 100_001);
    expect(waits).toMatchObject({ status: 202, json: { transferId: null, balanceCents: 100_000 } });
    const { approvalId } = waits.json;
    const listed = (await ask('GET', '/approvals?state=pending&limit=1')).json.data;
    expect(listed).toMatchObject([{ approvalId, amountCents: 100_001, ownerKey: facility }]);
    expect(await decide(approvalId, true)).toMatchObject({ status: 409, json: { error: 'approval_own' } });
    const both = await Promise.all([1, 2, 3].map(() => decide(approvalId, true, second.headers)));
    expect(both.map(({ json }) => json.changed).sort()).toEqual([false, false, true]);
    expect((await wallet(facility)).balanceCents).toBe(200_001);
    expect(await decide(approvalId, false)).toMatchObject({ status: 409, json: { error: 'approval_over' } });
    const late = (await adjust(facility, -100_001)).json.approvalId;
    await clock.advance(Days(7));
    expect(await decide(late, true, second.headers)).toMatchObject({ json: { error: 'approval_over' } });
    const past = (await adjust(facility, -200_002)).json.approvalId;
    expect(await decide(past, true, second.headers)).toMatchObject({ json: { error: 'insufficient_balance' } });
    expect((await decide(past, false)).json).toMatchObject({ state: 'refused', transferId: null });
    expect((await wallet(facility)).balanceCents).toBe(200_001);
  });

  it('[R96] cancels a pending top-up invoice, once', async () => {
    const made = await topUp(facility);
    expect(made).toMatchObject({ state: 'pending', amountCents: 25_000, ownerKey: facility });
    expect(Date.parse(made.dueAt) - clock.wallMs()).toBe(Days(14));
    const cancel = () => ask('POST', `/topup-invoices/${made.invoiceId}/cancel`);
    expect([(await cancel()).json, (await cancel()).json]).toMatchObject([
      { state: 'cancelled', changed: true },
      { state: 'cancelled', changed: false },
    ]);
    expect((await wallet(facility)).topupInvoices).toMatchObject([{ invoiceId: made.invoiceId, state: 'cancelled' }]);
  });

  it('refuses another billing method while something is owed under the one that ends', async () => {
    await closeDay(1_000, '2026-03-09');
    const { invoiceId } = await topUp(facility);
    const preflight = async () =>
      (await ask('GET', `/billing-profiles/migration-preflight/${at(facility)}?to=invoice`)).json;
    const codes = async () => (await preflight()).blockers.map(({ code }: { code: string }) => code);
    expect(await preflight()).toMatchObject({ from: 'wallet', to: 'invoice', canMigrate: false, openInvoices: 1 });
    expect(await codes()).toEqual(['negative_balance', 'pending_topups']);
    expect(await put(facility, { billingMethod: 'invoice' })).toMatchObject({
      status: 409,
      json: { error: 'migration_blocked' },
    });
    expect(await resolved()).toMatchObject({ sources: { billingMethod: 'default' } });
    await adjust(facility, 100);
    await ask('POST', `/topup-invoices/${invoiceId}/cancel`);
    expect(await preflight()).toMatchObject({ canMigrate: true, warnings: [{ code: 'balance_left' }] });
    expect((await put(facility, { billingMethod: 'invoice' })).status).toBe(200);
    expect((await ask('GET', `/billing-profiles/migration-preflight/${at(facility)}`)).status).toBe(400);
  });

  it('[R93] lists every owner page by page, and archived ones only where they are asked for', async () => {
    const listed = async (query = '') => {
      const keys: string[] = [];
      for (let after = ''; ; ) {
        await api.moveOn();
        const { json } = await ask('GET', `/directory?limit=2${query}${after && `&after=${at(after)}`}`);
        keys.push(...json.data.map(({ ownerKey }: { ownerKey: string }) => ownerKey));
        if (json.next === null) return keys;
        after = json.next;
      }
    };
    const before = await listed();
    expect(before).toEqual(expect.arrayContaining([org, facility]));
    expect(new Set(before).size).toBe(before.length);
    const archive = (archived: boolean) => ask('PUT', `/owners/${at(facility)}/archived`, { archived });
    expect([(await archive(true)).json.changed, (await archive(true)).json.changed]).toEqual([true, false]);
    expect(await listed()).toEqual(before.filter((key) => key !== facility));
    expect(await listed('&includeArchived=true')).toEqual(before);
    const isArchived = async () => (await ask('GET', `/wallets/${at(facility)}`)).json.archived;
    expect(await isArchived()).toBe(true);
    await archive(false);
    expect([await listed(), await isArchived()]).toEqual([before, false]);
  });

  it.each([
    ['encoded twice', encodeURIComponent('org%23org_0123456789abcdef')],
    ['of nobody', 'org%23org_0123456789abcdef'],
    ['the platform', 'platform'],
    ['an organisation as a facility', 'facility%23org_0123456789abcdef'],
  ])('knows no owner that is %s', async (_what, key) => {
    for (const path of [`/wallets/${key}`, `/billing-profiles/migration-preflight/${key}?to=wallet`])
      expect(await ask('GET', path)).toMatchObject({ status: 404, json: { error: 'owner_unknown' } });
  });
});
