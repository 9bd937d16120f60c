// @module-tag long
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALWAYS, entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

/** What a partner's windows promise, asked of the box at the door. Members are pushed once, under ids of their own. */
describe('windows at a door, by real processes', () => {
  let site: Site;
  let before: Mark;
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
    gym = entering(site);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    before = await site.settled();
  });

  const push = async (members: Readonly<Record<string, readonly object[]>>) => {
    for (const [memberId, windows] of Object.entries(members)) await gym.push(memberId, { windows });
    for (const memberId of Object.keys(members)) await gym.knows(memberId);
  };
  const present = (memberId: string) => gym.present(gym.member(memberId));
  const seconds = (fromNow: number) => Math.floor(systemClock.wallMs() / 1_000) + fromNow;

  it('[R53] a window lets in, and never past force-closed or a lockdown; force-open needs no second opening', async () => {
    await push({ 'M-any-time': [ALWAYS] });
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

  it('[R51] an interval opens while it lasts, and neither before nor after, whatever time zone it carries', async () => {
    const interval = { external_id: 'a', kind: 'absolute', timezone: 'Pacific/Kiritimati' };
    await push({
      'M-now': [{ ...interval, from: seconds(-60), to: seconds(3_600) }],
      'M-over': [{ ...interval, from: seconds(-3_600), to: seconds(-1) }],
      'M-later': [{ ...interval, from: seconds(3_600), to: seconds(7_200) }],
    });
    expect(await present('M-now')).toMatchObject({ granted: true });
    expect(await present('M-over')).toMatchObject({ granted: false, reason: 'no_grant' });
    expect(await present('M-later')).toMatchObject({ granted: false, reason: 'outside_hours' });
  });

  it('[R52] a window whose scope key is not mapped opens nothing and is warned of; the others are not touched', async () => {
    const unmapped = { ...ALWAYS, external_id: 'u', scope_key: 'sauna' };
    await push({ 'M-unmapped': [unmapped], 'M-both': [unmapped, ALWAYS] });
    expect(await present('M-unmapped')).toMatchObject({ granted: false, reason: 'scope_unmapped' });
    expect(await present('M-both')).toMatchObject({ granted: true });
    expect(await site.warnings()).toContainEqual(expect.objectContaining({ kind: 'scope_key_opens_nothing' }));
    await eventually(async () => (await site.journal.lastSeq()) > before.seq, 'the box has stated it');
  });
});
