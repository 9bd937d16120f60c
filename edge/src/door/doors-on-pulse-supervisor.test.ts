import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMemorySwitches,
  type MemoryPulseSupervisors,
  type MemorySwitches,
  memoryPulseSupervisors,
} from '../drivers/pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '../drivers/pulse-supervisor/supervised-bus.ts';
import { aBox, INPUT } from './doors.kit.ts';

/** A box whose door hangs on a board that times nothing, with a lock that follows its coil. The board stays as it was told. */
const aSupervisedBox = () => {
  const made: { switches?: MemorySwitches; pulseSupervisors?: MemoryPulseSupervisors } = {};
  const box = aBox({
    openBus: async (_config, context) => {
      const switches = createMemorySwitches(context.clock);
      const pulseSupervisors = memoryPulseSupervisors(context.clock, switches);
      context.clock.every(Milliseconds(5), () => {
        switches.inputs.get(1)!.splice(INPUT.sense, 1, switches.coils.get(1)![0]!);
      });
      Object.assign(made, { switches, pulseSupervisors });
      return supervisedBus({ kind: 'memory', config: switches.config }, pulseSupervisors).open({}, context);
    },
  });
  const coil = () => made.switches!.coils.get(1)![0];
  return { ...box, switches: () => made.switches!, pulseSupervisors: () => made.pulseSupervisors!, coil };
};
const boardFacts = (kinds: readonly string[]) => kinds.filter((kind) => kind.startsWith('board.'));

/** Each is longer to be mended than the one before: who starts a pulse supervisor waits longer each time, and so does who polls. */
const MANY_KILLS = [
  { afterMs: 2_205, what: 'unplug', forMs: 850 },
  { afterMs: 159, what: 'kill', forMs: 1_497 },
  { afterMs: 2_738, what: 'kill', forMs: 606 },
] as const;

describe('doors on boards that time nothing', () => {
  it('confirm an unlock, and are locked by their pulse supervisor when the hold is over', async () => {
    const box = aSupervisedBox();
    await box.up();
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    await box.pass(4_500);
    expect(box.coil()).toBe(true);
    await box.pass(1_000);
    expect(box.coil()).toBe(false);
    expect(box.doors.report()[0]).toMatchObject({ reachable: true, lock: 'locked' });
  });

  it('are brought to rest within a second when their pulse supervisor dies and leaves the lock released', async () => {
    const box = aSupervisedBox();
    await box.up();
    await box.settled(box.unlock());
    box.pulseSupervisors().killPulseSupervisor();
    await box.pass(50);
    expect(box.coil()).toBe(true); // Nobody brings it back by itself: the board knows nothing of a pulse.
    await box.pass(1_000);
    expect(box.coil()).toBe(false);
    expect(boardFacts(box.journal.kinds())).toEqual(['board.lost', 'board.found']);
    await box.pass(6_000);
    expect(box.doors.report()[0]).toMatchObject({ reachable: true, lock: 'locked' });
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
  });

  it('are released again for who must get out when the lines of their pulse supervisor fell', async () => {
    const box = aSupervisedBox();
    await box.up();
    box.switches().inputs.get(1)!.splice(INPUT.rex, 1, true); // Somebody leans on the exit button.
    await box.pass(500);
    expect(box.coil()).toBe(true);
    box.pulseSupervisors().killPulseSupervisor();
    box.switches().coils.get(1)!.fill(false); // As the kernel does with the lines of a dead process.
    await box.pass(1_000);
    expect(box.coil()).toBe(true);
    box.switches().inputs.get(1)!.splice(INPUT.rex, 1, false);
    await box.pass(12_000);
    expect(box.coil()).toBe(false);
  });

  it('are locked at once when the agent dies in the middle of a hold', async () => {
    const box = aSupervisedBox();
    await box.up();
    await box.settled(box.unlock());
    await box.pulseSupervisors().killAgent();
    expect(box.coil()).toBe(false);
  });

  it('end at rest and within reach, and are never released for longer than a hold and a little, whatever dies', async () => {
    const blow = fc.record({
      afterMs: fc.integer({ min: 0, max: 3_000 }),
      what: fc.constantFrom('kill' as const, 'stall' as const, 'mute' as const, 'unplug' as const, 'unlock' as const),
      forMs: fc.integer({ min: 1, max: 2_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 8 }), async (blows) => {
        const box = aSupervisedBox();
        await box.up();
        let releasedMs = 0;
        let longestMs = 0;
        const watch = box.clock.every(Milliseconds(10), () => {
          releasedMs = box.coil() ? releasedMs + 10 : 0;
          longestMs = Math.max(longestMs, releasedMs);
        });
        const strike = {
          kill: () => box.pulseSupervisors().killPulseSupervisor(),
          stall: (on: boolean) => box.pulseSupervisors().stall(on),
          mute: (on: boolean) => void Object.assign(box.switches(), { mute: on }),
          unplug: (on: boolean) => void Object.assign(box.switches(), { plugged: !on }),
          unlock: (on: boolean) => (on ? void box.unlock().catch(() => undefined) : undefined),
        };
        void box.unlock();
        for (const { afterMs, what, forMs } of blows) {
          await box.pass(afterMs);
          strike[what](true);
          await box.pass(forMs);
          strike[what](false);
        }
        await box.pass(20_000);
        watch.cancel();
        expect(box.coil()).toBe(false);
        expect(box.doors.report()[0]).toMatchObject({ reachable: true, lock: 'locked' });
        // Each unlock may begin a hold anew; between the last and its end, at most a board that could not be reached.
        const unlocks = 1 + blows.filter(({ what }) => what === 'unlock').length;
        const away = blows.reduce((sum, { forMs }) => sum + forMs, 0);
        expect(longestMs).toBeLessThan(unlocks * 5_000 + away + 4_000);
        expect(box.errors.filter((error) => JSON.stringify(error).includes('Bug'))).toEqual([]);
      }),
      { numRuns: 60, examples: [[[...MANY_KILLS]]] },
    );
  });
});
