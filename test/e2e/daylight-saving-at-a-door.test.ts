// @module-tag long
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { daily, entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { cutLine } from '../kit/line.ts';
import { type Site, startSite } from '../kit/site.ts';

const Status = z.looseObject({ clock: z.looseObject({ wallMs: z.number(), trusted: z.boolean() }) });
const ZONE = 'Europe/Berlin';
const NIGHTLY = daily(['02:00', '03:00']);

/** Central European time changes at 01:00 UTC on the last Sundays of March and October (Directive 2000/84/EC). */
const changeIn = (year: number, month: 'March' | 'October'): number => {
  const last = new Date(Date.UTC(year, month === 'March' ? 2 : 9, 31, 1));
  return last.getTime() - last.getUTCDay() * 24 * Minutes(60);
};
/** Next year's, so that the box's clock only ever steps ahead, by a time server: one that steps back would not be believed. */
const NEXT_YEAR = new Date(systemClock.wallMs()).getUTCFullYear() + 1;
const SPRING = changeIn(NEXT_YEAR, 'March');
const AUTUMN = changeIn(NEXT_YEAR, 'October');

/** A member who may come from 02:00 to 03:00 Berlin time, at the box's door on the nights when that is no hour, and two. */
describe('the nights of daylight saving at a door, by real processes', () => {
  let site: Site;
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1, steppableEdgeClock: true, timeServer: true, wires: true });
    gym = entering(site);
    await gym.push('M-night', {
      windows: [{ external_id: 'w', kind: 'weekly', timezone: ZONE, access_hours: NIGHTLY }],
    });
    await gym.knows('M-night');
    cutLine(site);
    await site.untilOffline(); // The cloud would say that it is not that night.
  });
  afterAll(() => site.close());

  const presentAt = async (wallMs: number) => {
    site.stepEdgeClock(Math.round(wallMs - systemClock.wallMs()));
    await eventually(async () => {
      const { clock } = Status.parse(await site.edgeControl('status'));
      return Math.abs(clock.wallMs - wallMs) < Seconds(10) && clock.trusted;
    }, 'the box’s clock has stepped');
    return gym.present(gym.member('M-night'));
  };
  const shortlyBefore = (night: number) => night - Seconds(20);

  it('[R49] a local time that the spring skips never opens a door', async () => {
    expect(await presentAt(SPRING - 24 * Minutes(60) + Minutes(30))).toMatchObject({ granted: true });
    expect(await presentAt(shortlyBefore(SPRING))).toMatchObject({ granted: false, reason: 'outside_hours' });
    for (const minutes of [0, 30, 60])
      expect(await presentAt(SPRING + Minutes(minutes))).toMatchObject({ granted: false, reason: 'outside_hours' });
    expect(await presentAt(SPRING + 23 * Minutes(60) + Minutes(30))).toMatchObject({ granted: true });
  });

  it('[R50] a local time that comes twice in autumn opens it both times, and not beside them', async () => {
    expect(await presentAt(shortlyBefore(AUTUMN - Minutes(60)))).toMatchObject({
      granted: false,
      reason: 'outside_hours',
    });
    for (const minutes of [-60, -30, 0, 30])
      expect(await presentAt(AUTUMN + Minutes(minutes))).toMatchObject({ granted: true });
    await site.building.untilLock('front', 'unlocked');
    expect(await presentAt(AUTUMN + Minutes(60))).toMatchObject({ granted: false, reason: 'outside_hours' });
  });
});
