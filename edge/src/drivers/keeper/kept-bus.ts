import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { machineClock } from '@gatehouse/shared/time/system-clock.ts';
import type { BusDriver } from '../driver.ts';
import { forkKeeper } from './keeper-process.ts';
import { createKeeping, type StartKeeper } from './keeping.ts';
import { keptBoard } from './kept-board.ts';
import { createKeptReaders } from './kept-readers.ts';
import { createOrders } from './orders.ts';

/** What the agent knows of a family that lives in a keeper; the rest is loaded there (`families.ts`). */
export interface KeptFamily<Config> {
  readonly kind: string;
  readonly config: { parse(raw: unknown): Config };
  /** The units at which this bus has readers, such as two lines of Wiegand. */
  readonly readers?: (config: Config) => readonly number[];
}

export interface KeptBusPorts {
  readonly start: StartKeeper;
  /** The machine's own monotonic clock, in ms: the same for the agent and its keepers. */
  readonly machineMs: () => number;
}

const tellAll = (listeners: ReadonlySet<() => void> = new Set()): void => {
  for (const listener of [...listeners]) listener();
};

/** How often a keeper is asked whether it still answers, where nobody else asks it anything. */
const ASKED_EVERY = Seconds(5);
/** No board has it. */
const NOBODYS_UNIT = 0;

const PROCESSES: KeptBusPorts = { start: forkKeeper, machineMs: machineClock.monoMs };

/**
 * The driver of boards that time nothing themselves. A process of the agent's own, the keeper, holds the bus, times pulses,
 * and brings relays back at once when the agent is gone; when the keeper is gone, the board was `gone`, and the next keeper
 * is started. Stopping the agent ends the pulses that run.
 */
export const keptBus = <Config>(family: KeptFamily<Config>, ports: KeptBusPorts = PROCESSES): BusDriver<Config> => ({
  kind: family.kind,
  config: family.config,
  open: (config, { clock, log }) => {
    const toAgentMs = (atMs: number): number => atMs - ports.machineMs() + clock.monoMs();
    const hints = new Map<number, Set<() => void>>();
    /** Units that have not been told yet that the keeper was gone. */
    const untold = new Set<number>();
    const units = new Set<number>();
    let was = 'starting';
    const listen = (unit: number, listener: () => void): (() => void) => {
      const ours = hints.get(unit) ?? new Set();
      hints.set(unit, ours.add(listener));
      return () => void ours.delete(listener);
    };

    const keeping = createKeeping({
      kind: family.kind,
      config,
      clock,
      log,
      start: ports.start,
      onMessage: (message) => {
        if (message.is === 'hint') tellAll(hints.get(message.unit));
        else if (message.is === 'bits') readers.took(message.unit, message.bits, toAgentMs(message.atMs));
        else if (message.is === 'trouble') readers.troubled(message.unit, message.trouble);
        else orders.answered(message);
      },
      // The first word comes after `open` has returned, but a process that cannot be started is known at once.
      onState: () => queueMicrotask(changed),
    });
    const orders = createOrders({
      clock,
      machineMs: ports.machineMs,
      state: keeping.state,
      trouble: keeping.trouble,
      send: keeping.send,
      onSilence: () => keeping.kill('the keeper of the bus does not answer'),
    });
    const readerUnits = family.readers?.(config) ?? [];
    const readers = createKeptReaders(readerUnits, keeping);
    // A keeper that hangs is given up for its silence, whatever it would have said to this.
    const ask = () => {
      if (keeping.state() === 'ready')
        orders
          .run({ do: 'read-coils', unit: NOBODYS_UNIT, count: 1 }, { priority: 'poll', retries: 0 })
          .catch(() => undefined);
    };
    const asking = readerUnits.length === 0 ? undefined : clock.every(ASKED_EVERY, ask);
    const changed = (): void => {
      if (was === 'ready' && keeping.state() === 'gone') for (const unit of units) untold.add(unit);
      was = keeping.state();
      orders.stateChanged();
      readers.stateChanged();
    };

    return {
      board: (unit) => {
        units.add(unit);
        return keptBoard(unit, { orders, untold, toAgentMs, onHint: (listener) => listen(unit, listener) });
      },
      reader: readers.at,
      close: () => {
        asking?.cancel();
        return keeping.close();
      },
    };
  },
});
