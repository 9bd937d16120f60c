import { bits, type Device, lamps, type Reply } from './command.ts';
import type { Status, Told } from './news.ts';

interface ReplyKind {
  readonly name: string;
  readonly describe: (data: Uint8Array) => string;
}

const NAK_WORDS = [
  'no error',
  'wrong check characters',
  'wrong length',
  'unknown command',
  'unexpected sequence number',
  'security block not supported',
  'only over the secure channel',
  'biometry not supported',
  'biometric format not supported',
  'cannot do this',
];
const nothing = () => '';

/** Every reply of this reader, and the others of the standard by name, by code. */
export const REPLIES: ReadonlyMap<number, ReplyKind> = new Map<number, ReplyKind>([
  [0x40, { name: 'ACK', describe: nothing }],
  [0x41, { name: 'NAK', describe: ([why = 0]) => NAK_WORDS[why] ?? `for reason ${why}` }],
  [0x45, { name: 'PDID', describe: (data) => `serial ${Buffer.from(data.subarray(5, 9)).toString('hex')}` }],
  [0x46, { name: 'PDCAP', describe: (data) => `${Math.floor(data.length / 3)} capabilities` }],
  [
    0x48,
    {
      name: 'LSTATR',
      describe: ([tamper, power]) => `${tamper ? 'tampered' : 'shut'}, power ${power ? 'bad' : 'good'}`,
    },
  ],
  [0x49, { name: 'ISTATR', describe: (data) => `inputs ${lamps(data)}` }],
  [0x4a, { name: 'OSTATR', describe: (data) => `outputs ${lamps(data)}` }],
  [0x4b, { name: 'RSTATR', describe: (data) => `readers ${lamps(data)}` }],
  [0x50, { name: 'RAW', describe: (data) => `card of ${(data[2] ?? 0) | ((data[3] ?? 0) << 8)} bits` }],
  [0x53, { name: 'KEYPAD', describe: ([, count = 0]) => `${count} ${count === 1 ? 'key' : 'keys'}` }],
  [0x54, { name: 'COM', describe: (data) => `address ${data[0] ?? 0}` }],
  [0x76, { name: 'CCRYPT', describe: nothing }],
  [0x78, { name: 'RMAC_I', describe: nothing }],
  [0x79, { name: 'BUSY', describe: nothing }],
]);

export const nak = (why: number): Reply => ({ code: 0x41, data: Uint8Array.of(why) });
export const BUSY: Reply = { code: 0x79, data: new Uint8Array() };

export const localStatus = (device: Device): Reply => {
  device.news.told('local');
  return { code: 0x48, data: bits([device.tampered(), false]) };
};
export const inputStatus = (device: Device): Reply => {
  device.news.told('inputs');
  return { code: 0x49, data: bits(device.inputs()) };
};
export const outputStatus = (device: Device): Reply => {
  device.news.told('outputs');
  return { code: 0x4a, data: bits(device.outputs.states) };
};

const STATUSES: Readonly<Record<Status, (device: Device) => Reply>> = {
  local: localStatus,
  inputs: inputStatus,
  outputs: outputStatus,
};

/** Keys as the standard has them: digits as they are, `*` as delete, `#` as return. */
const KEY_CODES: Readonly<Record<string, number>> = { '*': 0x7f, '#': 0x0d };

/** Some readers send all keys as the characters that are printed on them. */
const keyCode = (key: string, { settings }: Device): number =>
  (settings.keypad === 'standard' ? KEY_CODES[key] : undefined) ?? key.charCodeAt(0);

/** Bits packed with the first of them in the highest place. */
const packed = (text: string): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(text.length / 8));
  for (let at = 0; at < text.length; at++)
    if (text[at] === '1') bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
  return bytes;
};

/** A reply to a poll that tells something. */
export const tellingReply = (what: Told | Status, device: Device): Reply => {
  if (typeof what === 'string') return STATUSES[what](device);
  if (what.kind === 'keys')
    return {
      code: 0x53,
      data: Uint8Array.of(0, what.keys.length, ...Array.from(what.keys, (key) => keyCode(key, device))),
    };
  const { length } = what.bits;
  return { code: 0x50, data: Uint8Array.of(0, what.format, length & 0xff, length >> 8, ...packed(what.bits)) };
};
