import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { smsWorld } from './testing/sms-world.ts';

const ANN = '+61400000001';

describe.each(ENGINES)('what texts hold of somebody, on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof smsWorld>>;
  beforeEach(async () => {
    on = await smsWorld(await open());
  });
  const everything = () =>
    on.world.db.read(async (tx) =>
      JSON.stringify([
        await tx.selectFrom('sms_recipient').selectAll().execute(),
        await tx.selectFrom('sms_consent').selectAll().execute(),
        await tx.selectFrom('sms_consent_entry').selectAll().execute(),
      ]),
    );

  it('is told of a member and erased with them, and their opt-out stays', async () => {
    const { db, partnerId, facilityId, personalSms, smsConsents, orgId } = on.world;
    const record = JSON.stringify({ first_name: 'Ann', last_name: 'Example', mobile_phone_e164: ANN });
    const row = { partner_id: partnerId, facility_id: facilityId, member_id: 'M-texted', record, picture_key: null };
    await db.write((tx) =>
      tx
        .insertInto('member')
        .values({ ...row, updated_at: null, stored_at: 0 })
        .execute(),
    );
    const member = { partnerId, memberId: 'M-texted' };
    const handed = await on.write([member], {}, 'transactional');
    await on.run(handed.messageId);
    await on.clock.advance(Seconds(1));
    const waits = await on.write([member], {}, 'transactional');
    const named = { phone: ANN, facilityId, partnerId, memberId: 'M-texted', userId: null };
    const given = { state: 'in', wording: 'Yes, said Ann', proof: 'Form of Ann', by: 'user:test' } as const;
    await db.write((tx) => smsConsents.record(tx, orgId, named, given));
    await on.answer(ANN, 'Stop texting Ann', 'SM1');

    const ref = { partnerId, facilityId, memberId: 'M-texted' };
    expect(await db.read((tx) => personalSms.store.read(tx, ref, 10))).toMatchObject([
      { state: 'waiting', phone: ANN },
      { state: 'sent', phone: ANN },
      { state: 'in', wording: 'Yes, said Ann', proof: 'Form of Ann' },
    ]);
    const until = on.clock.wallMs();
    // The words of the consent went with the number that both texts had.
    expect(await db.write((tx) => personalSms.store.erase(tx, ref, { until, most: 100 }))).toBe(2);
    expect(await everything()).not.toMatch(/\+614|M-texted|(?:said|of|texting) Ann/);
    await on.run(waits.messageId);
    expect([await on.states(waits.messageId), on.taken.length]).toEqual([['skipped: erased'], 1]);
    const again = await on.write([{ phoneNumber: ANN }], {}, 'transactional');
    await on.run(again.messageId);
    expect(await on.states(again.messageId)).toEqual(['opted_out']);
  });

  it('goes with a user who is deleted', async () => {
    const { db, users, facilityId, personalSms } = on.world;
    const user = await db.write(async (tx) => {
      const made = await users.addUser(
        tx,
        { email: 'ann@example.com', firstName: 'Ann', lastName: 'Example', phoneNumber: ANN },
        'test',
      );
      await users.addGrant(tx, made.id, { right: 'facility-staff', scope: 'facility', scopeId: facilityId }, 'test');
      return made;
    });
    const { messageId } = await on.write([{ userId: user.id }], {}, 'transactional');
    await personalSms.userRemoved(user.id);
    expect(await everything()).not.toMatch(/\+614|usr_/);
    expect(await on.states(messageId)).toEqual(['skipped: erased']);
  });
});
