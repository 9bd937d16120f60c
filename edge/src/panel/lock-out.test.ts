import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore, type Slot } from '../store/box-store.ts';
import { createLockOut, LockOutMemory } from './lock-out.ts';

const memory = () => {
  let kept: LockOutMemory | undefined;
  return {
    load: () => (kept === undefined ? undefined : structuredClone(kept)),
    keep: (value: LockOutMemory) => {
      kept = structuredClone(value);
    },
    commit: () => 'refused' as const,
    clear: () => undefined,
  };
};
const setup = (slot: Slot<LockOutMemory> = memory(), bootId = 'boot-1') => {
  const clock = new ManualClock();
  const alarms: number[] = [];
  const lockOut = createLockOut({ slot, bootId, clock, onAlarm: (tries) => alarms.push(tries) });
  const tryWrong = (subject = 'ada') => {
    const begun = lockOut.begin(subject);
    return begun.outcome === 'may' ? lockOut.wrong() : begun;
  };
  return { slot, clock, lockOut, alarms, tryWrong };
};

describe('wrong PINs at the panel', () => {
  it('are five in fifteen minutes, whatever the names, and each says how many are left', () => {
    const { tryWrong, lockOut } = setup();
    const left = ['ada', 'sam', 'nobody', 'ada', 'eve'].map((name) => tryWrong(name));
    expect(left).toEqual([4, 3, 2, 1, 0].map((triesLeft) => ({ triesLeft })));
    expect(tryWrong('kim')).toEqual({ outcome: 'locked_out', retryAfterSeconds: 900 });
    expect(lockOut.lockedForSeconds()).toBe(900);
  });

  it('lock the panel twice as long each time, for eight hours at most', async () => {
    const { tryWrong, lockOut, clock } = setup();
    const minutes = [];
    for (let round = 0; round < 7; round++) {
      for (let i = 0; i < 5; i++) tryWrong();
      minutes.push(lockOut.lockedForSeconds() / 60);
      await clock.advance(Minutes(lockOut.lockedForSeconds() / 60));
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 480]);
  });

  it('are an alarm from the tenth on', async () => {
    const { tryWrong, alarms, clock } = setup();
    for (let i = 0; i < 5; i++) tryWrong();
    expect(alarms).toEqual([]);
    await clock.advance(Minutes(15));
    for (let i = 0; i < 6; i++) tryWrong();
    expect(alarms).toEqual([10]);
    await clock.advance(Minutes(30));
    for (let i = 0; i < 5; i++) tryWrong();
    expect(alarms).toEqual([10, 15]);
  });

  it('are forgiven to whoever then knows the PIN, and to nobody else', () => {
    const { tryWrong, lockOut } = setup();
    for (let i = 0; i < 3; i++) tryWrong('boss');
    tryWrong('eve');
    expect(lockOut.begin('eve').outcome).toBe('may');
    lockOut.right('eve');
    expect(lockOut.lockedForSeconds()).toBe(0);
    expect(tryWrong('boss')).toEqual({ triesLeft: 1 });
    expect(tryWrong('boss')).toEqual({ triesLeft: 0 });
  });

  it('do not lock out whose fifth try is right', () => {
    const { tryWrong, lockOut } = setup();
    for (let i = 0; i < 4; i++) tryWrong();
    expect(lockOut.begin('ada').outcome).toBe('may');
    lockOut.right('ada');
    expect(tryWrong()).toEqual({ triesLeft: 4 });
  });

  it('are five only, however many are tried side by side', () => {
    const { lockOut } = setup();
    const begun = Array.from({ length: 20 }, () => lockOut.begin('ada').outcome);
    expect(begun.filter((outcome) => outcome === 'may')).toHaveLength(5);
  });

  it('are remembered over a restart: the whole lock-out begins anew, however far the wall clock was set', async () => {
    const first = setup();
    for (let i = 0; i < 5; i++) first.tryWrong();
    await first.clock.advance(Minutes(14));
    const second = setup(first.slot, 'boot-2');
    second.clock.jumpWall(Hours(48));
    expect(second.tryWrong()).toEqual({ outcome: 'locked_out', retryAfterSeconds: 900 });
    await second.clock.advance(Minutes(15));
    for (let i = 0; i < 5; i++) second.tryWrong();
    expect(second.lockOut.lockedForSeconds()).toBe(1_800);
    expect(second.alarms).toEqual([10]);
  });

  it('a day without any makes the next lock-out a short one', async () => {
    const { tryWrong, lockOut, clock } = setup();
    for (let i = 0; i < 5; i++) tryWrong();
    await clock.advance(Hours(25));
    for (let i = 0; i < 5; i++) tryWrong();
    expect(lockOut.lockedForSeconds()).toBe(900);
  });

  it('never come to more than 40 in a day, in whatever order names are tried and PINs of one’s own are right', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ waitMinutes: fc.integer({ min: 0, max: 20 }), own: fc.boolean() }), {
          minLength: 200,
          maxLength: 600,
          size: 'max',
        }),
        async (steps) => {
          const { lockOut, clock } = setup();
          const guessedAt: number[] = [];
          for (const { waitMinutes, own } of steps) {
            await clock.advance(Minutes(waitMinutes));
            if (lockOut.begin(own ? 'eve' : 'boss').outcome !== 'may') continue;
            if (own) lockOut.right('eve');
            else {
              guessedAt.push(clock.monoMs());
              lockOut.wrong();
            }
            const lastDay = guessedAt.filter((at) => clock.monoMs() - at < Hours(24));
            expect(lastDay.length).toBeLessThanOrEqual(40);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are not thousands for whoever tries slowly, four in each quarter of an hour', async () => {
    const { tryWrong, clock } = setup();
    let guesses = 0;
    for (let quarter = 0; quarter < 96; quarter++) {
      for (let i = 0; i < 4; i++) if (!('outcome' in tryWrong('boss'))) guesses++;
      await clock.advance(Minutes(15));
    }
    expect(guesses).toBeLessThanOrEqual(40);
  });

  it('are kept in the box’s own store', () => {
    const box = openBoxStore(join(mkdtempSync(join(tmpdir(), 'lock-out-')), 'box.db'), { nowMs: 0, log: silentLog });
    const slot = box.slot('panel_lock_out', LockOutMemory);
    const { tryWrong } = setup(slot);
    for (let i = 0; i < 5; i++) tryWrong();
    expect(setup(slot, 'boot-2').lockOut.lockedForSeconds()).toBe(900);
    box.close();
  });
});
