import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import {
  type ControllerBeacon,
  ControllerCommand,
  type ControllerConfirm,
  ControllerReport,
  type ControllerState,
} from '@gatehouse/shared/local/controller.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { createRelays } from './relays.ts';

/** A door controller that speaks MQTT: messages in, messages out, relays and inputs. No network of its own. */
export interface MqttController {
  readonly powered: boolean;
  readonly relays: readonly boolean[];
  readonly inputs: readonly boolean[];
  /** It is connected: it says that it is there and how it stands. */
  online(): void;
  offline(): void;
  receive(message: string, payload: unknown): void;
  /** Something in the building changed: an input may have. */
  look(): void;
  powerOff(): void;
  powerOn(): void;
}

export interface MqttControllerDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly terminals: {
    setCoil(channel: number, energised: boolean, cause: string): void;
    input(number: number): boolean;
  };
  readonly send: (message: string, payload: object, qos: 0 | 1) => void;
  readonly relays?: number;
  readonly inputs?: number;
}

const CHANNELS = 8;
const BEACON_EVERY = Seconds(5);
/** Ids of commands that were carried out; older ones are late by then in any case. */
const REMEMBERED = 32;

export const createMqttController = (deps: MqttControllerDeps): MqttController => {
  const { clock, random, terminals, send } = deps;
  const inputCount = deps.inputs ?? CHANNELS;
  let powered = true;
  let connected = false;
  let boot = '';
  let startedMs = 0;
  let done: string[] = [];
  let shown = '';
  let beacons: Timer | undefined;

  const begin = () => {
    boot = Buffer.from(random(8)).toString('hex');
    startedMs = clock.monoMs();
    done = [];
    shown = '';
  };
  begin();

  const moment = () => ({ v: 1 as const, boot, monoMs: clock.monoMs() - startedMs });
  const inputs = () => Array.from({ length: inputCount }, (_, input) => powered && terminals.input(input));
  const say = (message: string, payload: object, qos: 0 | 1) => {
    if (powered && connected) send(message, payload, qos);
  };
  const beacon = () => {
    const payload: ControllerBeacon = {
      ...moment(),
      firmware: 'simulated 1.0',
      relays: relays.levels.length,
      inputs: inputCount,
    };
    say('beacon', payload, 0);
  };
  const state = (answers?: string) => {
    const levels = { relays: [...relays.levels], inputs: inputs() };
    shown = JSON.stringify(levels);
    const payload: ControllerState = { ...moment(), ...levels, ...(answers === undefined ? {} : { answers }) };
    say('state', payload, 0);
  };
  const look = () => {
    if (powered && JSON.stringify({ relays: relays.levels, inputs: inputs() }) !== shown) state();
  };
  const relays = createRelays({
    clock,
    count: deps.relays ?? CHANNELS,
    drive: terminals.setCoil,
    onChange: () => look(),
  });

  const outcomeOf = (command: ControllerCommand): ControllerConfirm['outcome'] => {
    if (command.boot !== boot) return 'other_boot';
    if (done.includes(command.id)) return 'done';
    if (clock.monoMs() - startedMs > command.notAfterMonoMs) return 'late';
    if (!relays.has(command.relay)) return 'refused';
    done = [...done.slice(1 - REMEMBERED), command.id];
    if (command.op === 'set') relays.set(command.relay, command.energised);
    else relays.pulse(command.relay, command.energised, command.forMs);
    return 'done';
  };

  return {
    get powered() {
      return powered;
    },
    get relays() {
      return relays.levels;
    },
    get inputs() {
      return inputs();
    },
    online: () => {
      connected = true;
      beacon();
      state();
      beacons?.cancel();
      beacons = clock.every(BEACON_EVERY, beacon);
    },
    offline: () => {
      connected = false;
      beacons?.cancel();
    },
    receive: (message, payload) => {
      if (!powered) return;
      if (message === 'report') {
        const report = ControllerReport.safeParse(payload);
        if (report.success) state(report.data.id);
      } else if (message === 'command') {
        const command = ControllerCommand.safeParse(payload);
        if (!command.success) return;
        const outcome = outcomeOf(command.data);
        const confirm: ControllerConfirm = { ...moment(), id: command.data.id, outcome };
        say('confirm', confirm, 1);
      }
    },
    look,
    powerOff: () => {
      powered = false;
      beacons?.cancel();
      relays.drop();
    },
    powerOn: () => {
      powered = true;
      begin();
    },
  };
};
