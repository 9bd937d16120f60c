import { bindScopes } from '@gatehouse/shared/access/bind-scopes.ts';
import { DEFAULT_POLICY } from '@gatehouse/shared/access/facility-facts.ts';
import { snapshotOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
import { Days, Hours, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { describe, expect, it } from 'vitest';
import { aBoxWith, card, MONDAY_NOON, type Running, startBox } from './access.kit.ts';
import { AN_EPOCH, aFacility, aPerson, cardKey, type Put } from './snapshot.kit.ts';

const DAY = ['00:00', '24:00'] as const;
const ALWAYS = { sun: [DAY], mon: [DAY], tue: [DAY], wed: [DAY], thu: [DAY], fri: [DAY], sat: [DAY] };
const OFF_PEAK = Object.fromEntries(Object.keys(ALWAYS).map((day) => [day, [['09:00', '16:00']]]));
const weekly = (over: object): AccessWindow =>
  ({
    external_id: 'w',
    kind: 'weekly',
    timezone: 'Europe/Berlin',
    scope_key: 'gym',
    access_hours: ALWAYS,
    ...over,
  }) as never;
const withWindows = (id: string, text: string, ...windows: AccessWindow[]): Put => {
  const { program } = snapshotOf(windows, bundledZones());
  bindScopes(program, [1]);
  return {
    kind: 'person',
    id,
    data: aPerson({ grants: [], windows: [{ source: 1, program }] }, { keys: [cardKey(text)] }),
  };
};
const glass = { target: { kind: 'facility' }, breakGlass: true } as const;
const EVERYBODY: readonly Put[] = [
  { kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('01')] }) },
  { kind: 'person', id: '2', data: aPerson({ grants: [glass] }, { keys: [cardKey('02')] }) },
  withWindows('3', '03', weekly({})),
  withWindows('4', '04', weekly({ access_hours: OFF_PEAK })),
  withWindows('5', '05', weekly({ active_until: Date.parse('2026-11-20T11:00:00Z') / 1_000 })),
  { kind: 'person', id: '6', data: aPerson({ banned: true }, { keys: [cardKey('06')] }) },
];
const PERMANENT = card('01');
const GLASS = card('02');
const ROUND_THE_CLOCK = card('03');
const OFF_PEAK_MEMBER = card('04');
const ENDS_FRIDAY = card('05');
const EXPELLED = card('06');

const reasons = (run: Running) =>
  [PERMANENT, GLASS, ROUND_THE_CLOCK, OFF_PEAK_MEMBER, ENDS_FRIDAY, EXPELLED].map((who) => run.reasonFor(who));
const mark = (run: Running) => run.access.mark() as { epoch: string; revision: number };

