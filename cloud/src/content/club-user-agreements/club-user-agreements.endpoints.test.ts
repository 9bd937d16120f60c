import { createHash } from 'node:crypto';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { anAgreement } from '../agreements/testing/agreements.cases.ts';

const ADA = { name: 'Ada Byron', email: 'Ada@example.com' };

describe.each(ENGINES)('agreements with people on $name', ({ open }) => {
  let api: PlatformApi;
  let agreementId: string;
  const clock = new ManualClock('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
    agreementId = await anAgreement(api, { kind: 'club-user', title: 'Waiver' });
  });
  afterAll(() => api.close());

  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    by: keyof PlatformApi['callers'] = 'manager',
  ) => {
    await api.moveOn();
    const { headers } = api.callers[by];
    return api.send({ method, path: `/api/admin/club-user-agreements${path}`, headers, ...(body && { body }) });
  };
  const ask = (given: object) =>
    send('POST', '', { agreementId, facilityId: api.world.facilityId, subject: ADA, deliver: 'desk', ...given });
  const asked = async (given: object = {}) => {
    const answer = await ask(given);
    expect(answer.status, answer.text).toBe(201);
    return answer.json as { cuaId: string; link: string; state: string };
  };
  const act = (id: string, action: string) => send('PATCH', `/${id}`, { action });
  const rowOf = (id: string) => api.world.db.read((tx) => api.world.clubUserAgreements.find(tx, id));

  it('are of what is published for people there, which a manager finds without administering anything', async () => {
    const ofClubs = await anAgreement(api, { kind: 'club', title: 'Standards' });
    await api.moveOn();
    const { headers } = api.callers.manager;
    const path = `/api/agreements/for-people/${api.world.facilityId}`;
    const { data } = (await api.send({ method: 'GET', path, headers })).json as { data: { agreementId: string }[] };
    expect(data).toContainEqual({ agreementId, title: 'Waiver', state: 'active', version: 1 });
    expect(data.map((one) => one.agreementId)).not.toContain(ofClubs);
  });

  it('give the link once at the desk, and keep only its hash; one is open at a time', async () => {
    const { cuaId, link } = await asked();
    const token = link.split('/sign/')[1] ?? '';
    expect(Buffer.from(token, 'hex')).toHaveLength(32);
    expect((await rowOf(cuaId))?.link_hash).toBe(createHash('sha256').update(token).digest('hex'));
    const { text } = await send('GET', `/${cuaId}`);
    expect(text).not.toContain(token);
    expect(text.toLowerCase()).not.toContain('ada@example.com');
    expect(await ask({ subject: { ...ADA, email: 'ADA@example.com' } })).toMatchObject({
      status: 409,
      json: { error: 'cua_open' },
    });
    const again = await act(cuaId, 'resend');
    expect(again.json.link).not.toBe(link);
    expect((await send('DELETE', `/${cuaId}`)).status).toBe(200);
    expect((await asked()).cuaId).not.toBe(cuaId);
  });

  it('are reminded of by e-mail on the days that are set, by the same link, once each, until something is decided', async () => {
    const email = 'reminded@example.com';
    const { cuaId } = await asked({ subject: { name: 'R', email }, deliver: 'email' });
    const jobs = () =>
      api.world.db.read((tx) =>
        tx.selectFrom('job').where('kind', '=', 'club-user-agreements.remind').selectAll().orderBy('due_at').execute(),
      );
    const mails = async () =>
      (await api.world.db.read((tx) => tx.selectFrom('mail').where('recipient', '=', email).selectAll().execute())).map(
        ({ text_body }) => /\/sign\/[0-9a-f]{64}/.exec(text_body)?.[0],
      );
    const sentAt = clock.wallMs();
    const planned = (await jobs()).filter(({ payload }) => payload.includes(cuaId));
    expect(planned.map(({ due_at }) => Math.round((Number(due_at) - sentAt) / Days(1)))).toEqual([3, 7]);
    const [link] = await mails();
    expect(JSON.stringify(planned)).not.toContain(link?.slice('/sign/'.length));
    const run = async (job: { payload: string; due_at: number } | undefined) => {
      const due = {
        id: 'job',
        attempt: 1,
        last: false,
        dueAt: Number(job?.due_at),
        signal: new AbortController().signal,
      };
      await api.world.cuaReminders.job().run(JSON.parse(job?.payload ?? ''), due);
    };
    await clock.advance(Days(3));
    for (let times = 0; times < 2; times++) await run(planned[0]);
    expect(await mails()).toEqual([link, link]);
    expect((await send('GET', `/${cuaId}`)).json.events).toContainEqual(expect.objectContaining({ what: 'reminded' }));
    await act(cuaId, 'resend');
    await clock.advance(Days(4));
    await run(planned[1]);
    expect((await mails()).length, 'the link that it is of leads nowhere any more').toBe(3);
    const [next] = (await jobs()).filter(
      ({ payload, id }) => payload.includes(cuaId) && planned.every((one) => one.id !== id),
    );
    await act(cuaId, 'withdraw');
    await run(next);
    expect((await mails()).length).toBe(3);
  });

  it('end with their links, by whoever reads them, and are in nobody’s way then', async () => {
    const { cuaId } = await asked({ subject: { name: 'B', email: 'b@example.com' } });
    await clock.advance(Days(13));
    expect((await act(cuaId, 'extend')).json).toMatchObject({ state: 'sent' });
    await clock.advance(Days(13));
    expect((await send('GET', `/${cuaId}`)).json).toMatchObject({ state: 'sent' });
    await clock.advance(Days(1));
    expect((await send('GET', `/${cuaId}`)).json).toMatchObject({ state: 'expired' });
    expect((await send('GET', '?state=sent')).json.data).not.toContainEqual(expect.objectContaining({ cuaId }));
    expect((await send('GET', '?state=expired')).json.data).toContainEqual(expect.objectContaining({ cuaId }));
    expect((await act(cuaId, 'resend')).json.error).toBe('cua_state');
    await asked({ subject: { name: 'B', email: 'b@example.com' } });
    const { json } = await send('GET', `/${cuaId}`);
    expect((json.events as { what: string }[]).map(({ what }) => what)).toEqual([
      'created',
      'sent',
      'extend',
      'expired',
    ]);
    expect(json.isWhole).toBe(true);
  });

  it('are drafts, sent, withdrawn, and not deleted once they are signed', async () => {
    const { cuaId, link, state } = await asked({ draft: true, subject: { name: 'C', email: 'c@example.com' } });
    expect([link, state]).toEqual([null, 'draft']);
    expect((await send('PATCH', `/${cuaId}`, { endsOn: '2027-01-01', deliver: 'email' })).json).toMatchObject({
      endsOn: '2027-01-01',
      deliver: 'email',
    });
    expect((await act(cuaId, 'withdraw')).status).toBe(409);
    expect((await act(cuaId, 'send')).json).toMatchObject({ state: 'sent', link: null });
    expect((await send('PATCH', `/${cuaId}`, { endsOn: null })).json.error).toBe('cua_state');
    expect((await act(cuaId, 'withdraw')).json).toMatchObject({ state: 'withdrawn' });
    await api.world.db.write((tx) =>
      tx.updateTable('club_user_agreement').set({ state: 'signed' }).where('id', '=', cuaId).execute(),
    );
    expect((await send('DELETE', `/${cuaId}`)).json.error).toBe('cua_signed');
    expect((await act(cuaId, 'end')).json).toMatchObject({ state: 'ended' });
  });

  it('go by e-mail that only its reader sees, and not by SMS to who has no number', async () => {
    const mails = () =>
      api.world.db.read((tx) => tx.selectFrom('mail').where('recipient', '=', 'd@example.com').selectAll().execute());
    await asked({ deliver: 'email', subject: { name: 'D {{link}} <b>', email: 'd@example.com' } });
    const [mail] = await mails();
    expect(mail).toMatchObject({ sensitive: 1, text_body: expect.stringMatching(/\/sign\/[0-9a-f]{64}\n/) });
    expect(mail?.subject).toContain('Harbour Gym');
    expect(mail?.html_body ?? '').not.toContain('<b>');
    const sms = await ask({ deliver: 'sms', subject: { name: 'E', email: 'e@example.com' } });
    expect(sms).toMatchObject({ status: 400, json: { errors: [{ path: 'body.deliver', rule: 'no_number' }] } });
  });

  it('are asked of whom there is at the club, and of nobody else', async () => {
    const { partnerId, facilityId, members, db } = api.world;
    await members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Mo', lastName: 'Member' }]);
    const { cuaId } = await asked({ subject: { partnerId, memberId: 'M-1' } });
    expect((await send('GET', `/${cuaId}`)).json.subject).toMatchObject({ kind: 'member', name: 'Mo Member' });
    await asked({ subject: { userId: api.callers.staff.user.id } });
    const refused = [];
    for (const subject of [
      { partnerId, memberId: 'M-2' },
      { userId: api.callers.otherOrgAdmin.user.id },
      { userId: 'usr_zzzzzzzzzzzzzzzz' },
    ])
      refused.push((await ask({ subject })).json.error);
    expect(refused).toEqual(Array(3).fill('cua_subject_unknown'));
    const usersOnly = await anAgreement(api, { kind: 'club-user', cua: { askedOf: ['users'] } });
    expect(await ask({ agreementId: usersOnly })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'body.subject' }] },
    });
    expect((await ask({ agreementId: await anAgreement(api) })).status).toBe(404);
    const { store: personalDataStore } = api.world.restrictedSignatures;
    const ref = { partnerId, facilityId, memberId: 'M-1' };
    expect(await db.read((tx) => personalDataStore.read(tx, ref, 10))).toHaveLength(1);
    expect(await db.write((tx) => personalDataStore.erase(tx, ref, { until: clock.wallMs(), most: 10 }))).toBe(1);
    expect((await send('GET', `/${cuaId}`)).status).toBe(404);
  });

  it('have events that no statement changes, and that tell when one is missing', async () => {
    const { cuaId } = await asked({ subject: { name: 'F', email: 'f@example.com' } });
    await act(cuaId, 'extend');
    const { db } = api.world;
    await db.write((tx) => tx.updateTable('cua_event').set({ kind: 'viewed' }).execute()).catch(() => undefined);
    expect((await send('GET', `/${cuaId}`)).json).toMatchObject({
      isWhole: true,
      events: [{ what: 'created' }, {}, {}],
    });
    await db.write((tx) => tx.deleteFrom('cua_event').where('cua_id', '=', cuaId).where('seq', '=', 2).execute());
    expect((await send('GET', `/${cuaId}`)).json.isWhole).toBe(false);
  });
});
