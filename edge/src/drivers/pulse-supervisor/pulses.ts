import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log, type Written } from '../driver.ts';
import type { SwitchBus } from './switch-bus.ts';
import type { Turns } from './turns.ts';

export interface PulseOrder {
  readonly unit: number;
  readonly channel: number;
  readonly energised: boolean;
  readonly forMs: number;
}

/** The relays that have to come back, and when. */
export interface Pulses {
  /** To be called in turn. Rejects with a `BoardError`; where a write may have happened all the same, the relay comes back too. */
  start(order: PulseOrder, mayWrite: () => boolean): Promise<Written>;
  /** A set that was acknowledged ends the pulse of its relay. */
  end(unit: number, channel: number): void;
  /** Brings back every relay whose pulse runs, now. Resolves when they are back, or when that takes too long. */
  bringBackAll(): Promise<void>;
}

interface Running extends PulseOrder {
  timer: Timer;
  pauseMs: number;
}

const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 1_000;
/** How long relays are tried to be brought back once nobody is there any more who would look after them. */
const BRING_BACK_MS_MAX = 3_000;

const keyOf = (unit: number, channel: number): string => `${unit}/${channel}`;

/**
 * INVARIANTS
 * - From the write of a pulse until a write back, or a set, was acknowledged, its relay is in `running`: it is brought back
 *   when its time is over, again and again while its board does not answer.
 * - A pulse that was renewed is brought back by its newest time only.
 */
export const createPulses = (bus: SwitchBus, turns: Turns, clock: Clock, log: Log): Pulses => {
  const running = new Map<string, Running>();

  const armed = (order: PulseOrder, inMs: number): Running => {
    const pulse: Running = {
      ...order,
      pauseMs: PAUSE_MS_MIN,
      timer: clock.after(Milliseconds(inMs), () => void bringBack(pulse)),
    };
    return pulse;
  };
  const keep = (pulse: Running): void => {
    const key = keyOf(pulse.unit, pulse.channel);
    running.get(key)?.timer.cancel();
    running.set(key, pulse);
  };
  const over = (pulse: Running): void => {
    pulse.timer.cancel();
    const key = keyOf(pulse.unit, pulse.channel);
    if (running.get(key) === pulse) running.delete(key);
  };

  /** Never rejects. */
  const bringBack = (pulse: Running): Promise<void> =>
    turns.first(async () => {
      const { unit, channel, energised } = pulse;
      if (running.get(keyOf(unit, channel)) !== pulse) return; // Renewed, or ended, while it waited.
      try {
        await bus.set(unit, channel, !energised, () => true);
        over(pulse);
      } catch (error) {
        if (!(error instanceof BoardError))
          log.error({ unit, channel, err: String(error) }, 'a relay was not brought back');
        pulse.timer.cancel();
        pulse.timer = clock.after(Milliseconds(pulse.pauseMs), () => void bringBack(pulse));
        pulse.pauseMs = Math.min(PAUSE_MS_MAX, pulse.pauseMs * 2);
      }
    });

  return {
    start: async (order, mayWrite) => {
      const askedMs = clock.monoMs();
      try {
        const written = await bus.set(order.unit, order.channel, order.energised, mayWrite);
        keep(armed(order, written.writtenMs + order.forMs - clock.monoMs()));
        return written;
      } catch (error) {
        // What runs goes on running: it ends sooner than this one would have.
        const mayHaveMoved = !(error instanceof BoardError) || (error.sent && error.reason !== 'refused');
        if (mayHaveMoved && !running.has(keyOf(order.unit, order.channel)))
          keep(armed(order, askedMs + order.forMs - clock.monoMs()));
        throw error;
      }
    },
    end: (unit, channel) => {
      const pulse = running.get(keyOf(unit, channel));
      if (pulse !== undefined) over(pulse);
    },
    bringBackAll: async () => {
      const endMs = clock.monoMs() + BRING_BACK_MS_MAX;
      await turns.first(() => Promise.resolve()); // What is being written belongs to it.
      for (;;) {
        await Promise.all([...running.values()].map(bringBack));
        if (running.size === 0 || clock.monoMs() >= endMs) break;
        await sleep(clock, Milliseconds(PAUSE_MS_MIN));
      }
      for (const pulse of [...running.values()]) over(pulse);
    },
  };
};
