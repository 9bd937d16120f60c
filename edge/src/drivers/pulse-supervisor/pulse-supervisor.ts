import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { BoardError, type Log } from '../driver.ts';
import type { Answer, FromPulseSupervisor, Order, ToPulseSupervisor } from './messages.ts';
import { createPulses, type Pulses } from './pulses.ts';
import type { SwitchBus, SwitchFamily } from './switch-bus.ts';
import { createTurns } from './turns.ts';

export interface PulseSupervisorDeps {
  /** Whose monotonic clock is the machine's own, so that the agent's deadlines mean the same here. */
  readonly clock: Clock;
  readonly loadFamily: (kind: string) => Promise<SwitchFamily<unknown>>;
  readonly send: (message: FromPulseSupervisor) => void;
}

/** What holds the boards of one bus that only switch, for its agent. It decides nothing: it times, and it lets go. */
export interface PulseSupervisor {
  /** Never throws. */
  receive(message: Exclude<ToPulseSupervisor, { do: 'close' }>): void;
  /** Brings back every relay whose pulse runs and lets the hardware go; takes no order from here on. Never rejects. */
  letGo(): Promise<void>;
}

interface Opened {
  readonly bus: SwitchBus;
  readonly pulses: Pulses;
}

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const failure = (id: number, error: unknown): Answer =>
  error instanceof BoardError
    ? { id, is: 'failed', reason: error.reason, sent: error.sent, text: error.message }
    : { id, is: 'broken', text: why(error) };

export const createPulseSupervisor = ({ clock, loadFamily, send }: PulseSupervisorDeps): PulseSupervisor => {
  const turns = createTurns();
  const logged = (level: 'info' | 'warn' | 'error') => (detail: object, message: string) =>
    send({ is: 'log', level, detail, message });
  const log: Log = { info: logged('info'), warn: logged('warn'), error: logged('error') };
  let opened: Opened | undefined;
  let leaving = false;

  const open = async (kind: string, config: unknown): Promise<void> => {
    const family = await loadFamily(kind);
    if (leaving) return;
    const bus = family.open(family.config.parse(config), { clock, log });
    bus.listen({
      hint: (unit) => send({ is: 'hint', unit }),
      bits: (unit, bits, atMs) => send({ is: 'bits', unit, bits, atMs }),
      trouble: (unit, trouble) => send({ is: 'trouble', unit, trouble }),
    });
    opened = { bus, pulses: createPulses(bus, turns, clock, log) };
    send({ is: 'ready' });
  };

  const obey = async ({ bus, pulses }: Opened, order: Order): Promise<Answer> => {
    const { id, unit } = order;
    if (order.do === 'read-coils' || order.do === 'read-inputs') {
      const { values, askedMs } = await (order.do === 'read-coils'
        ? bus.readCoils(unit, order.count)
        : bus.readInputs(unit, order.count));
      return { id, is: 'read', atMs: askedMs, values };
    }
    const mayWrite = (): boolean => !leaving && clock.monoMs() <= order.notAfterMs;
    if (order.do === 'pulse') return { id, is: 'written', atMs: (await pulses.start(order, mayWrite)).writtenMs };
    const { writtenMs } = await bus.set(unit, order.channel, order.energised, mayWrite);
    pulses.end(unit, order.channel);
    return { id, is: 'written', atMs: writtenMs };
  };

  const take = async (order: Order): Promise<void> => {
    const shut = () => new BoardError('closed', false, 'the pulse supervisor lets go');
    const answer = await turns
      .last(() => (opened === undefined || leaving ? Promise.reject(shut()) : obey(opened, order)))
      .catch((error: unknown) => failure(order.id, error));
    send(answer);
  };

  return {
    receive: (message) => {
      if (message.do !== 'open') void take(message);
      else open(message.kind, message.config).catch((error: unknown) => send({ is: 'unfit', text: why(error) }));
    },
    letGo: async () => {
      leaving = true;
      await opened?.pulses.bringBackAll();
      await turns
        .first(async () => opened?.bus.close())
        .catch((error: unknown) => log.error({ err: why(error) }, 'a bus was not let go cleanly'));
    },
  };
};
