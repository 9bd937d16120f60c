import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createMqttReader, type MqttReader } from './boards/mqtt-reader/reader.ts';
import { createLanDevice, type LanDevice } from './buses/mqtt/lan-device.ts';
import type { Trace } from './buses/pty/trace.ts';
import type { Held } from './held.ts';
import type { Outcome } from './world/door.ts';
import type { ReaderPlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** A reader beside a door and on the LAN. */
export interface MqttReaderUnit {
  readonly kind: 'mqtt';
  readonly plan: ReaderPlanOf<'mqtt'>;
  readonly firmware: MqttReader;
  readonly lan: LanDevice;
  /** Somebody holds something to it. */
  present(held: Held): Outcome;
  close(): void;
}

export const createMqttReaderUnit = (deps: {
  readonly clock: Clock;
  readonly plan: ReaderPlanOf<'mqtt'>;
  readonly site: Site;
  readonly trace: Trace;
}): MqttReaderUnit => {
  const { clock, plan, site, trace } = deps;
  const report = (text: string) => site.report(plan.name, 'reader', text);
  const lan = createLanDevice({
    clock,
    name: plan.name,
    report,
    trace,
    onUp: () => {},
    onDown: () => {},
    onMessage: (message, payload) => firmware.receive(message, payload),
  });
  const firmware = createMqttReader({
    clock,
    send: (message, payload, qos) => lan.send(message, payload, qos),
    onShown: ({ led, message }) => report(`shows ${led}: ${message}`),
  });
  const forget = site.onPower.add((on) => lan.setPower(on));
  return {
    kind: 'mqtt',
    plan,
    firmware,
    lan,
    present: (held) => {
      if (!lan.state().connected) return { done: false, message: 'The reader has no connection; its lamp stays dark.' };
      const id = firmware.present(held);
      return { done: true, message: `Presented as ${id}.` };
    },
    close: () => {
      forget();
      lan.close();
    },
  };
};
