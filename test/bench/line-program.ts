import type { LocalPort } from '@gatehouse/edge/broker/local-port.ts';
import type { BusRack } from '@gatehouse/edge/door/bus-rack.ts';
import type { DriverKind } from '@gatehouse/edge/drivers/registry.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import { openBus, timeUnlocks } from './order-to-sense.ts';
import { openRack, watchBoard } from './watched-board.ts';

/** What a program that has a line for itself is asked to do, one thing after the other. */
export const LineOrder = z.object({ do: z.enum(['unlocks', 'bare', 'watch', 'rest']) });
export type LineOrder = z.infer<typeof LineOrder>;
/** How long each took that was timed, in ms. */
export const LineSample = z.object({ taken: z.array(z.number()) });

const BARE_A_ROUND = 50;
const INPUTS_WATCHED = 2;
const ANSWERED_WITHIN = Seconds(5);

export interface ServedLine {
  readonly kind: DriverKind;
  readonly config: object;
  readonly local?: LocalPort;
  /** One round trip on the same ground, with no driver in it. */
  readonly roundTrip: () => Promise<void>;
}

const inTime = (work: Promise<void>): Promise<void> =>
  Promise.race([
    work,
    sleep(systemClock, ANSWERED_WITHIN).then(() => Promise.reject(new Error('a bare question was not answered'))),
  ]);

/** Does as the bench that started this process asks. What fails ends the process. */
export const serveLine = ({ kind, config, local, roundTrip }: ServedLine): void => {
  let rack: BusRack | undefined;
  const doing: Readonly<Record<LineOrder['do'], () => Promise<number[]>>> = {
    unlocks: async () => {
      const bus = await openBus(kind, config, local);
      try {
        return await timeUnlocks(kind, bus.board(1));
      } finally {
        await bus.close();
      }
    },
    bare: async () => {
      const taken: number[] = [];
      for (let i = 0; i < BARE_A_ROUND; i++) {
        const began = systemClock.monoMs();
        await inTime(roundTrip());
        taken.push(systemClock.monoMs() - began);
      }
      return taken;
    },
    watch: async () => {
      rack = openRack(kind, config, local);
      await watchBoard(rack, INPUTS_WATCHED);
      return [];
    },
    rest: async () => {
      await rack?.close();
      return [];
    },
  };
  process.on('message', async (message) => {
    const order = LineOrder.parse(message);
    process.send?.({ type: 'sample', taken: await doing[order.do]() });
  });
};
