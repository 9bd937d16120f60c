// @module-tag long
// @module-tag waiting
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { cutLine, mendLine } from '../kit/line.ts';
import { type Site, startSite } from '../kit/site.ts';

/** A gym whose line is cut while members come and go: everything by real processes, as staff, partner and member meet it. */
describe('an outage', () => {
  let site: Site;
  let live: string;
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    site = await startSite({ wires: true });
    live = site.demo.direct.keys.live;
    gym = entering(site);
  });
  afterAll(() => site.close());

  const check = async (memberId: string) => {
    const query = `facility_id=${site.demo.facilityId}&door_id=${site.doorIds.front}`;
    return (await site.request(live, `/members/${memberId}/access-check?${query}`)).json.data.doors[0];
  };
  const events = async (memberId: string) =>
    (await site.request(live, '/events?limit=200')).json.data.filter(
      ({ kind, data }: { kind: string; data: { member_id: string } }) =>
        kind.startsWith('access.') && data.member_id === memberId,
    );
  const mend = async () => {
    mendLine(site);
    await site.untilOnline();
  };

  it('lets in by a pass whom it hides, keeps out whom staff ban at the box, and both are known everywhere after it', async () => {
    const phone = aPhone();
    await gym.push('M-known');
    await eventually(async () => (await gym.present(gym.member('M-known'))).granted, 'the box lets the member in');
    await site.settled();

    cutLine(site);
    await site.untilOffline();
    const before = await gym.standing();
    await gym.push('M-new');
    expect(await gym.present(gym.member('M-new'))).toMatchObject({ granted: false, reason: 'unknown_member' });
    const issued = await site.request(live, '/members/M-new/outage-passes', {
      facility_id: site.demo.facilityId,
      phone_key: phone.key,
    });
    expect(issued.status).toBe(200);
    const { pass, pass_id: passId } = issued.json.data;
    const shown = phone.show(pass, passId, Math.floor(systemClock.wallMs() / 1_000));
    const happened = site.building.mark();
    const both = await Promise.all([gym.present({ pass: shown }), gym.present({ pass: shown })]);
    expect(both.map(({ reason }) => reason).sort()).toEqual(['granted', 'pass_code_old']);
    await eventually(async () => site.building.moves('front', happened).length > 0, 'the lock has moved');

    await site.edgeControl('ban', { ...gym.member('M-known'), by: 'Kim', reason: 'Fighting' });
    expect(await gym.present(gym.member('M-known'))).toMatchObject({ granted: false, reason: 'banned' });
    await gym.push('M-known', { revision: 2 });
    expect(await gym.standing()).toMatchObject({ revision: before.revision });
    expect(await check('M-known')).toMatchObject({ allowed: true });

    await mend();
    await eventually(
      async () => (await check('M-known')).reason === 'other',
      'the ban has reached the cloud',
      Seconds(30),
    );
    await eventually(
      async () => (await gym.present(gym.member('M-new'))).granted,
      'the box has heard of the member',
      Seconds(30),
    );
    await gym.push('M-known', { revision: 3 });
    await gym.caughtUp();
    expect(await gym.present(gym.member('M-known'))).toMatchObject({ granted: false, reason: 'banned' });
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
