import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { createMqttController, type MqttController } from './boards/mqtt-controller/controller.ts';
import { createLanDevice, type LanDevice } from './buses/mqtt/lan-device.ts';
import type { Outcome } from './world/door.ts';
import type { Site } from './world/site.ts';

/** A door controller on the wall of a site and on its LAN: it lives and dies with the mains. */
export interface ControllerUnit {
  readonly name: string;
  readonly firmware: MqttController;
  readonly lan: LanDevice;
  /** Power off and on again: relays drop, and it is another run. */
  reboot(): Outcome;
  close(): void;
}

const BOOT_TIME = Milliseconds(300);

export const createControllerUnit = (deps: {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly name: string;
  readonly site: Site;
}): ControllerUnit => {
  const { clock, random, name, site } = deps;
  const report = (text: string) => site.report(name, 'controller', text);
  const lan = createLanDevice({
    clock,
    name,
    report,
    onUp: () => firmware.online(),
    onDown: () => firmware.offline(),
    onMessage: (message, payload) => firmware.receive(message, payload),
  });
  const firmware = createMqttController({
    clock,
    random,
    terminals: site.terminals(name),
    send: (message, payload, qos) => lan.send(message, payload, qos),
  });
  let booting: Timer | undefined;
  const off = () => {
    booting?.cancel();
    lan.setPower(false);
    firmware.powerOff();
    report('controller without power');
  };
  const boot = () => {
    booting = clock.after(BOOT_TIME, () => {
      firmware.powerOn();
      lan.setPower(true);
      report('controller started, every relay at rest');
    });
  };
  const forget = [
    site.onPower.add((on) => (on ? boot() : off())),
    site.events.add(({ where }) => {
      if (where !== name) firmware.look();
    }),
  ];
  return {
    name,
    firmware,
    lan,
    reboot: () => {
      if (!site.powered) return { done: false, message: 'There is no power to start on.' };
      off();
      boot();
      return { done: true, message: 'The controller restarts.' };
    },
    close: () => {
      for (const stop of forget) stop();
      booting?.cancel();
      lan.close();
      firmware.powerOff();
    },
  };
};
