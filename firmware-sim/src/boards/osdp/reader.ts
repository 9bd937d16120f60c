import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { characterMs } from '../../buses/pty/character.ts';
import { createBuzzer } from './buzzer.ts';
import { createChannel } from './channel.ts';
import type { Device } from './command.ts';
import { ANYBODY, type Frame } from './frame.ts';
import { createFrameReader } from './frame-reader.ts';
import { createLamp } from './lamp.ts';
import { createLies, type Lies } from './lies.ts';
import { createLink } from './link.ts';
import { createNews } from './news.ts';
import { createOutputs } from './outputs.ts';
import type { Settings } from './settings.ts';
import type { OsdpReaderState } from './state.ts';

export const [OUTPUTS, INPUTS] = [2, 4] as const;
/** Without a message for this long the panel is gone (IEC 60839-11-5): the session ends, and nothing older is told. */
const PANEL_GONE = Seconds(8);

/** A card and keypad reader that speaks OSDP: bytes in with their time, bytes out. It decides nothing and has no I/O of its own. */
export interface OsdpReader {
  readonly baud: number;
  readonly lies: Lies;
  state(): OsdpReaderState;
  /** Bytes that came without a pause, the first of them beginning at `startMs` on the monotonic clock. */
  receive(bytes: Uint8Array, startMs: number): void;
  /** What it made of a frame that it heard or sent last, in words. */
  words(bytes: Uint8Array): string | undefined;
  /** False where it has no room, or nobody talks to it. */
  card(bits: string, format: number): boolean;
  /** At most 8 of the keys 0 to 9, `*` and `#`. */
  keys(keys: string): boolean;
  setTampered(on: boolean): void;
  setInstallMode(on: boolean): void;
  /** As from the factory: no key of its own, install mode on. */
  forgetKey(): void;
  setAddress(address: number): void;
  setBaud(baud: number): void;
  busy(count: number): void;
  refuse(why: number, count: number): void;
  /** Puts off and refuses nothing more. */
  obey(): void;
  /** Inputs may have changed: what changes twice between two polls is told all the same. */
  look(): void;
  powerOff(): void;
  powerOn(): void;
}

export interface OsdpReaderDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly address: number;
  readonly baud: number;
  readonly serial: number;
  readonly keypad?: 'standard' | 'ascii' | undefined;
  /** How many outputs it has; two unless told. */
  readonly outputCount?: number | undefined;
  /** Its own key, for a reader that was paired before. */
  readonly key?: Uint8Array | undefined;
  readonly terminals: {
    setCoil(channel: number, energised: boolean, cause: string): void;
    input(number: number): boolean;
  };
  /** Takes a whole frame to the bus, at the baud rate the reader had when it was asked. */
  readonly send: (frame: Uint8Array, baud: number) => void;
  /** Something happened to it, in words. */
  readonly report: (text: string) => void;
}

