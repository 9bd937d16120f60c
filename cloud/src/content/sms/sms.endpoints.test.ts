import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { createSmsService } from './sms.service.ts';

describe.each(ENGINES)('text messages on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock('2026-03-01T00:00:00.000Z'));
  });
  afterAll(() => api.close());

  const send = async (
    what: string,
    { by = 'orgAdmin', body }: { by?: keyof PlatformApi['callers']; body?: object } = {},
  ) => {
    const path = `/api/admin/sms/${what}`;
    const { headers } = api.callers[by];
    const { status, json } = await api.send({ method: body === undefined ? 'GET' : 'POST', path, headers, body });
    // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for
    return { status, json: json as any };
  };
  const content = (more: object = {}) => ({
    organisationId: api.world.orgId,
    facilityId: api.world.facilityId,
    kind: 'marketing',
    text: 'The pool is open.',
    recipients: [{ phoneNumber: '+61400000001' }],
    ...more,
  });
  const aMember = (facility_id: FacilityId, member_id: string, mobile_phone_e164?: string) => {
    const record = JSON.stringify({ first_name: 'Ada', last_name: 'Byron', mobile_phone_e164 });
    const row = {
      partner_id: api.world.partnerId,
      facility_id,
      member_id,
      record,
      updated_at: null,
      picture_key: null,
    };
    return api.world.db.write((tx) =>
      tx
        .insertInto('member')
        .values({ ...row, stored_at: 0 })
        .execute(),
    );
  };
  it('are refused where whoever pays is restricted, until what is owed is paid', async () => {
    const { db, billing, ledger, facilityId } = api.world;
    const owner = `facility#${facilityId}` as const;
    await db.write(async (tx) => {
      const lockoutPolicy = { mode: 'restrict', graceDays: 0 } as const;
      await billing.putProfile(tx, { ownerKey: owner, lockoutPolicy }, 'user:test');
      await billing.days.charge(tx, [
        {
          facilityId,
          day: '2026-02-27',
          payerKey: owner,
          billed: true,
          method: 'wallet',
          micros: 1_000_000,
          logId: 'log_0123456789abcdef',
        },
      ]);
    });
    expect(await db.read((tx) => ledger.balance(tx, { owner, account: 'wallet' }))).toBe(-1_000_000);
    const sent = () => send('new-message', { body: content() });
    expect(await sent()).toMatchObject({ status: 402, json: { error: 'wallet_locked' } });
    const later = content({ sendAt: '2026-03-02T00:00:00.000Z' });
    expect(await send('schedule', { body: later })).toMatchObject({ status: 402, json: { error: 'wallet_locked' } });
    const atSibling = content({ facilityId: api.siblingId });
    expect((await send('new-message', { body: atSibling })).status, 'it owes nothing').toBe(202);
    await db.write(async (tx) => {
      const found = await billing.owners.require(tx, owner);
      const credit = { amountCents: 200, note: 'paid', allowNegative: false, by: 'user:test' };
      await billing.wallets.adjust(tx, found, credit);
    });
    expect((await sent()).status).toBe(202);
  });

  const isRefused = async (path: string, more: object, what = 'new-message') => {
    const { status, json } = await send(what, { body: content(more) });
    expect([status, json.message]).toEqual([400, expect.stringContaining(path)]);
  };

  it('go to members, users and numbers, to each number once, and say who gets none', async () => {
    const { world, callers } = api;
    const { partnerId, facilityId, db } = world;
    await aMember(facilityId, 'M-1', '+61400000002');
    await aMember(facilityId, 'M-2');
    await db.write((tx) => world.users.update(tx, callers.staff.user.id, { phoneNumber: '+61400000003' }));
    const recipients = [
      { partnerId, memberId: 'M-1' },
      { partnerId, memberId: 'M-2' },
      { partnerId, memberId: 'M-3' },
      { userId: callers.staff.user.id },
      { userId: callers.otherOrgAdmin.user.id },
      { phoneNumber: '+61400000002' },
      { phoneNumber: '+61' },
    ];
    const { status, json } = await send('new-message', { body: content({ recipients, text: 'Grüße — 😀' }) });
    expect(status).toBe(202);
    expect(json).toMatchObject({ accepted: 2, encoding: 'UCS-2', segments: 1, forcing: ['—', '😀'] });
    expect(json.skipped).toEqual([
      { index: 1, reason: 'no_number' },
      { index: 2, reason: 'unknown' },
      { index: 4, reason: 'unknown' },
      { index: 5, reason: 'named_twice' },
      { index: 6, reason: 'not_a_number' },
    ]);
    const read = await send(json.messageId);
    expect(read.json.recipients).toMatchObject([
      { number: '+61400000002', memberId: 'M-1', state: 'waiting' },
      { number: '+61400000003', userId: callers.staff.user.id },
    ]);
  });

  it('are refused where free text is called anything but marketing, and where anything is wrong', async () => {
    await isRefused('text', { kind: 'transactional' });
    await isRefused('text', { kind: 'transactional', text: undefined });
    await isRefused('templateKind', { kind: 'transactional', text: undefined, templateKind: 'no.such', variables: {} });
    const closed = { kind: 'transactional', text: undefined, templateKind: 'facility.reopened' };
    await isRefused('variables.when', { ...closed, variables: { what: 'The pool' } });
    await isRefused('variables.who', { ...closed, variables: { what: 'The pool', when: 'now', who: 'Sam' } });
    await isRefused('variables.when', { ...closed, variables: { what: 'The pool', when: 'see offers.example/now' } });
    await isRefused('text', { text: 'n'.repeat(1_600) });
    await isRefused('recipients.0', { recipients: [{ phoneNumber: '+61400000001', userId: 'usr_1' }] });
    await isRefused('recipients.0', { facilityId: undefined });
    const { json } = await send('new-message', {
      body: content({ ...closed, variables: { what: 'The pool', when: 'now' } }),
    });
    const { text } = (await send(json.messageId)).json;
    expect(text).toBe('Harbour Gym: The pool is open again now.\nReply STOP to opt out.');
  });

  it('are scheduled where each recipient is, between one minute and 366 days ahead', async () => {
    const { partnerId, organisations, orgId, facilityId } = api.world;
    const berlin = await organisations.createFacility({ orgId, name: 'Berlin', timezone: 'Europe/Berlin' });
    await aMember(berlin, 'B-1', '+491512345678');
    await aMember(facilityId, 'H-1', '+61400000004');
    const recipients = ['B-1', 'H-1'].map((memberId) => ({ partnerId, memberId }));
    const body = content({ facilityId: undefined, recipients, sendLocal: '2026-03-29T02:30' });
    const { status, json } = await send('schedule', { body });
    expect([status, json.accepted]).toEqual([202, 2]);
    const read = (await send(json.messageId)).json;
    expect(read).toMatchObject({ state: 'scheduled', sendLocal: '2026-03-29T02:30', facilityId: null });
    expect(read.recipients.map(({ plannedAt }: { plannedAt: string }) => plannedAt)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-28T16:30:00.000Z',
    ]);
    const now = Date.parse('2026-03-01T00:00:00Z');
    const iso = (ms: number) => new Date(ms).toISOString();
    for (const sendAt of [iso(now + 1_000), iso(now + 367 * 86_400_000)])
      await isRefused('sendAt', { sendAt }, 'schedule');
    await isRefused('sendLocal', { sendLocal: '2026-03-01T09:00' }, 'schedule');
    await isRefused('sendAt', {}, 'schedule');
    await isRefused('sendAt', { sendAt: iso(now + 120_000), sendLocal: '2026-03-29T02:30' }, 'schedule');
  });

  it('are listed with whole numbers for managers alone, and elsewhere not at all', async () => {
    const { json } = await send('new-message', { body: content() });
    const { world } = api;
    const history = (by: keyof PlatformApi['callers']) =>
      send(`message-history?organisationId=${world.orgId}&limit=50`, { by });
    const shown = async (by: keyof PlatformApi['callers']) => {
      const { data } = (await history(by)).json;
      return data.find(({ messageId }: { messageId: string }) => messageId === json.messageId);
    };
    expect(await shown('manager')).toMatchObject({ counts: { waiting: 1 }, recipients: [{ number: '+61400000001' }] });
    expect(await shown('staff')).toMatchObject({ recipients: [{ number: '…001' }] });
    expect((await history('otherOrgAdmin')).status).toBe(404);
    expect((await history('agent')).status).toBe(403);
    const sibling = await send('new-message', { body: content({ facilityId: api.siblingId }) });
    const ids = (await history('staff')).json.data.map(({ messageId }: { messageId: string }) => messageId);
    expect(ids).not.toContain(sibling.json.messageId);
    expect((await send(sibling.json.messageId, { by: 'staff' })).status).toBe(404);
  });

  it('are cancelled once, and not what was handed over', async () => {
    const { json } = await send('new-message', { body: content() });
    const cancel = (by: keyof PlatformApi['callers'] = 'orgAdmin') =>
      send(`${json.messageId}/cancel`, { by, body: {} });
    expect((await cancel('staff')).status).toBe(403);
    expect((await cancel()).json).toEqual({ messageId: json.messageId, cancelled: 1 });
    expect(await cancel()).toMatchObject({ status: 409, json: { error: 'sms_over' } });
    expect((await send(json.messageId)).json).toMatchObject({ state: 'cancelled', counts: { skipped: 1 } });
  });

  it('are not taken where no provider is configured', async () => {
    const service = createSmsService({ ...(api.world as object), sms: undefined } as never);
    const given = { organisationId: api.world.orgId, kind: 'marketing', text: 'Hello' } as const;
    await expect(service.ready(api.world.db.read, given)).rejects.toMatchObject({ code: 'not_configured' });
  });
});