describe('a box that the cloud has left alone (decision 17)', () => {
  it('is stale after 15 minutes and warns, and is fresh again at the cloud’s word', async () => {
    const { run } = await aBoxWith(EVERYBODY);
    await run.clock.advance(Minutes(15));
    expect(run.access.standing().staleness).toBe('fresh');
    await run.clock.advance(Seconds(1));
    expect(run.access.standing().staleness).toBe('stale');
    expect(run.decide(PERMANENT).decision).toMatchObject({ allowed: true, stale: true });
    run.access.confirm(mark(run), run.clock.monoMs());
    expect(run.decide(PERMANENT).decision).toMatchObject({ allowed: true, stale: false });
    await run.stop();
  });

  it('decides for 30 days, then lets in only who breaks glass; windows with an end never outlive it', async () => {
    const { run } = await aBoxWith(EVERYBODY);
    expect(reasons(run)).toEqual(['granted', 'granted', 'granted', 'granted', 'granted', 'banned']);
    await run.clock.advance(Days(4));
    expect(run.reasonFor(ENDS_FRIDAY)).toBe('no_grant');
    expect(run.reasonFor(EXPELLED)).toBe('banned');
    await run.clock.advance(Days(26));
    expect(run.access.standing().staleness).toBe('stale');
    expect(run.reasonFor(ROUND_THE_CLOCK)).toBe('granted');
    await run.clock.advance(Days(10));
    expect(run.access.standing().staleness).toBe('expired');
    expect(reasons(run)).toEqual([
      'snapshot_too_old',
      'granted',
      'snapshot_too_old',
      'snapshot_too_old',
      'snapshot_too_old',
      'banned',
    ]);
    await run.stop();
  });

  it('grows no younger by restarts or by its clock, and a pull of the same makes it fresh', async () => {
    const { box, run } = await aBoxWith(EVERYBODY);
    box.offline = true;
    await run.clock.advance(Days(29));
    await run.stop();
    const clock = new ManualClock(new Date(run.clock.wallMs()).toISOString());
    const again = startBox(box, clock);
    expect(again.access.standing().ageMs).toBe(Days(29));
    await clock.advance(Days(5));
    clock.jumpWall(Days(-1));
    expect(again.access.standing()).toMatchObject({ ageMs: Days(34), staleness: 'expired' });
    clock.jumpWall(Days(1));
    expect(again.reasonFor(PERMANENT)).toBe('snapshot_too_old');
    box.offline = false;
    await again.access.pull();
    expect(again.access.standing()).toMatchObject({ ageMs: 0, staleness: 'fresh' });
    await again.stop();
  });

  it('S5 counts how long it has run, where its clock says nothing, and the whole time once the time is known', async () => {
    const { box, run } = await aBoxWith(EVERYBODY);
    box.offline = true;
    await run.clock.advance(Days(8));
    await run.stop();
    const again = startBox(box, new ManualClock('1970-01-01T00:00:00Z'));
    expect(again.access.standing()).toMatchObject({ ageMs: Days(8), staleness: 'stale', stretched: false });
    again.clock.jumpWall(Milliseconds(run.clock.wallMs() + Hours(1) - again.clock.wallMs()));
    again.trust.confirm({ cloudWallMs: again.clock.wallMs(), sentMonoMs: 0 });
    expect(again.access.standing()).toMatchObject({ ageMs: Days(8) + Hours(1), staleness: 'stale' });
    await again.stop();
  });

  it('S5 is given 72 hours more while it does not know the time, once, however often it is cut off', async () => {
    const policy = { ...DEFAULT_POLICY, expiredAfterS: 4 * 86_400 };
    const { box, run } = await aBoxWith(EVERYBODY, aFacility({ policy }));
    box.offline = true;
    await run.clock.advance(Days(3));
    await run.stop();
    const seen: unknown[] = [];
    for (const aged of [0, 1, 2, 2]) {
      const again = startBox(box, new ManualClock('1970-01-01T00:00:00Z'));
      await again.clock.advance(Days(aged));
      const { staleness, stretched } = again.access.standing();
      seen.push([staleness, stretched, again.reasonFor(ROUND_THE_CLOCK), again.reasonFor(EXPELLED)]);
      await again.stop();
    }
    const [inTime, stretched, over] = [
      ['stale', false, 'granted', 'banned'],
      ['stale', true, 'granted', 'banned'],
      ['expired', false, 'snapshot_too_old', 'banned'],
    ];
    expect(seen).toEqual([inTime, inTime, stretched, over]);
  });

  it('S5 a run that is cut off counts as well, and a cut cable alone is no doubt', async () => {
    const { box, run } = await aBoxWith(EVERYBODY);
    box.offline = true;
    await run.clock.advance(Days(3));
    const cutOff = startBox(box, new ManualClock('1970-01-01T00:00:00Z')); // Beside the first, which never stops.
    expect(cutOff.access.standing().ageMs).toBeGreaterThanOrEqual(Days(3));
    expect(cutOff.access.standing().ageMs).toBeLessThanOrEqual(Days(3) + Hours(1));
    await cutOff.stop();
    await run.clock.advance(Days(27.1));
    expect(run.access.standing()).toMatchObject({ staleness: 'expired', stretched: false });
    await run.stop();
  });

  it('keeps the facility’s own limits', async () => {
    const facility = aFacility({ policy: { ...DEFAULT_POLICY, staleAfterS: 60, expiredAfterS: 3_600 } });
    const { run } = await aBoxWith(EVERYBODY, facility);
    await run.clock.advance(Minutes(2));
    expect(run.access.standing().staleness).toBe('stale');
    await run.clock.advance(Hours(1));
    expect(run.access.standing().staleness).toBe('expired');
    await run.stop();
  });

  it('takes no old word of the cloud for a new one, and none of another epoch', async () => {
    const { box, run } = await aBoxWith(EVERYBODY);
    box.offline = true;
    await run.clock.advance(Hours(1));
    run.access.confirm({ epoch: AN_EPOCH, revision: 1 }, run.clock.monoMs());
    run.access.confirm({ epoch: '99999999-2222-4333-8444-555555555555', revision: 2 }, run.clock.monoMs());
    run.access.confirm(undefined, run.clock.monoMs());
    expect(run.access.standing()).toMatchObject({ ageMs: Hours(1), staleness: 'stale' });
    run.access.confirm(mark(run), Minutes(30));
    expect(run.access.standing().ageMs).toBe(Minutes(30));
    await run.stop();
  });
});

