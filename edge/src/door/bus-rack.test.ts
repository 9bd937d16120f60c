import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createMemoryBus } from '../drivers/memory-bus.ts';
import { createBusRack } from './bus-rack.ts';

const config = (path: string) => ({ kind: 'modbus-rtu' as const, path, baud: 9_600 });
const at = (bus: string) => ({ bus, unit: 1, channel: 0 });

const setup = () => {
  const clock = new ManualClock();
  const bus = createMemoryBus(clock);
  bus.plug(1);
  const opened: unknown[] = [];
  const rack = createBusRack({
    buses: { main: config('/dev/a') },
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    record: () => undefined,
    openBus: async ({ kind: _kind, ...rest }) => {
      opened.push(rest);
      return bus;
    },
  });
  const watched = async (name: string) => {
    const station = await rack.station(at(name));
    station.watch({ inputs: 1, busy: () => false, onReading: () => undefined, onState: () => undefined });
    return station;
  };
  return { clock, rack, opened, watched };
};

describe('the buses of a box', () => {
  it('one that is named while its doors wait for it is found by itself', async () => {
    const { clock, rack, opened, watched } = setup();
    const station = await watched('late');
    await clock.advance(Seconds(10));
    expect([station.state(), opened]).toEqual(['lost', []]);
    expect(rack.setBus('late', config('/dev/b'))).toBe(true);
    await clock.advance(Seconds(3));
    expect([station.state(), opened]).toEqual(['up', [{ path: '/dev/b', baud: 9_600 }]]);
    await rack.close();
  });

  it('one whose boards were reached is neither renamed nor forgotten', async () => {
    const { clock, rack, opened, watched } = setup();
    const station = await watched('main');
    await clock.advance(Seconds(1));
    expect([rack.setBus('main', config('/dev/z')), rack.setBus('main', undefined)]).toEqual([false, false]);
    await clock.advance(Seconds(3));
    expect([station.state(), opened.length]).toEqual(['up', 1]);
    await rack.close();
  });

  it('says for how long no board was asked: it grows when a loop is stuck, and not when a board is silent', async () => {
    const { clock, rack, watched } = setup();
    await watched('nowhere');
    await clock.advance(Seconds(30));
    expect(rack.pollAgeMs()).toBeLessThan(3_000);
    await rack.close();
    expect(rack.pollAgeMs()).toBe(0);

    const never = () => new Promise<never>(() => undefined);
    const board = { set: never, pulse: never, readCoils: never, readInputs: never };
    const stuck = createBusRack({
      buses: { main: config('/dev/a') },
      clock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      record: () => undefined,
      openBus: async () => ({ board: () => board, close: async () => undefined }),
    });
    const station = await stuck.station(at('main'));
    station.watch({ inputs: 1, busy: () => false, onReading: () => undefined, onState: () => undefined });
    await clock.advance(Seconds(30));
    expect(stuck.pollAgeMs()).toBe(30_000);
  });
});
