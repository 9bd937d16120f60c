import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Days, Hours, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { type ClockTrust, type SignedMemory, watchClock } from './clock-trust.ts';
import { detectPowerLoss } from './power-loss.ts';
import { hasBatteryClock } from './time-sources.ts';

const setup = (floorMs = 0) => {
  const clock = new ManualClock();
  const steps: number[] = [];
  const saved: number[] = [];
  const trust = watchClock({ clock, floorMs, saveFloor: (ms) => saved.push(ms), onStep: (ms) => steps.push(ms) });
  const confirm = (aheadMs = 0) => trust.confirm({ cloudWallMs: clock.wallMs() + aheadMs, sentMonoMs: clock.monoMs() });
  return { clock, trust, steps, saved, confirm };
};

describe('the trust in the wall clock', () => {
  it('starts with a time after the floor, and keeps the floor each minute', async () => {
    const { clock, trust, saved } = setup(5);
    expect(trust.trusted()).toBe(true);
    await clock.advance(Minutes(2));
    expect(saved).toEqual([clock.wallMs() - Minutes(1), clock.wallMs()]);
  });

  it('does not believe a time before the floor, as after a boot without a battery', () => {
    const floor = Date.parse('2026-01-01T01:00:00Z');
    const { trust } = setup(floor);
    expect(trust.trusted()).toBe(false);
    expect(trust.floorMs()).toBe(floor);
  });

  it('is lost by a step of more than two minutes backwards, and not by the small ones of time servers', () => {
    const { clock, trust, steps } = setup();
    clock.jumpWall(Seconds(-90));
    expect(trust.trusted()).toBe(true);
    clock.jumpWall(Minutes(-3));
    expect(trust.trusted()).toBe(false);
    expect(steps).toEqual([-Seconds(90), -Minutes(3)]);
  });

  it('comes back only by a fresh answer of the cloud that agrees', async () => {
    const { clock, trust, confirm } = setup();
    clock.jumpWall(Hours(-5));
    expect(trust.trusted()).toBe(false);
    confirm(Seconds(3));
    expect(trust.trusted()).toBe(false);
    trust.confirm({ cloudWallMs: clock.wallMs() + Seconds(5), sentMonoMs: clock.monoMs() });
    await clock.advance(Seconds(5));
    trust.confirm({ cloudWallMs: clock.wallMs(), sentMonoMs: clock.monoMs() - Seconds(5) });
    expect(trust.trusted()).toBe(false);
    confirm(Seconds(1));
    expect(trust.trusted()).toBe(true);
  });

  it('survives a day ahead: the floor that rose too far falls on the word of the cloud', () => {
    const clock = new ManualClock();
    const trust = watchClock({ clock, floorMs: clock.wallMs() + Days(1), saveFloor: () => {}, onStep: () => {} });
    const confirm = () => trust.confirm({ cloudWallMs: clock.wallMs(), sentMonoMs: clock.monoMs() });
    expect(trust.trusted()).toBe(false);
    confirm();
    expect(trust.trusted()).toBe(true);
    expect(trust.floorMs()).toBe(clock.wallMs());
  });

  it('is not there after a boot without a battery clock, until a time server or the cloud vouches for it', async () => {
    for (const vouch of ['server', 'cloud'] as const) {
      const clock = new ManualClock();
      let kept = false;
      const trust = watchClock({
        clock,
        floorMs: clock.wallMs(),
        saveFloor: () => {},
        onStep: () => {},
        unproven: true,
        synchronised: () => kept,
      });
      await clock.advance(Hours(1));
      expect(trust.trusted()).toBe(false);
      if (vouch === 'server') kept = true;
      else trust.confirm({ cloudWallMs: clock.wallMs(), sentMonoMs: clock.monoMs() });
      expect(trust.trusted()).toBe(true);
    }
  });

  it('comes back after a step by a time server, but never before the floor', () => {
    const clock = new ManualClock();
    const options = { clock, saveFloor: () => {}, onStep: () => {}, synchronised: () => true };
    const trust = watchClock({ ...options, floorMs: 0 });
    expect(trust.trusted()).toBe(true);
    clock.jumpWall(Hours(-5));
    expect(trust.trusted()).toBe(false);
    expect(watchClock({ ...options, floorMs: 0 }).trusted()).toBe(true);
    clock.jumpWall(Hours(5));
    expect(trust.trusted()).toBe(true);
  });

  it('knows when it could be: now, or from the floor and what has passed since up to the longest outage later', async () => {
    const clock = new ManualClock('1970-01-01T00:00:00Z');
    const floorMs = Date.parse('2026-03-01T05:00:00Z');
    const saved: number[] = [];
    let kept = false;
    const watched = { clock, floorMs, saveFloor: (ms: number) => void saved.push(ms), onStep: () => {} };
    const trust = watchClock({ ...watched, synchronised: () => kept });
    await clock.advance(Minutes(10));
    const fromMs = floorMs + Minutes(10);
    expect(trust.interval(Hours(72))).toEqual({ trusted: false, fromMs, toMs: fromMs + Hours(72) });
    expect(saved.at(-1)).toBe(fromMs);
    clock.jumpWall(Milliseconds(fromMs + Hours(1) - clock.wallMs()));
    expect(trust.interval(Hours(72))).toEqual({ trusted: false, fromMs, toMs: fromMs + Hours(72) });
    kept = true;
    expect(trust.interval(Hours(72))).toEqual({ trusted: true, fromMs: clock.wallMs(), toMs: clock.wallMs() });
  });

  it('is not won back by a restart of the agent alone: a doubt stays until something vouches for the clock', async () => {
    const clock = new ManualClock();
    const kept = { doubted: undefined as boolean | undefined, floorMs: clock.wallMs() };
    const start = (unproven = false) =>
      watchClock({
        clock,
        floorMs: kept.floorMs,
        saveFloor: (ms) => {
          kept.floorMs = ms;
        },
        onStep: () => {},
        unproven: unproven || kept.doubted === true,
        saveDoubt: (doubted) => {
          kept.doubted = doubted;
        },
      });
    start(true).close();
    await clock.advance(Minutes(5));
    const again = start();
    expect(again.trusted()).toBe(false);
    again.confirm({ cloudWallMs: clock.wallMs(), sentMonoMs: clock.monoMs() });
    again.close();
    const third = start();
    expect(third.trusted()).toBe(true);
    clock.jumpWall(Hours(-5));
    expect(third.trusted()).toBe(false);
    clock.jumpWall(Hours(5));
    third.close();
    expect(start().trusted()).toBe(false);
  });

  it('known from the cloud, the time is known, although the wall clock has another and nobody corrects that', async () => {
    const clock = new ManualClock('1970-01-01T00:00:00Z');
    const floorMs = Date.parse('2026-03-01T05:00:00Z');
    const trust = watchClock({ clock, floorMs, saveFloor: () => {}, onStep: () => {} });
    const cloudWallMs = floorMs + Hours(7);
    trust.confirm({ cloudWallMs, sentMonoMs: clock.monoMs() - Seconds(5) });
    expect(trust.interval(Hours(72)).trusted).toBe(false);
    trust.confirm({ cloudWallMs, sentMonoMs: clock.monoMs() });
    await clock.advance(Minutes(10));
    const nowMs = cloudWallMs + Minutes(10);
    expect(trust.trusted()).toBe(false);
    expect(trust.interval(Hours(72))).toEqual({ trusted: true, fromMs: nowMs, toMs: nowMs });
    expect(trust.floorMs()).toBe(nowMs);
  });

  it('is lost by the word of the cloud that it is hours ahead, unless a time server keeps it so', async () => {
    for (const kept of [false, true]) {
      const clock = new ManualClock();
      const trueMs = clock.wallMs();
      const doubts: boolean[] = [];
      clock.jumpWall(Hours(10));
      const trust = watchClock({
        clock,
        floorMs: 0,
        saveFloor: () => {},
        onStep: () => {},
        saveDoubt: (doubted) => void doubts.push(doubted),
        synchronised: () => kept,
      });
      expect(trust.trusted()).toBe(true);
      trust.confirm({ cloudWallMs: trueMs, sentMonoMs: clock.monoMs() });
      expect(trust.trusted()).toBe(kept);
      const nowMs = kept ? clock.wallMs() : trueMs;
      expect(trust.interval(Hours(72))).toEqual({ trusted: true, fromMs: nowMs, toMs: nowMs });
      expect(doubts).toEqual(kept ? [] : [true]);
      clock.jumpWall(Hours(-10));
      trust.confirm({ cloudWallMs: clock.wallMs(), sentMonoMs: clock.monoMs() });
      expect(trust.trusted()).toBe(true);
    }
  });

  it('is uncertain anew after a step that came later than the word of the cloud', () => {
    const { clock, trust, confirm } = setup();
    clock.jumpWall(Hours(-5));
    confirm(Hours(5));
    expect(trust.interval(Hours(72)).trusted).toBe(true);
    clock.jumpWall(Hours(-5));
    expect(trust.interval(Hours(72)).trusted).toBe(false);
  });

  it('S5 is lost by a step ahead as well, and what is known goes on from before it', async () => {
    const { clock, trust } = setup();
    const beforeMs = clock.wallMs();
    clock.jumpWall(Seconds(90));
    expect(trust.trusted()).toBe(true);
    clock.jumpWall(Days(5 * 365));
    await clock.advance(Minutes(10));
    expect(trust.trusted()).toBe(false);
    const fromMs = beforeMs + Seconds(90) + Minutes(10);
    expect(trust.interval(Hours(72)).fromMs).toBeCloseTo(fromMs, -4);
  });

  it('leaves no timer behind', () => {
    const { clock, trust } = setup();
    trust.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('S5 the time that the cloud has signed', () => {
  const TRUE_MS = Date.parse('2026-11-22T12:00:00Z');
  /** What box.db keeps, over as many runs as there are. */
  const aBox = (floorMs = TRUE_MS - Hours(1)) => {
    const kept = { floorMs, doubted: false, signed: undefined as SignedMemory | undefined };
    const start = (clock: ManualClock, synchronised = true) =>
      watchClock({
        clock,
        floorMs: kept.floorMs,
        saveFloor: (ms) => void Object.assign(kept, { floorMs: ms }),
        onStep: () => {},
        unproven: kept.doubted,
        saveDoubt: (doubted) => void Object.assign(kept, { doubted }),
        signed: kept.signed,
        saveSigned: (signed) => void Object.assign(kept, { signed }),
        synchronised: () => synchronised,
      });
    return { kept, start };
  };
  const signs = (trust: ClockTrust, clock: ManualClock, cloudWallMs = TRUE_MS) =>
    trust.confirmSigned({ cloudWallMs, sentMonoMs: clock.monoMs() });

  it('F10 heals every clock from 1970 to 2100, whatever a time server says of it, and never lets it be believed', async () => {
    const anyMoment = fc.integer({ min: 0, max: Date.parse('2100-12-31T00:00:00Z') });
    await fc.assert(
      fc.asyncProperty(anyMoment, fc.integer({ min: 0, max: 2 * TRUE_MS }), async (wallMs, floorMs) => {
        const clock = new ManualClock(new Date(wallMs).toISOString());
        const { kept, start } = aBox(floorMs);
        const trust = start(clock);
        const isRight = Math.abs(wallMs - TRUE_MS) <= Minutes(2);
        expect(signs(trust, clock)).toBe(true);
        await clock.advance(Minutes(5));
        expect([trust.trusted(), trust.known()]).toEqual([isRight, true]);
        expect(Math.abs(trust.nowMs() - TRUE_MS - Minutes(5))).toBeLessThanOrEqual(Minutes(2));
        expect(trust.signedMs()).toBe(isRight ? undefined : TRUE_MS + Minutes(5));
        trust.close();
        // The next run has no word yet: it knows that it does not know, and that it is not earlier.
        const again = start(clock);
        expect(again.trusted()).toBe(isRight);
        expect(again.floorMs()).toBeGreaterThanOrEqual(Math.min(kept.floorMs, TRUE_MS));
        expect(again.interval(Hours(72)).fromMs).toBeLessThanOrEqual(TRUE_MS + Minutes(7));
        again.close();
      }),
      { numRuns: 200 },
    );
  });

  it('is a floor for ever: nobody’s word makes it earlier, signed or not, and a late answer counts for nothing', async () => {
    const clock = new ManualClock('1970-01-01T00:00:00Z');
    const { start } = aBox(0);
    const trust = start(clock, false);
    expect(signs(trust, clock)).toBe(true);
    expect(signs(trust, clock, TRUE_MS - 1)).toBe(false);
    trust.confirm({ cloudWallMs: TRUE_MS - Days(1), sentMonoMs: clock.monoMs() });
    trust.confirm({ cloudWallMs: TRUE_MS + Days(1), sentMonoMs: clock.monoMs() });
    expect(trust.nowMs()).toBe(TRUE_MS);
    await clock.advance(Seconds(11));
    expect(trust.confirmSigned({ cloudWallMs: TRUE_MS + Days(9), sentMonoMs: 0 })).toBe(false);
    trust.close();
    const again = start(clock, false);
    expect(again.floorMs()).toBeGreaterThanOrEqual(TRUE_MS);
    expect(signs(again, clock, TRUE_MS - 1)).toBe(false);
    again.forgetSigned();
    expect(signs(again, clock, TRUE_MS - 1)).toBe(true);
  });

  it('vouches for a wall clock that somebody sets right later, and gives way to no other', async () => {
    const clock = new ManualClock('2031-11-22T12:00:00Z');
    const trust = aBox().start(clock);
    signs(trust, clock);
    await clock.advance(Hours(1));
    clock.jumpWall(Milliseconds(TRUE_MS + Hours(1) - clock.wallMs()));
    expect(trust.trusted()).toBe(true);
    clock.jumpWall(Days(365));
    await clock.advance(Seconds(1));
    expect(trust.trusted()).toBe(true); // A time server has set it, as it says itself.
    signs(trust, clock, TRUE_MS + Hours(1));
    expect([trust.trusted(), trust.nowMs()]).toEqual([false, TRUE_MS + Hours(1)]);
  });

  it('is asked for where a beacon’s answer tells another time, unless a time server keeps the clock', () => {
    const clock = new ManualClock(new Date(TRUE_MS).toISOString());
    for (const synchronised of [false, true]) {
      const trust = aBox().start(clock, synchronised);
      const agrees = (aheadMs: number) => trust.agrees({ cloudWallMs: TRUE_MS + aheadMs, sentMonoMs: clock.monoMs() });
      expect([agrees(0), agrees(Minutes(1)), agrees(Hours(1)), agrees(-Hours(1))]).toEqual([
        true,
        true,
        synchronised,
        synchronised,
      ]);
      trust.close();
    }
  });
});

describe('a battery clock', () => {
  it('is one that the kernel took the time from', () => {
    const dir = mkdtempSync(join(tmpdir(), 'rtc-'));
    expect(hasBatteryClock(0, dir)).toBe(false);
    mkdirSync(join(dir, 'rtc0'));
    writeFileSync(join(dir, 'rtc0', 'hctosys'), '0\n');
    expect(hasBatteryClock(0, dir)).toBe(false);
    writeFileSync(join(dir, 'rtc0', 'hctosys'), '1\n');
    writeFileSync(join(dir, 'rtc0', 'since_epoch'), '1767225600\n');
    expect(hasBatteryClock(0, dir)).toBe(true);
    expect(hasBatteryClock(0, join(dir, 'nowhere'))).toBe(false);
  });

  it('is none when its battery is dead, though the machine moved its own clock on to when it last ran', () => {
    const dir = mkdtempSync(join(tmpdir(), 'rtc-'));
    mkdirSync(join(dir, 'rtc0'));
    writeFileSync(join(dir, 'rtc0', 'hctosys'), '1\n');
    writeFileSync(join(dir, 'rtc0', 'since_epoch'), `${Date.parse('2000-01-01T00:00:09Z') / 1_000}\n`);
    expect(hasBatteryClock(Date.parse('2026-01-01T00:00:00Z'), dir)).toBe(false);
    writeFileSync(join(dir, 'rtc0', 'since_epoch'), `${Date.parse('2025-12-31T23:59:00Z') / 1_000}\n`);
    expect(hasBatteryClock(Date.parse('2026-01-01T00:00:00Z'), dir)).toBe(true);
  });
});

describe('a power loss', () => {
  const dir = mkdtempSync(join(tmpdir(), 'boot-'));
  const slot = openBoxStore(join(dir, 'box.db'), { nowMs: 0, log: silentLog }).slot('kernel_boot', z.string());
  const file = join(dir, 'boot_id');

  it('is seen by another kernel boot, until the doors have settled, and not by an agent restart', () => {
    writeFileSync(file, 'one\n');
    const first = detectPowerLoss(slot, file);
    expect(first.powerLoss).toBe(false);
    first.settled();
    expect(detectPowerLoss(slot, file).powerLoss).toBe(false);
    writeFileSync(file, 'two\n');
    expect(detectPowerLoss(slot, file).powerLoss).toBe(true);
    const third = detectPowerLoss(slot, file);
    expect(third.powerLoss).toBe(true);
    third.settled();
    expect(detectPowerLoss(slot, file).powerLoss).toBe(false);
  });

  it('is assumed where nothing can tell', () => expect(detectPowerLoss(slot, '/nowhere/boot_id').powerLoss).toBe(true));
});
