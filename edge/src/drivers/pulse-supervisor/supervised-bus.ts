import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { machineClock } from '@gatehouse/shared/time/system-clock.ts';
import type { BusDriver } from '../driver.ts';
import { createOrders } from './orders.ts';
import { forkPulseSupervisor } from './pulse-supervisor-process.ts';
import { supervisedBoard } from './supervised-board.ts';
import { createSupervisedReaders } from './supervised-readers.ts';
import { createSupervision, type StartPulseSupervisor } from './supervision.ts';

/** What the agent knows of a family that lives in a pulse supervisor; the rest is loaded there (`families.ts`). */
export interface SupervisedFamily<Config> {
  readonly kind: string;
  readonly config: { parse(raw: unknown): Config };
  /** The units at which this bus has readers, such as two lines of Wiegand. */
  readonly readers?: (config: Config) => readonly number[];
}

export interface SupervisedBusPorts {
  readonly start: StartPulseSupervisor;
  /** The machine's own monotonic clock, in ms: the same for the agent and its pulse supervisors. */
  readonly machineMs: () => number;
}

const tellAll = (listeners: ReadonlySet<() => void> = new Set()): void => {
  for (const listener of [...listeners]) listener();
};

/** How often a pulse supervisor is asked whether it still answers, where nobody else asks it anything. */
const ASKED_EVERY = Seconds(5);
/** No board has it. */
const NOBODYS_UNIT = 0;

const PROCESSES: SupervisedBusPorts = { start: forkPulseSupervisor, machineMs: machineClock.monoMs };

/**
 * The driver of boards that time nothing themselves. A process of the agent's own, the pulse supervisor, holds the bus,
 * times pulses, and brings relays back at once when the agent is gone; when the pulse supervisor is gone, the board was
 * `gone`, and the next is started. Stopping the agent ends the pulses that run.
 */
export const supervisedBus = <Config>(
  family: SupervisedFamily<Config>,
  ports: SupervisedBusPorts = PROCESSES,
): BusDriver<Config> => ({
  kind: family.kind,
  config: family.config,
  open: (config, { clock, log }) => {
    const toAgentMs = (atMs: number): number => atMs - ports.machineMs() + clock.monoMs();
    const hints = new Map<number, Set<() => void>>();
    /** Units that have not been told yet that the pulse supervisor was gone. */
    const untold = new Set<number>();
    const units = new Set<number>();
    let was = 'starting';
    const listen = (unit: number, listener: () => void): (() => void) => {
      const ours = hints.get(unit) ?? new Set();
      hints.set(unit, ours.add(listener));
      return () => void ours.delete(listener);
    };

    const supervision = createSupervision({
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
      state: supervision.state,
      trouble: supervision.trouble,
      send: supervision.send,
      onSilence: () => supervision.kill('the pulse supervisor of the bus does not answer'),
    });
    const readerUnits = family.readers?.(config) ?? [];
    const readers = createSupervisedReaders(readerUnits, supervision);
    // A pulse supervisor that hangs is given up for its silence, whatever it would have said to this.
    const ask = () => {
      if (supervision.state() === 'ready')
        orders
          .run({ do: 'read-coils', unit: NOBODYS_UNIT, count: 1 }, { priority: 'poll', retries: 0 })
          .catch(() => undefined);
    };
    const asking = readerUnits.length === 0 ? undefined : clock.every(ASKED_EVERY, ask);
    const changed = (): void => {
      const now = supervision.state();
      const isNew = now !== was;
      if (was === 'ready' && now === 'gone') for (const unit of units) untold.add(unit);
      was = now;
      orders.stateChanged();
      readers.stateChanged();
      // A lock that was left released is brought to rest as soon as somebody can do so, not when its board is polled again.
      if (isNew) for (const listeners of [...hints.values()]) tellAll(listeners);
    };

    return {
      board: (unit) => {
        units.add(unit);
        return supervisedBoard(unit, { orders, untold, toAgentMs, onHint: (listener) => listen(unit, listener) });
      },
      reader: readers.at,
      close: () => {
        asking?.cancel();
        return supervision.close();
      },
    };
  },
});
