import { Days } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { anAgreement } from '../agreements/testing/agreements.cases.ts';
import { smsWorld } from '../sms/testing/sms-world.ts';

const PHONE = '+61400000001';
const CAME = { by: 'user:test', remoteAddress: '::1', userAgent: null };

describe.each(ENGINES)('a link to sign by text on $name', ({ open }) => {
  it('reaches the phone whole, and nobody else, and again as a reminder, once: what is kept of it is sealed', async () => {
    const on = await smsWorld(await open());
    const { world } = on;
    const { db, facilityId, partnerId } = world;
    const agreementId = await anAgreement({ world }, { kind: 'club-user', title: 'Waiver' });
    const aMember = (memberId: string, mobile: string | null) =>
      db.write((tx) =>
        tx
          .insertInto('member')
          .values({
            ...{ partner_id: partnerId, facility_id: facilityId, member_id: memberId, picture_key: null },
            ...{ record: JSON.stringify({ first_name: 'Ada', last_name: 'Byron', mobile_phone_e164: mobile }) },
            ...{ updated_at: null, stored_at: 0 },
          })
          .execute(),
      );
    await aMember('M-1', PHONE);
    await aMember('M-2', null);
    await world.clubUserAgreements.load();
    const ask = (memberId: string) =>
      db.write(async (tx) => {
        const asked = await world.clubUserAgreements.forPeople(tx, facilityId, agreementId);
        if (asked === undefined) throw new Error('it is asked of nobody');
        const given = { agreementId, facilityId, subject: { partnerId, memberId }, deliver: 'sms' as const };
        return world.clubUserAgreements.create(tx, asked, given, CAME);
      });
    expect(await ask('M-1')).toMatchObject({ row: { state: 'sent', deliver: 'sms' }, link: null });
    await expect(ask('M-2')).rejects.toMatchObject({ message: expect.stringContaining('no number') });

    const [message, ...more] = await db.read((tx) => tx.selectFrom('sms_message').selectAll().execute());
    expect(more).toEqual([]);
    expect(message).toMatchObject({ kind: 'transactional', template_kind: 'cua.asked' });
    expect(message?.text).toMatch(/^Harbour Gym: .*: …\n/);
    await on.run(message?.id ?? '');
    const [taken] = on.taken;
    const [link = ''] = /https:\/\/\S+\/sign\/[0-9a-f]{64}/.exec(taken?.text ?? '') ?? [];
    expect([taken?.to, link.length > 64]).toEqual([PHONE, true]);
    const everything = await db.read(async (tx) =>
      JSON.stringify([
        await tx.selectFrom('sms_message').selectAll().execute(),
        await tx.selectFrom('job').selectAll().execute(),
        await tx.selectFrom('club_user_agreement').selectAll().execute(),
      ]),
    );
    expect(everything).not.toContain(link.slice(-64));
    expect([message?.sealed, JSON.parse(everything)[0][0]]).toMatchObject([
      expect.any(String),
      { state: 'done', sealed: null },
    ]);
    await on.clock.advance(Days(3));
    const planned = await db.read((tx) =>
      tx.selectFrom('job').where('kind', '=', 'club-user-agreements.remind').selectAll().orderBy('due_at').execute(),
    );
    expect(planned).toHaveLength(2);
    const remind = async () => {
      const [job] = planned;
      const due = { id: 'job', attempt: 1, last: false, dueAt: Number(job?.due_at) };
      const signal = new AbortController().signal;
      await world.cuaReminders.job().run(JSON.parse(job?.payload ?? ''), { ...due, signal });
    };
    for (let times = 0; times < 2; times++) await remind();
    const reminders = await db.read((tx) =>
      tx.selectFrom('sms_message').where('template_kind', '=', 'cua.reminded').selectAll().execute(),
    );
    expect(reminders.map(({ text }) => text)).toEqual([expect.stringMatching(/^Harbour Gym: .*: …\n/)]);
    await on.run(reminders[0]?.id ?? '');
    expect([on.taken.length, on.taken[1]?.to, on.taken[1]?.text.includes(link)]).toEqual([2, PHONE, true]);
    const linked = await db.read((tx) => world.cuaSigning.byToken(tx, link.slice(-64)));
    expect(linked?.document?.standing.title).toBe('Waiver');
  });
});
