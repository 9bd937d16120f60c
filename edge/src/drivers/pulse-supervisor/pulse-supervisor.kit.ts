import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { BoardError } from '../driver.ts';
import type { ToPulseSupervisor } from './messages.ts';
import { createPulseSupervisor } from './pulse-supervisor.ts';
import type { PulseSupervisorLinkListener, StartPulseSupervisor } from './supervision.ts';
import type { SwitchBus, SwitchFamily, SwitchListener } from './switch-bus.ts';

const CHANNELS = 8;
const off = () => new Array<boolean>(CHANNELS).fill(false);

/** Two boards of eight relays and eight inputs in memory, units 1 and 2, that time nothing. */
export interface MemorySwitches extends SwitchFamily<unknown> {
  readonly coils: ReadonlyMap<number, boolean[]>;
  readonly inputs: ReadonlyMap<number, boolean[]>;
  /** Every write that arrived, in order. */
  readonly writes: { readonly unit: number; readonly channel: number; readonly energised: boolean }[];
  plugged: boolean;
  /** Whether the answers to writes get lost. */
  mute: boolean;
  /** Whoever listens on the bus that was opened last. */
  listener(): SwitchListener | undefined;
  /** How often the bus was let go. */
  closed: number;
}

export const createMemorySwitches = (clock: Clock): MemorySwitches => {
  const coils = new Map([1, 2].map((unit) => [unit, off()]));
  const inputs = new Map([1, 2].map((unit) => [unit, off()]));
  let listener: SwitchListener | undefined;

  const arrive = async (unit: number, count: number): Promise<void> => {
    await Promise.resolve();
    if (!switches.plugged) throw new BoardError('gone', false, 'unplugged');
    if (!coils.has(unit) || count > CHANNELS) throw new BoardError('refused', false, `no such board or channel`);
  };
  const read = async (of: ReadonlyMap<number, boolean[]>, unit: number, count: number) => {
    const askedMs = clock.monoMs();
    await arrive(unit, count);
    return { values: of.get(unit)?.slice(0, count) ?? [], askedMs };
  };
  const bus: SwitchBus = {
    set: async (unit, channel, energised, mayWrite) => {
      await arrive(unit, channel + 1);
      if (!mayWrite()) throw new BoardError('expired', false, 'too late');
      const writtenMs = clock.monoMs();
      switches.writes.push({ unit, channel, energised });
      coils.get(unit)?.splice(channel, 1, energised);
      if (switches.mute) throw new BoardError('no_reply', true, 'no answer');
      return { writtenMs };
    },
    readCoils: (unit, count) => read(coils, unit, count),
    readInputs: (unit, count) => read(inputs, unit, count),
    listen: (next) => {
      listener = next;
    },
    close: async () => {
      switches.closed++;
    },
  };
  const switches: MemorySwitches = {
    kind: 'memory',
    config: { parse: (raw) => raw },
    open: () => bus,
    coils,
    inputs,
    writes: [],
    plugged: true,
    mute: false,
    listener: () => listener,
    closed: 0,
  };
  return switches;
};

export interface MemoryPulseSupervisors {
  readonly start: StartPulseSupervisor;
  readonly machineMs: () => number;
  /** How many pulse supervisors were started. */
  readonly started: () => number;
  /** As `kill -9` of the pulse supervisor. */
  killPulseSupervisor(): void;
  /** As `kill -9` of the agent: the pulse supervisor finds its channel closed. */
  killAgent(): Promise<void>;
  /** Keeps the messages to the pulse supervisor back until it is called again with `false`. */
  stall(on: boolean): void;
  /** The same for messages from the pulse supervisor. */
  hold(on: boolean): void;
}

/** Lets what comes pass, or keeps it back, in order. */
const createGate = () => {
  let shut = false;
  let waiting: (() => void)[] = [];
  return {
    pass: (run: () => void): void => {
      if (shut) waiting.push(run);
      else queueMicrotask(run);
    },
    shut: (on: boolean): void => {
      shut = on;
      const all = on ? [] : waiting;
      if (!on) waiting = [];
      for (const run of all) run();
    },
  };
};

/** In memory, one at a time, on the test's clock. Messages are copied, and never delivered in the same turn. */
export const memoryPulseSupervisors = (clock: Clock, family: SwitchFamily<unknown>): MemoryPulseSupervisors => {
  let started = 0;
  const [down, up] = [createGate(), createGate()];
  let current: { readonly kill: () => void; readonly letGo: () => Promise<void> } | undefined;

  const start: StartPulseSupervisor = (listener: PulseSupervisorLinkListener) => {
    started++;
    let alive = true;
    const timers = new Set<Timer>();
    const mortal: Clock = {
      ...{ wallMs: () => clock.wallMs(), monoMs: () => clock.monoMs() },
      after: (delay, run) => {
        const timer = clock.after(delay, run);
        timers.add(timer);
        return timer;
      },
      every: (period, run) => {
        const timer = clock.every(period, run);
        timers.add(timer);
        return timer;
      },
    };
    const pulseSupervisor = createPulseSupervisor({
      clock: mortal,
      loadFamily: async () => family,
      send: (message) => {
        const copy = structuredClone(message);
        up.pass(() => {
          if (alive) listener.message(copy);
        });
      },
    });
    const die = (how: string): void => {
      if (!alive) return;
      alive = false;
      for (const timer of timers) timer.cancel();
      queueMicrotask(() => listener.gone(how));
    };
    const letGo = async (): Promise<void> => {
      await pulseSupervisor.letGo();
      die('code 0');
    };
    const deliver = (message: ToPulseSupervisor): void => {
      if (!alive) return;
      if (message.do === 'close') void letGo();
      else pulseSupervisor.receive(message);
    };
    current = { kill: () => die('SIGKILL'), letGo };
    return {
      send: (message) => {
        const copy = structuredClone(message);
        down.pass(() => deliver(copy));
      },
      kill: () => die('SIGKILL'),
      leave: () => undefined,
    };
  };

  return {
    start,
    machineMs: () => clock.monoMs(),
    started: () => started,
    killPulseSupervisor: () => current?.kill(),
    killAgent: async () => current?.letGo(),
    stall: down.shut,
    hold: up.shut,
  };
};
