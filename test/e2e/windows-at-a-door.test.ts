import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

const Entry = z.looseObject({ granted: z.boolean(), reason: z.string(), entryId: z.string() });
const Explained = z.looseObject({ decision: z.looseObject({ reason: z.string() }) });
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const hours = (...blocks: [string, string][]) => Object.fromEntries(DAYS.map((day) => [day, blocks]));
const ZONE = 'Australia/Brisbane';
const weekly = { external_id: 'w', kind: 'weekly', timezone: ZONE, access_hours: hours(['00:00', '24:00']) };

/** What a partner's windows promise, asked of the box at the door. Members are pushed once, under ids of their own. */
describe('windows at a door, by real processes', () => {
  let site: Site;
  let before: Mark;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    before = await site.settled();
  });

  const push = async (members: Readonly<Record<string, readonly object[]>>) => {
    const answer = await site.request(site.demo.direct.keys.live, '/members', {
      members: Object.entries(members).map(([memberId, windows]) => ({
        facility_id: site.demo.facilityId,
        member_id: memberId,
        first_name: 'Ada',
        last_name: memberId,
        access_time_windows: windows,
        access_time_windows_revision: 1,
      })),
    });
    expect(answer.json.metadata).toMatchObject({ success: Object.keys(members).length });
  };
  const present = async (memberId: string) => {
    const body = { door: site.doorIds.front, member: memberId, partner: site.demo.direct.id };
    return Entry.parse(await site.edgeControl('present', body));
  };
  const knows = (memberId: string) =>
    eventually(async () => {
      const body = { door: site.doorIds.front, member: memberId, partner: site.demo.direct.id };
      const { decision } = Explained.parse(await site.edgeControl('why', body));
      return decision.reason !== 'unknown_member';
    }, `the box knows ${memberId}`);
  const seconds = (fromNow: number) => Math.floor(systemClock.wallMs() / 1_000) + fromNow;

  it('[R53] a window lets in, and never past force-closed or a lockdown; force-open needs no second opening', async () => {
    await push({ 'M-any-time': [weekly] });
    await knows('M-any-time');
    const { seq, happened } = before;
    const entered = await present('M-any-time');
    expect(entered).toMatchObject({ granted: true });
    await site.building.untilLock('front', 'unlocked');
    const ofEntry = ({ entryId }: { entryId: string }) => entryId === entered.entryId;
    expect(await site.journal.until('access.released', ofEntry, seq)).toMatchObject({ outcome: 'unlocked' });
    expect(await site.journal.until('lock.moved', ({ to }) => to === 'unlocked', seq)).toMatchObject({
      cause: 'access',
      entryId: entered.entryId,
    });
    await site.settled();
    expect(site.building.pulses('front', happened)).toBe(1);

    await site.maintain('front', 'force-closed');
    expect(await present('M-any-time')).toMatchObject({ granted: false, reason: 'maintenance_force_closed' });
    const lockdown = { door: site.doorIds.front, by: 'Sam', reason: 'Testing' };
    await site.edgeControl('lockdown', { ...lockdown, active: true });
    await site.maintain('front', 'force-open');
    expect(await present('M-any-time')).toMatchObject({ granted: false, reason: 'lockdown' });
    expect(site.building.pulses('front', happened)).toBe(1);
    await site.edgeControl('lockdown', { ...lockdown, active: false });
    await site.building.untilLock('front', 'unlocked');
    const walksIn = await present('M-any-time');
    expect(walksIn).toMatchObject({ granted: true, via: 'maintenance_open' });
    const ofWalk = ({ entryId }: { entryId: string }) => entryId === walksIn.entryId;
    expect(await site.journal.until('access.released', ofWalk, seq)).toMatchObject({ outcome: 'open_already' });
    await site.maintain('front', 'off');
  });

  it('[R48] [R51] an interval opens from its start and not at its end, whatever time zone it carries', async () => {
    const interval = { external_id: 'a', kind: 'absolute', timezone: 'Pacific/Kiritimati' };
    await push({
      'M-now': [{ ...interval, from: seconds(-60), to: seconds(3_600) }],
      'M-over': [{ ...interval, from: seconds(-3_600), to: seconds(-1) }],
      'M-later': [{ ...interval, from: seconds(3_600), to: seconds(7_200) }],
    });
    await knows('M-later');
    expect(await present('M-now')).toMatchObject({ granted: true });
    expect(await present('M-over')).toMatchObject({ granted: false, reason: 'no_grant' });
    expect(await present('M-later')).toMatchObject({ granted: false, reason: 'outside_hours' });
  });

  it('[R52] a window whose scope key is not mapped opens nothing and is warned of; the others are not touched', async () => {
    const unmapped = { ...weekly, external_id: 'u', scope_key: 'sauna' };
    await push({ 'M-unmapped': [unmapped], 'M-both': [unmapped, weekly] });
    await knows('M-both');
    expect(await present('M-unmapped')).toMatchObject({ granted: false, reason: 'scope_unmapped' });
    expect(await present('M-both')).toMatchObject({ granted: true });
    expect(await site.warnings()).toContainEqual(expect.objectContaining({ kind: 'scope_key_opens_nothing' }));
    await eventually(async () => (await site.journal.lastSeq()) > before.seq, 'the box has stated it');
  });
});
