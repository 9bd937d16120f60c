import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { gpio } from './driver.ts';

describe('the pulse supervisor of GPIO lines, as a process', () => {
  it('says in words, for boards and readers alike, that a chip is not there, and ends with its bus', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const config = gpio.config.parse({
      boards: { 1: { chip: '/dev/no-such-chip', relays: [{ line: 1 }] } },
      wiegand: { 2: { chip: '/dev/no-such-chip', data0: 2, data1: 3 } },
    });
    const bus = gpio.open(config, { clock: systemClock, log });
    const words = 'there is no /dev/no-such-chip';
    await vi.waitFor(
      () => expect(bus.reader?.(2)?.standing()).toMatchObject({ state: 'lost', trouble: words }),
      10_000,
    );
    await expect(bus.board(1).pulse(0, true, Milliseconds(500))).rejects.toMatchObject({
      reason: 'gone',
      message: words,
    });
    expect(bus.reader?.(1)).toBeUndefined();
    await bus.close();
    await expect(bus.board(1).readCoils(1)).rejects.toMatchObject({ reason: 'closed' });
  });
});
