import { CHANNELS } from '../coil-bank.ts';
import { type BoardCommand, EXCEPTIONS, type Exception, type Firmware, hex, word } from '../command.ts';

const ON = 0xff00;
const OFF = 0x0000;
const TOGGLE = 0x5500;
const ALL = 0xff;
const FLASH_ON = 0x02;
const FLASH_OFF = 0x04;
const LONGEST_FLASH = 0x7fff;
const FLASH_UNIT_MS = 100;

const plain = (channel: number, value: number, { coils }: Firmware): Exception | undefined => {
  if (channel !== ALL && channel >= CHANNELS) return EXCEPTIONS.illegalAddress;
  if (value !== ON && value !== OFF && value !== TOGGLE) return EXCEPTIONS.illegalValue;
  const before = coils.states;
  const chosen = channel === ALL ? before.map((_, at) => at) : [channel];
  for (const at of chosen) {
    const on = value === TOGGLE ? !before[at] : value === ON;
    coils.set(at, on, `${value === TOGGLE ? 'toggled' : 'switched'} ${on ? 'on' : 'off'} from the bus`);
  }
  return undefined;
};

const flash = (channel: number, on: boolean, tenths: number, { coils }: Firmware): Exception | undefined => {
  if (channel >= CHANNELS) return EXCEPTIONS.illegalAddress;
  if (tenths < 1 || tenths > LONGEST_FLASH) return EXCEPTIONS.illegalValue;
  coils.flash(channel, on, tenths * FLASH_UNIT_MS);
  return undefined;
};

const act = (target: number, value: number, firmware: Firmware): Exception | undefined => {
  const [kind, channel] = [target >> 8, target & 0xff];
  if (kind === 0) return plain(channel, value, firmware);
  if (kind === FLASH_ON || kind === FLASH_OFF) return flash(channel, kind === FLASH_ON, value, firmware);
  return EXCEPTIONS.illegalAddress;
};

const words = (data: Uint8Array): string => {
  const [target, value] = [word(data, 0), word(data, 2)];
  const [kind, channel] = [target >> 8, target & 0xff];
  const which = channel === ALL ? 'all coils' : `coil ${channel}`;
  if (kind === FLASH_ON || kind === FLASH_OFF)
    return `flash ${which} ${kind === FLASH_ON ? 'on' : 'off'} for ${((value * FLASH_UNIT_MS) / 1000).toFixed(1)} s`;
  if (kind !== 0) return `write coil ${hex(target)}`;
  const name = new Map([
    [ON, 'on'],
    [OFF, 'off'],
    [TOGGLE, 'toggle'],
  ]).get(value);
  return `${which} ${name ?? hex(value)}`;
};

/** FC05: one coil or all on, off or toggled; or, the board's own addition, for a time that the board itself measures. */
export const writeCoil: BoardCommand = {
  code: 0x05,
  name: 'write coil',
  fits: (data) => data.length === 4,
  run: (data, firmware) => act(word(data, 0), word(data, 2), firmware) ?? data,
  describe: words,
  describeReply: (data) => `done: ${words(data)}`,
};