export const createOsdpReader = (deps: OsdpReaderDeps): OsdpReader => {
  const { clock, random, terminals, send, report } = deps;
  const settings: Settings = {
    address: deps.address,
    baud: deps.baud,
    key: deps.key,
    installMode: deps.key === undefined,
    serial: deps.serial,
    keypad: deps.keypad ?? 'standard',
  };
  let powered = true;
  let tampered = false;
  let text = '';
  let panel: Timer | undefined;
  let heard: { readonly bytes: Uint8Array; readonly words: string }[] = [];

  const lies = createLies();
  const news = createNews();
  const inputs = () => Array.from({ length: INPUTS }, (_, number) => powered && terminals.input(number));
  let lastInputs = inputs();
  const device: Device = {
    settings,
    lamp: createLamp({ clock, onChange: () => report(`lamp ${device.lamp.state.colour}`) }),
    buzzer: createBuzzer({
      clock,
      onChange: () => report(device.buzzer.state.sounding ? 'buzzer sounds' : 'buzzer silent'),
    }),
    outputs: createOutputs({
      clock,
      count: deps.outputCount ?? OUTPUTS,
      drive: terminals.setCoil,
      onChange: () => news.changed('outputs'),
    }),
    news,
    inputs,
    tampered: () => tampered,
    show: (shown) => {
      text = shown;
      report(`shows ${JSON.stringify(shown)}`);
    },
  };
  const channel = createChannel({
    random,
    settings,
    lies,
    onChange: (state) =>
      report(state === 'plain' ? 'secure channel ended' : `secure channel under ${state.replace('-', ' ')}`),
  });
  const link = createLink({ device, channel, lies });

  const goneAfter = () => {
    panel = undefined;
    link.reset();
    news.forgetPeople();
    report('no panel talks to it any more');
  };
  const alive = () => {
    if (panel === undefined) report('a panel talks to it');
    panel?.cancel();
    panel = clock.after(PANEL_GONE, goneAfter);
  };
  const remember = (bytes: Uint8Array, words: string) => {
    heard = [{ bytes, words }, ...heard.slice(0, 1)];
  };
  const look = () => {
    const now = inputs();
    if (now.some((on, at) => on !== lastInputs[at])) news.changed('inputs');
    lastInputs = now;
  };
  const onFrame = (frame: Frame, bytes: Uint8Array) => {
    if (frame.address !== settings.address && frame.address !== ANYBODY) return;
    look();
    const { baud } = settings;
    const paired = settings.key;
    const answer = link.hear(frame, bytes);
    if (answer === undefined) return;
    alive();
    remember(bytes, answer.asked);
    remember(answer.bytes, answer.said);
    if (settings.key !== paired) report('has a new key of its own');
    send(answer.bytes, baud);
  };
  const onBroken = (bytes: Uint8Array) => {
    const whole = bytes[0] === 0xff ? bytes.subarray(1) : bytes;
    const answer = whole[1] === settings.address ? link.broken() : undefined;
    if (answer !== undefined) send(answer, settings.baud);
  };
  const reader = createFrameReader({ onFrame, onBroken });

  return {
    get baud() {
      return settings.baud;
    },
    lies,
    state: () => ({
      address: settings.address,
      baud: settings.baud,
      powered,
      online: panel !== undefined,
      channel: channel.state,
      paired: settings.key !== undefined,
      installMode: settings.installMode,
      tampered,
      lamp: device.lamp.state,
      buzzer: device.buzzer.state,
      text,
      outputs: device.outputs.states,
      timed: device.outputs.timed,
      inputs: inputs(),
      waiting: news.waiting,
      unwilling: link.unwilling,
    }),
    receive: (bytes, startMs) => {
      if (powered) reader.receive(bytes, startMs, startMs + bytes.length * characterMs(settings.baud));
    },
    words: (bytes) => heard.find((one) => Buffer.compare(one.bytes, bytes) === 0)?.words,
    card: (bits, format) => powered && panel !== undefined && news.tell({ kind: 'card', bits, format }),
    keys: (keys) => powered && panel !== undefined && news.tell({ kind: 'keys', keys }),
    setTampered: (on) => {
      if (tampered !== on) news.changed('local');
      tampered = on;
    },
    setInstallMode: (on) => {
      settings.installMode = on;
    },
    forgetKey: () => {
      settings.key = undefined;
      settings.installMode = true;
      link.reset();
    },
    setAddress: (address) => {
      settings.address = address;
    },
    setBaud: (baud) => {
      settings.baud = baud;
    },
    busy: link.busy,
    refuse: link.refuse,
    obey: link.obey,
    look,
    powerOff: () => {
      powered = false;
      panel?.cancel();
      panel = undefined;
      reader.reset();
      link.reset();
      device.lamp.reset();
      device.buzzer.reset();
      device.outputs.drop('the reader lost power');
      news.clear();
      text = '';
    },
    powerOn: () => {
      powered = true;
    },
  };
};
