import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

const ALWAYS = Object.fromEntries(
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [['00:00', '24:00']]]),
);
const Entry = z.looseObject({ granted: z.boolean(), reason: z.string(), entryId: z.string() });
const Standing = z.looseObject({ revision: z.number(), newest: z.number().nullable(), pulling: z.boolean() });

/** A gym whose line is cut while members come and go: everything by real processes, as staff, partner and member meet it. */
describe('an outage', () => {
  let site: Site;
  let live: string;
  beforeAll(async () => {
    site = await startSite({ wires: true });
    live = site.demo.direct.keys.live;
  });
  afterAll(() => site.close());

  const push = async (memberId: string, revision = 1) => {
    const member = { facility_id: site.demo.facilityId, member_id: memberId, first_name: 'Ada', last_name: memberId };
    const windows = [{ external_id: 'w', kind: 'weekly', timezone: 'Australia/Brisbane', access_hours: ALWAYS }];
    const answer = await site.request(live, '/members', {
      members: [{ ...member, access_time_windows: windows, access_time_windows_revision: revision }],
    });
    expect(answer.json.metadata).toMatchObject({ success: 1 });
  };
  const present = async (who: object) =>
    Entry.parse(await site.edgeControl('present', { door: site.doorIds.front, ...who }));
  const member = (memberId: string) => ({ member: memberId, partner: site.demo.direct.id });
  const check = async (memberId: string) => {
    const query = `facility_id=${site.demo.facilityId}&door_id=${site.doorIds.front}`;
    return (await site.request(live, `/members/${memberId}/access-check?${query}`)).json.data.doors[0];
  };
  const standing = async () => Standing.parse(await site.edgeControl('access'));
  const events = async (memberId: string) =>
    (await site.request(live, '/events?limit=200')).json.data.filter(
      ({ kind, data }: { kind: string; data: { member_id: string } }) =>
        kind.startsWith('access.') && data.member_id === memberId,
    );
  const cut = () => {
    for (const wire of [site.wires.device, site.wires.broker]) {
      wire.block('both');
      wire.cut();
    }
  };
  const mend = async () => {
    site.wires.device.heal();
    site.wires.broker.heal();
    await site.untilOnline();
  };

  it('lets in by a pass whom it hides, keeps out whom staff ban at the box, and both are known everywhere after it', async () => {
    const phone = aPhone();
    await push('M-known');
    await eventually(async () => (await present(member('M-known'))).granted, 'the box lets the member in');
    await site.settled();

    cut();
    await site.untilOffline();
    const before = await standing();
    await push('M-new');
    expect(await present(member('M-new'))).toMatchObject({ granted: false, reason: 'unknown_member' });
    const issued = await site.request(live, '/members/M-new/outage-passes', {
      facility_id: site.demo.facilityId,
      phone_key: phone.key,
    });
    expect(issued.status).toBe(200);
    const { pass, pass_id: passId } = issued.json.data;
    const shown = phone.show(pass, passId, Math.floor(systemClock.wallMs() / 1_000));
    const happened = site.building.mark();
    const both = await Promise.all([present({ pass: shown }), present({ pass: shown })]);
    expect(both.map(({ reason }) => reason).sort()).toEqual(['granted', 'pass_code_old']);
    await eventually(async () => site.building.moves('front', happened).length > 0, 'the lock has moved');

    await site.edgeControl('ban', { ...member('M-known'), by: 'Kim', reason: 'Fighting' });
    expect(await present(member('M-known'))).toMatchObject({ granted: false, reason: 'banned' });
    await push('M-known', 2);
    expect(await standing()).toMatchObject({ revision: before.revision });
    expect(await check('M-known')).toMatchObject({ allowed: true });

    await mend();
    await eventually(
      async () => (await check('M-known')).reason === 'other',
      'the ban has reached the cloud',
      Seconds(30),
    );
    await eventually(
      async () => (await present(member('M-new'))).granted,
      'the box has heard of the member',
      Seconds(30),
    );
    await push('M-known', 3);
    await eventually(async () => {
      const { revision, newest, pulling } = await standing();
      return !pulling && revision === newest;
    }, 'the box has what there is');
    expect(await present(member('M-known'))).toMatchObject({ granted: false, reason: 'banned' });
    await site.settled();

    const ofNew = await events('M-new');
    expect(ofNew.find(({ data }: { data: { via?: string } }) => data.via === 'pass')).toMatchObject({
      kind: 'access.granted',
      data: { door_id: site.doorIds.front },
    });
    expect(ofNew).toContainEqual(expect.objectContaining({ kind: 'access.released' }));
    expect(JSON.stringify(await events('M-known'))).not.toMatch(/ban|Kim|Fighting/);
    const denials = (await events('M-known')).filter(({ kind }: { kind: string }) => kind === 'access.denied');
    expect(new Set(denials.map(({ data }: { data: { reason: string } }) => data.reason))).toEqual(new Set(['other']));
    await site.journal.prove();
  });
});
