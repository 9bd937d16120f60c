import type { BoardFirmware, BoardTerminals } from '../firmware.ts';
import { createRelays } from '../switched-relays.ts';

export const CHANNELS = 8;
const VERSION = '00000008';
const [CR, LF, BACKSPACE] = [0x0d, 0x0a, 0x08];
/** Longer commands are thrown away up to their end. */
const LONGEST_COMMAND = 32;
const END = '\n\r';
const PROMPT = '>';

/** Levels as one hexadecimal number, the first of them in its lowest place. */
const asHex = (levels: readonly boolean[]): string =>
  levels
    .reduce((sum, on, at) => sum + (on ? 2 ** at : 0), 0)
    .toString(16)
    .padStart(levels.length / 4, '0');

/**
 * A USB relay module that speaks lines of ASCII: it echoes every character, answers on a line of its own if there is
 * anything to say, and ends with a prompt. What it does not understand gets the prompt alone.
 */
export const createNumatoBoard = (deps: {
  readonly terminals: BoardTerminals;
  readonly baud: () => number;
  readonly send: (bytes: Uint8Array, baud: number) => void;
}): BoardFirmware => {
  const { terminals, baud, send } = deps;
  const relays = createRelays(CHANNELS, terminals.setCoil);
  let powered = true;
  let line = '';
  const inputs = () => Array.from({ length: CHANNELS }, (_, number) => powered && terminals.input(number));

  /** A channel as the module numbers it: one digit, hexadecimal from the tenth on. */
  const channelOf = (text: string | undefined): number | undefined => {
    const channel = /^[0-9a-f]$/i.test(text ?? '') ? Number.parseInt(text ?? '', 16) : CHANNELS;
    return channel < CHANNELS ? channel : undefined;
  };
  const writeAll = (text: string | undefined) => {
    if (!/^[0-9a-f]{2}$/i.test(text ?? '')) return;
    const wanted = Number.parseInt(text ?? '', 16);
    for (let channel = 0; channel < CHANNELS; channel++)
      relays.set(channel, ((wanted >> channel) & 1) === 1, 'written all at once from the bus');
  };
  const relay = ([verb, what]: readonly string[]): string => {
    if (verb === 'readall') return asHex(relays.states);
    if (verb === 'writeall') writeAll(what);
    const channel = channelOf(what);
    if (channel === undefined) return '';
    if (verb === 'read') return relays.states[channel] ? 'on' : 'off';
    if (verb === 'on' || verb === 'off') relays.set(channel, verb === 'on', `switched ${verb} from the bus`);
    return '';
  };
  const gpio = ([verb, what]: readonly string[]): string => {
    if (verb === 'readall') return asHex(inputs());
    const channel = channelOf(what);
    return verb === 'read' && channel !== undefined ? String(Number(inputs()[channel])) : '';
  };
  const obey = (command: string): string => {
    const [noun, ...rest] = command.trim().split(/ +/);
    if (noun === 'relay') return relay(rest);
    if (noun === 'gpio') return gpio(rest);
    return noun === 'ver' ? VERSION : '';
  };
  const finish = (): string => {
    const said = line.length > LONGEST_COMMAND ? '' : obey(line);
    line = '';
    return `${END}${said === '' ? '' : `${said}${END}`}${PROMPT}`;
  };
  const take = (byte: number): string => {
    if (byte === CR) return finish();
    if (byte === LF) return '';
    if (byte === BACKSPACE) line = line.slice(0, -1);
    else if (line.length <= LONGEST_COMMAND) line += String.fromCharCode(byte);
    return String.fromCharCode(byte);
  };

  return {
    address: null,
    get baud() {
      return baud();
    },
    get powered() {
      return powered;
    },
    get coils() {
      return relays.states;
    },
    flashing: Array.from({ length: CHANNELS }, () => false),
    get inputs() {
      return inputs();
    },
    receive: (bytes) => {
      const said = powered ? Array.from(bytes, take).join('') : '';
      if (said !== '') send(Uint8Array.from(Buffer.from(said, 'latin1')), baud());
    },
    powerOff: () => {
      powered = false;
      line = '';
      relays.drop('the module lost power');
    },
    powerOn: () => {
      powered = true;
    },
  };
};
