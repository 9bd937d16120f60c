import { createLocalHub } from '@gatehouse/edge/broker/local-hub.ts';
import { type Bench, relayDriverContract } from '@gatehouse/edge/drivers/contract.ts';
import { BoardError } from '@gatehouse/edge/drivers/driver.ts';
import { MqttDoorConfig } from '@gatehouse/edge/drivers/mqtt-door/config.ts';
import { mqttDoor } from '@gatehouse/edge/drivers/mqtt-door/driver.ts';
import {
  createMqttController,
  type MqttController,
} from '@gatehouse/firmware-sim/boards/mqtt-controller/controller.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { parseClientTopic } from '@gatehouse/shared/local/topics.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';

/** Each way, in ms. */
const WAY = Milliseconds(4);
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const NAMES = { 1: 'one', 2: 'two', 9: 'silent' } as const;
type Unit = keyof typeof NAMES;

interface Device {
  readonly firmware: MqttController;
  readonly inputs: boolean[];
  /** What happens to messages on their way. */
  lane: { readonly hears: (message: string) => boolean; readonly toMs: number; readonly backMs: number };
}
const CLEAR: Device['lane'] = { hears: () => true, toMs: WAY, backMs: WAY };

/** The driver and simulated controllers on a LAN in memory: no socket, a clock that the test moves. */
const aLan = () => {
  const clock = new ManualClock();
  const hub = createLocalHub({ log: quiet as never });
  const devices = new Map<string, Device>();
  const timers = new Set<{ cancel(): void }>();
  let writes = 0;
  let plugged = true;
  const travel = (ms: number, arrive: () => void) => {
    const timer = clock.after(Milliseconds(ms), () => {
      timers.delete(timer);
      if (plugged) arrive();
    });
    timers.add(timer);
  };
  hub.attach((topic, text) => {
    const { client, message } = parseClientTopic(topic)!;
    const device = devices.get(client)!;
    if (!device.lane.hears(message)) return;
    travel(device.lane.toMs, () => device.firmware.receive(message, JSON.parse(text)));
  });

  for (const [unit, name] of Object.entries(NAMES)) {
    const inputs = new Array<boolean>(8).fill(false);
    const firmware = createMqttController({
      clock,
      random: systemRandom,
      terminals: {
        setCoil: (_channel, _on, cause) => {
          if (/over MQTT/.test(cause)) writes += 1;
        },
        input: (number) => inputs[number] ?? false,
      },
      send: (message, payload) =>
        travel(devices.get(name)!.lane.backMs, () => hub.said(name, message, JSON.stringify(payload))),
    });
    // Says that it is there, and obeys nothing.
    const hears = (message: string) => unit !== '9' || message === 'report';
    devices.set(name, { firmware, inputs, lane: { ...CLEAR, hears } });
  }
  const plugIn = () => {
    plugged = true;
    for (const [name, { firmware }] of devices) {
      hub.arrived(name);
      firmware.online();
    }
  };
  const unplug = () => {
    plugged = false;
    // What was on its way over that connection is lost with it.
    for (const timer of timers) timer.cancel();
    timers.clear();
    for (const [name, { firmware }] of devices) {
      firmware.offline();
      hub.left(name);
    }
  };
  plugIn();
  const bus = mqttDoor.open(MqttDoorConfig.parse({ controllers: NAMES }), { clock, log: quiet, local: hub });
  const device = (unit: number) => devices.get(NAMES[unit as Unit])!;
  return {
    clock,
    bus: {
      ...bus,
      // The controllers' own timers are theirs: they are no part of what a driver leaves behind.
      close: async () => {
        await bus.close();
        for (const { firmware } of devices.values()) firmware.offline();
        for (const timer of timers) timer.cancel();
      },
    },
    device,
    coilWrites: () => writes,
    unplug,
    plugIn,
  };
};

const bench = (): Bench => {
  const { clock, bus, device, coilWrites, unplug, plugIn } = aLan();
  return {
    clock,
    bus,
    coils: (unit) => device(unit).firmware.relays,
    setInput: (unit, channel, on) => {
      device(unit).inputs[channel] = on;
      device(unit).firmware.look();
    },
    coilWrites,
    unplug,
    plugIn,
  };
};

relayDriverContract('the driver of controllers on the local broker', bench);

describe('a controller on the local broker', () => {
  const settle = async <T>(clock: ManualClock, call: Promise<T>): Promise<T | BoardError> => {
    const caught = call.catch((error: BoardError) => error);
    await clock.advance(Seconds(3));
    return caught;
  };

  it('drops a command that arrives late, and says so', async () => {
    const { clock, bus, device, coilWrites } = aLan();
    const board = bus.board(1);
    await settle(clock, board.readCoils(1));
    device(1).lane = { ...CLEAR, toMs: 600 };
    expect(await settle(clock, board.pulse(0, true, Seconds(5)))).toMatchObject({ reason: 'no_reply', sent: true });
    await clock.advance(Seconds(10));
    expect(coilWrites()).toBe(0);
  });

  it('carries out once what it is told twice, because its answer was late', async () => {
    const { clock, bus, device, coilWrites } = aLan();
    const board = bus.board(1);
    await settle(clock, board.readCoils(1));
    device(1).lane = { ...CLEAR, backMs: 300 };
    expect(await settle(clock, board.set(0, true))).not.toBeInstanceOf(BoardError);
    expect([coilWrites(), device(1).firmware.relays[0]]).toEqual([1, true]);
  });

  it('obeys nothing that was meant for it before its restart', async () => {
    const { clock, bus, device, coilWrites } = aLan();
    const board = bus.board(1);
    await settle(clock, board.readCoils(1));
    device(1).lane = { ...CLEAR, toMs: 100 };
    const call = settle(clock, board.pulse(0, true, Seconds(5), { mayWrite: once() }));
    device(1).firmware.powerOff();
    device(1).firmware.powerOn();
    device(1).firmware.online();
    expect(await call).toMatchObject({ sent: true });
    expect(coilWrites()).toBe(0);
  });

  it('is gone at once when its connection is, and a command of that moment never happens', async () => {
    const { clock, bus, coilWrites, unplug, plugIn } = aLan();
    const board = bus.board(1);
    await settle(clock, board.readCoils(1));
    const call = board.pulse(0, true, Seconds(5)).catch((error: BoardError) => error);
    unplug();
    expect(await call).toMatchObject({ reason: 'gone', sent: true });
    expect(await board.pulse(0, true, Seconds(5)).catch((error: BoardError) => error)).toMatchObject({
      reason: 'gone',
      sent: false,
    });
    plugIn();
    await clock.advance(Seconds(30));
    expect(coilWrites()).toBe(0);
  });

  it('that no controller is named for is out of reach', async () => {
    const { clock, bus } = aLan();
    expect(await settle(clock, bus.board(3).set(0, true))).toMatchObject({ reason: 'gone', sent: false });
  });
});

const once = () => {
  let asked = 0;
  return () => asked++ === 0;
};