describe('a box that is not sure of the time (decision 18)', () => {
  /** Monday noon, then the power goes and comes back, and the clock says 1970. */
  const afterPowerCut = async (uncertainClock: 'interval' | 'strict' | 'lenient', off = Hours(3)) => {
    const facility = aFacility({ policy: { ...DEFAULT_POLICY, uncertainClock } }, { longestOutageS: off / 1_000 });
    const { box, run } = await aBoxWith(EVERYBODY, facility);
    box.offline = true;
    await run.stop();
    return startBox(box, new ManualClock('1970-01-01T00:00:00Z'));
  };

  it('lets a member in whom every possible time lets in, and asks the others to wait', async () => {
    const run = await afterPowerCut('interval');
    expect(reasons(run)).toEqual(['granted', 'granted', 'granted', 'granted', 'granted', 'banned']);
    expect(run.decide(ROUND_THE_CLOCK).decision).toMatchObject({ clock: 'uncertain' });
    await run.clock.advance(Hours(2)); // From 14:00 to 17:00: off-peak ends within.
    expect(run.reasonFor(OFF_PEAK_MEMBER)).toBe('clock_untrusted');
    expect(run.reasonFor(ROUND_THE_CLOCK)).toBe('granted');
    await run.clock.advance(Hours(3)); // From 17:00 on: certainly not.
    expect(run.reasonFor(OFF_PEAK_MEMBER)).toBe('outside_hours');
    await run.stop();
  });

  it('lets nobody outlive the end of a window that may be over', async () => {
    const run = await afterPowerCut('interval', Days(6));
    expect(run.reasonFor(ENDS_FRIDAY)).toBe('clock_untrusted');
    await run.stop();
  });

  it('strict: permanent grants only; lenient: any possible time is enough, and is flagged', async () => {
    const strict = await afterPowerCut('strict');
    expect(strict.reasonFor(PERMANENT)).toBe('granted');
    expect(strict.reasonFor(ROUND_THE_CLOCK)).toBe('clock_untrusted');
    await strict.stop();
    const lenient = await afterPowerCut('lenient', Days(6));
    expect(lenient.decide(ENDS_FRIDAY).decision).toMatchObject({ allowed: true, clock: 'lenient' });
    await lenient.stop();
  });

  it('is sure again once a time server or the cloud says the time, and decides by that', async () => {
    const run = await afterPowerCut('interval', Days(6));
    expect(run.reasonFor(OFF_PEAK_MEMBER)).toBe('clock_untrusted');
    run.clock.jumpWall(Milliseconds(Date.parse(MONDAY_NOON) + Hours(20) - run.clock.wallMs()));
    expect(run.reasonFor(OFF_PEAK_MEMBER)).toBe('clock_untrusted');
    run.trust.confirm({ cloudWallMs: run.clock.wallMs(), sentMonoMs: run.clock.monoMs() });
    expect(run.decide(OFF_PEAK_MEMBER)).toMatchObject({ decision: { reason: 'outside_hours' } });
    await run.clock.advance(Minutes(61));
    expect(run.decide(OFF_PEAK_MEMBER).decision).toMatchObject({ allowed: true, clock: 'trusted' });
    await run.stop();
  });

  it('with a clock that jumps a day ahead and back: neither is believed, and nobody is refused for the wrong day', async () => {
    const { run } = await aBoxWith(EVERYBODY);
    run.clock.jumpWall(Days(4));
    expect(run.decide(ROUND_THE_CLOCK).decision).toMatchObject({ allowed: true, clock: 'uncertain' });
    expect(run.decide(ENDS_FRIDAY).decision).toMatchObject({ allowed: true, clock: 'uncertain' }); // Until Thursday noon.
    run.clock.jumpWall(Days(-4));
    expect(run.decide(ROUND_THE_CLOCK).decision).toMatchObject({ allowed: true, clock: 'uncertain' });
    run.trust.confirm({ cloudWallMs: run.clock.wallMs(), sentMonoMs: run.clock.monoMs() });
    expect(run.reasonFor(ENDS_FRIDAY)).toBe('granted');
    await run.stop();
  });

  it('without a battery clock the saved time of the last run is not taken for now', async () => {
    const { box, run } = await aBoxWith(EVERYBODY, aFacility({}, { longestOutageS: 6 * 86_400 }));
    box.offline = true;
    await run.clock.advance(Seconds(1));
    await run.stop();
    const again = startBox(box, new ManualClock(new Date(run.clock.wallMs()).toISOString()), { unproven: true });
    expect(again.reasonFor(ENDS_FRIDAY)).toBe('clock_untrusted');
    expect(again.reasonFor(ROUND_THE_CLOCK)).toBe('granted');
    await again.stop();
  });
});

describe('the night in which the clocks go back', () => {
  it('opens and closes by the wall on the gym, each of the two times that it is half past two', async () => {
    const hours = { ...ALWAYS, sun: [['02:00', '03:00']] };
    const clock = new ManualClock('2026-10-24T23:30:00Z'); // Sunday 01:30 in summer time.
    const { run } = await aBoxWith([withWindows('1', '01', weekly({ access_hours: hours }))], aFacility(), clock);
    const seen: string[] = [];
    for (let i = 0; i < 6; i++) {
      seen.push(run.reasonFor(card('01')));
      await clock.advance(Minutes(30));
    }
    expect(seen).toEqual(['outside_hours', 'granted', 'granted', 'granted', 'granted', 'outside_hours']);
    await run.stop();
  });
});
