import { clientTopic, parseClientTopic } from '@gatehouse/shared/local/topics.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Outcome } from '../../world/door.ts';
import type { Trace } from '../pty/trace.ts';
import { createMqttLink, type JoinPlan, type MqttLink } from './link.ts';

/** What can be done to messages on their way: `deaf` loses what comes, `mute` what goes, `late` holds what comes back. */
export type LanFault = 'deaf' | 'mute' | 'late';

/** A device's place on the LAN: whether it has joined a broker, its cable, and what goes wrong on the way. */
export interface LanDevice {
  state(): {
    readonly joined: string | null;
    readonly connected: boolean;
    readonly plugged: boolean;
    readonly trouble: string;
    readonly faults: Readonly<Record<LanFault, number>>;
  };
  /** Joins a broker, and again whenever the connection breaks. */
  join(plan: JoinPlan): Outcome;
  leave(): Outcome;
  unplug(): Outcome;
  plug(): Outcome;
  /** The next `count` messages suffer; for `late`, by `ms`. */
  arm(fault: LanFault, count: number, ms?: number): void;
  clear(): void;
  send(message: string, payload: object, qos: 0 | 1): void;
  /** The device's own power. */
  setPower(on: boolean): void;
  close(): void;
}

export interface LanDeviceDeps {
  readonly clock: Clock;
  readonly name: string;
  readonly report: (text: string) => void;
  /** Hears of every message, those that are lost as well. */
  readonly trace: Pick<Trace, 'record'>;
  readonly onUp: () => void;
  readonly onDown: () => void;
  readonly onMessage: (message: string, payload: unknown) => void;
}

/** In the list of traffic nobody reads more of a message. */
const MOST_SHOWN = 200;
const shortened = (text: string): string => (text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)} …`);

const done = (message: string): Outcome => ({ done: true, message });
const refused = (message: string): Outcome => ({ done: false, message });

export const createLanDevice = ({ clock, name, report, trace, onUp, onDown, onMessage }: LanDeviceDeps): LanDevice => {
  let plan: JoinPlan | undefined;
  let link: MqttLink | undefined;
  let plugged = true;
  let powered = true;
  let lateMs = 0;
  const faults: Record<LanFault, number> = { deaf: 0, mute: 0, late: 0 };
  const held = new Set<Timer>();
  const suffers = (fault: LanFault): boolean => {
    if (faults[fault] === 0) return false;
    faults[fault] -= 1;
    return true;
  };

  const record = (direction: 'request' | 'reply', message: string, payload: string, fault: LanFault | undefined) =>
    trace.record(direction, new Uint8Array(), `${name} ${message} ${shortened(payload)}`, fault ? [fault] : []);

  const hear = (topic: string, text: string, retained: boolean): void => {
    const parsed = parseClientTopic(topic);
    // What was kept for it was not said now: a command above all.
    if (retained || parsed?.client !== name || parsed.direction !== 'down') return;
    const { message } = parsed;
    const fault = suffers('deaf') ? 'deaf' : suffers('late') ? 'late' : undefined;
    record('request', message, text, fault);
    if (fault === 'deaf') return;
    let payload: unknown;
    try {
      payload = JSON.parse(text);
    } catch {
      return;
    }
    if (fault === undefined) {
      onMessage(message, payload);
      return;
    }
    const timer = clock.after(Milliseconds(lateMs), () => {
      held.delete(timer);
      onMessage(message, payload);
    });
    held.add(timer);
  };

  /** Brings the link to what plan, cable and power say. */
  const settle = (): void => {
    const wanted = plan !== undefined && plugged && powered;
    if (!wanted) {
      link?.close();
      link = undefined;
    } else if (plan !== undefined)
      link ??= createMqttLink({
        clock,
        name,
        plan,
        filter: clientTopic(name, 'down', '+'),
        onUp: () => {
          report('connected to its broker');
          onUp();
        },
        onDown: (why) => {
          report(`not connected: ${why}`);
          onDown();
        },
        onMessage: hear,
      });
  };
  /** Without a goodbye: the other end finds out by itself. */
  const cut = (): void => {
    link?.cut();
    settle();
  };

  return {
    state: () => ({
      joined: plan?.url ?? null,
      connected: link?.connected ?? false,
      plugged,
      trouble: link?.trouble ?? '',
      faults: { ...faults },
    }),
    join: (given) => {
      link?.close();
      link = undefined;
      plan = given;
      settle();
      return done(`${name} joins ${given.url}.`);
    },
    leave: () => {
      if (plan === undefined) return refused(`${name} has joined no broker.`);
      plan = undefined;
      settle();
      return done(`${name} has left.`);
    },
    unplug: () => {
      if (!plugged) return refused('The cable is out already.');
      plugged = false;
      cut();
      return done('The cable is out.');
    },
    plug: () => {
      if (plugged) return refused('The cable is in.');
      plugged = true;
      settle();
      return done('The cable is in again.');
    },
    arm: (fault, count, ms = 0) => {
      faults[fault] = count;
      if (fault === 'late') lateMs = ms;
    },
    clear: () => {
      for (const fault of ['deaf', 'mute', 'late'] as const) faults[fault] = 0;
    },
    send: (message, payload, qos) => {
      const fault = suffers('mute') ? 'mute' : undefined;
      const text = JSON.stringify(payload);
      if (link?.connected) record('reply', message, text, fault);
      if (fault === undefined) link?.publish(clientTopic(name, 'up', message), text, qos);
    },
    setPower: (on) => {
      powered = on;
      if (on) settle();
      else cut();
      if (!on) {
        for (const timer of held) timer.cancel();
        held.clear();
      }
    },
    close: () => {
      plan = undefined;
      settle();
      for (const timer of held) timer.cancel();
    },
  };
};
