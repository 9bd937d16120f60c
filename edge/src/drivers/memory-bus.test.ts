import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { relayDriverContract } from './contract.ts';
import { createMemoryBus } from './memory-bus.ts';

relayDriverContract('the bus in memory', () => {
  const clock = new ManualClock();
  const bus = createMemoryBus(clock);
  const boards = [bus.plug(1), bus.plug(2)] as const;
  return {
    bus,
    clock,
    coils: (unit) => boards[unit - 1]!.coils,
    setInput: (unit, channel, on) => {
      boards[unit - 1]!.inputs[channel] = on;
    },
    coilWrites: () => boards.flatMap((board) => board.writes).length,
    unplug: () => {
      bus.line = 'down';
    },
    plugIn: () => {
      bus.line = 'up';
    },
  };
});
