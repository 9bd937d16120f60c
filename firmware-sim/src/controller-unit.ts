import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createMqttController, type MqttController } from './boards/mqtt-controller/controller.ts';
import { createLanDevice, type LanDevice } from './buses/mqtt/lan-device.ts';
import type { Trace } from './buses/pty/trace.ts';
import { createMainsFed, type MainsFed } from './world/mains-fed.ts';
import type { Site } from './world/site.ts';

/** A door controller on the wall of a site and on its LAN: it lives and dies with the mains, and a reboot makes it another run. */
export interface ControllerUnit extends Pick<MainsFed, 'state' | 'reboot' | 'hang' | 'close'> {
  readonly name: string;
  readonly firmware: MqttController;
  readonly lan: LanDevice;
}

export const createControllerUnit = (deps: {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly name: string;
  readonly site: Site;
  readonly trace: Trace;
}): ControllerUnit => {
  const { clock, random, name, site, trace } = deps;
  const lan = createLanDevice({
    clock,
    name,
    report: (text) => site.report(name, 'controller', text),
    trace,
    onUp: () => firmware.online(),
    onDown: () => firmware.offline(),
    onMessage: (message, payload) => firmware.receive(message, payload),
  });
  const fed = createMainsFed({
    clock,
    site,
    name,
    noun: 'controller',
    afterStart: 'every relay at rest',
    onOff: () => {
      lan.setPower(false);
      firmware.powerOff();
    },
    onOn: () => {
      firmware.powerOn();
      lan.setPower(true);
    },
    onHang: () => lan.setPower(false),
  });
  const firmware = createMqttController({
    clock: fed.clock,
    random,
    terminals: site.terminals(name),
    send: (message, payload, qos) => lan.send(message, payload, qos),
  });
  const forget = site.events.add(({ where }) => {
    if (where !== name && fed.state === 'running') firmware.look();
  });
  return {
    name,
    firmware,
    lan,
    get state() {
      return fed.state;
    },
    reboot: fed.reboot,
    hang: fed.hang,
    close: () => {
      forget();
      fed.close();
      lan.close();
    },
  };
};
