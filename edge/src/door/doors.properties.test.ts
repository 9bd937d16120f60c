import type { EventId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBox, FRONT, INPUT } from './doors.kit.ts';

const staff = { doorId: FRONT, untilMs: null, by: 'ana', reason: 'test' } as const;
const doing = fc.oneof(
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ do: fc.constant('enter' as const), as: fc.constantFrom('unlock', 'grant', 'break the glass') }),
  fc.record({
    do: fc.constantFrom('rex' as const, 'fire' as const, 'key' as const, 'contact' as const),
    on: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('lockdown' as const, 'line' as const), on: fc.boolean() }),
  fc.record({
    do: fc.constant('mode' as const),
    mode: fc.constantFrom('off' as const, 'force-open' as const, 'force-closed' as const),
  }),
);
type Doing = typeof doing extends fc.Arbitrary<infer D> ? D : never;

/** Long enough for a board to be found again, and for every lease, hold and retry to end. */
const QUIET_MS = 40_000;

const aWorld = async (energisedMeans: 'unlocked' | 'locked', turnstile: boolean) => {
  const box = aBox({
    config: {
      relayEnergisedMeans: energisedMeans,
      profile: turnstile ? 'turnstile' : 'latch',
      keySwitch: { bus: 'main', unit: 1, channel: INPUT.key, mode: 'force-open' },
    },
  });
  box.board.coils[0] = energisedMeans === 'locked';
  await box.up();
  const results: Promise<{ readonly outcome: string }>[] = [];
  let entries = 0;
  const grant = (breakGlass: boolean) => {
    entries++;
    const entryId = `evt_${String(entries).padStart(16, '0')}` as EventId;
    results.push(box.doors.grant({ entryId, doorId: FRONT, breakGlass }));
  };
  const carryOut = async (it: Doing): Promise<void> => {
    if (it.do === 'pass') await box.pass(it.ms);
    else if (it.do === 'enter' && it.as === 'unlock') results.push(box.unlock());
    else if (it.do === 'enter') grant(it.as === 'break the glass');
    else if (it.do === 'mode') await box.doors.setMaintenance({ ...staff, mode: it.mode });
    else if (it.do === 'lockdown') await box.doors.setLockdown({ ...staff, active: it.on });
    else if (it.do === 'line') box.bus.line = it.on ? 'up' : 'down';
    else box.board.inputs[INPUT[it.do]] = it.on;
  };
  return { box, results, carryOut };
};

describe('the doors of a box under random events', () => {
  it.each([
    ['unlocked', false],
    ['locked', false],
    ['unlocked', true],
  ] as const)(
    'energised means %s, turnstile %s: every movement has its cause, everybody gets one answer, the way out works, and rest comes',
    async (energisedMeans, turnstile) => {
      await fc.assert(
        fc.asyncProperty(fc.array(doing, { maxLength: 25 }), async (script) => {
          const { box, results, carryOut } = await aWorld(energisedMeans, turnstile);
          for (const it of script) await carryOut(it);
          box.bus.line = 'up';
          await box.pass(QUIET_MS);
          expect(await Promise.all(results)).toHaveLength(results.length);
          expect(box.journal.moves(), 'I1').not.toContain('unlocked by unaccounted');

          // I6: whatever staff have set, the exit button lets out.
          box.board.inputs[INPUT.rex] = true;
          await box.pass(500);
          expect(box.lock.unlocked(), 'I6').toBe(true);

          // I5: once no reason is left, the lock comes to rest by itself.
          for (const input of [INPUT.rex, INPUT.fire, INPUT.key]) box.board.inputs[input] = false;
          await box.pass(500);
          await box.doors.resetFire(FRONT, 'ana');
          await box.doors.setLockdown({ ...staff, active: false });
          await box.doors.setMaintenance({ ...staff, mode: 'off' });
          await box.pass(QUIET_MS);
          expect(box.lock.unlocked(), 'I5').toBe(false);
          expect(box.doors.report()[0]?.states).toMatchObject({ mode: 'locked', lock: 'locked' });
          expect(box.errors).toEqual([]);
          await box.settled(box.doors.close());
          await box.pass(1_000);
          expect(box.clock.pendingTimers).toBe(0);
        }),
        { numRuns: 25 },
      );
    },
    60_000,
  );
});
