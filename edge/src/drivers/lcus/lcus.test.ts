import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { relayDriverContract } from '../contract.ts';
import { memoryPulseSupervisors } from '../pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { createMemoryWire } from '../serial/memory-wire.ts';
import { LcusConfig } from './config.ts';
import { createLcusBus, lcusFamily } from './family.ts';
import { switchFrame } from './framing.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const always = () => true;

const aBoard = () => {
  const clock = new ManualClock();
  const config = LcusConfig.parse({ path: 'memory' });
  const coils = new Array<boolean>(8).fill(false);
  const board = {
    writes: 0,
    answer: ([start, relay = 0, on, sum]: Uint8Array) => {
      if (start !== 0xa0 || sum !== ((0xa0 + relay + (on ?? 0)) & 0xff) || relay < 1 || relay > 8) return undefined;
      board.writes++;
      coils[relay - 1] = on === 1;
      return undefined;
    },
  };
  const wire = createMemoryWire(clock, config.baud, [board]);
  return { clock, config, coils, board, wire, bus: createLcusBus(wire, config, clock) };
};

relayDriverContract(
  'LCUS on a line in memory, in a pulse supervisor',
  () => {
    const { clock, config, coils, board, wire, bus } = aBoard();
    const family = { ...lcusFamily, open: () => bus };
    return {
      bus: supervisedBus({ kind: 'lcus', config: LcusConfig }, memoryPulseSupervisors(clock, family)).open(config, {
        clock,
        log,
      }),
      clock,
      coils: () => coils,
      setInput: () => undefined,
      coilWrites: () => board.writes,
      unplug: wire.unplug,
      plugIn: () => {
        wire.up = true;
      },
      mute: () => {
        wire.hands = false; // No answer gets lost where none is given: here the system never says that it took the bytes.
      },
    };
  },
  { units: [1], inputs: false, registers: false, letGo: 'falls-at-once', absent: 'refused' },
);

describe('an LCUS board', () => {
  it.each([
    [0, true, 'a00101a2'],
    [0, false, 'a00100a1'],
    [1, true, 'a00201a3'],
    [15, true, 'a01001b1'],
  ])('has relay %i switched (%s) by %s', (channel, energised, frame) => {
    expect(Buffer.from(switchFrame(channel, energised)).toString('hex')).toBe(frame);
  });

  it('says nothing of its relays while its line is there, and is gone when that is not', async () => {
    const { bus, wire } = aBoard();
    expect(await bus.readCoils(1, 2)).toMatchObject({ values: [undefined, undefined] });
    wire.unplug();
    await expect(bus.readCoils(1, 2)).rejects.toMatchObject({ reason: 'gone', sent: false });
    await expect(bus.set(1, 0, true, always)).rejects.toMatchObject({ reason: 'gone', sent: false });
  });

  it('counts as told only once its bytes had their time on the line, and never when the line hung', async () => {
    const { bus, wire, clock, coils } = aBoard();
    let told = false;
    void bus.set(1, 0, true, always).then(() => {
      told = true;
    });
    await clock.advance(Milliseconds(4));
    expect([told, coils[0]]).toEqual([false, false]);
    await clock.advance(Milliseconds(1));
    expect([told, coils[0]]).toEqual([true, true]);

    wire.hands = false;
    const hung = bus.set(1, 0, false, always).catch((error: unknown) => error);
    await clock.advance(Milliseconds(151));
    expect(await hung).toMatchObject({ reason: 'gone', sent: true });
    expect(wire.abandoned).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });
});
