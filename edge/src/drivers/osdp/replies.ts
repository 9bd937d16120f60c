import type { ReaderKey } from '../../readers/reader.ts';
import { REPLY } from './codes.ts';

export interface Reply {
  readonly code: number;
  readonly data: Uint8Array;
}

/** What a reader says of itself when it is polled, or asked for its state. */
export type Event =
  | { readonly kind: 'card'; readonly bits: string }
  | { readonly kind: 'keys'; readonly keys: readonly ReaderKey[] }
  | { readonly kind: 'local'; readonly tampered: boolean; readonly powerFails: boolean }
  | { readonly kind: 'reader'; readonly tampered: boolean }
  | { readonly kind: 'inputs' | 'outputs' };

/** One address is one reader at one door: of a device with two, the other may hang at another door, and opens none here. */
const FIRST_READER = 0;
/** More than any card has. */
const CARD_BITS_MAX = 1_024;
const KEYS: Readonly<Record<number, ReaderKey>> = {
  // The standard sends clear and enter for these two; readers that send the characters themselves exist.
  127: '*',
  42: '*',
  13: '#',
  35: '#',
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit.charCodeAt(0), digit as ReaderKey])),
};

/** Reader, format, number of bits (low byte first), the bits with the first of them highest (IEC 60839-11-5, 7.10). */
const cardOf = (data: Uint8Array): Event | undefined => {
  if (data[0] !== FIRST_READER) return undefined;
  const count = (data[2] ?? 0) + 256 * (data[3] ?? 0);
  if (count === 0 || count > CARD_BITS_MAX || data.length < 4 + Math.ceil(count / 8)) return undefined;
  const bit = (i: number) => ((data[4 + (i >> 3)] ?? 0) & (0x80 >> (i & 7)) ? '1' : '0');
  return { kind: 'card', bits: Array.from({ length: count }, (_, i) => bit(i)).join('') };
};

/** Reader, number of keys, the keys (7.12). One that we do not know spoils them all: a PIN with a hole is another PIN. */
const keysOf = (data: Uint8Array): Event | undefined => {
  if (data[0] !== FIRST_READER) return undefined;
  const count = data[1] ?? 0;
  const keys = [...data.subarray(2, 2 + count)].map((byte) => KEYS[byte]);
  if (count === 0 || keys.length < count || keys.includes(undefined)) return undefined;
  return { kind: 'keys', keys: keys as ReaderKey[] };
};

/** `undefined` for what says nothing, or is damaged. */
export const eventOf = ({ code, data }: Reply): Event | undefined => {
  switch (code) {
    case REPLY.RAW:
      return cardOf(data);
    case REPLY.KEYPAD:
      return keysOf(data);
    case REPLY.LSTATR:
      return data.length < 2 ? undefined : { kind: 'local', tampered: data[0] !== 0, powerFails: data[1] !== 0 };
    case REPLY.RSTATR:
      return data.length < 1 ? undefined : { kind: 'reader', tampered: data[0] === 2 };
    case REPLY.ISTATR:
      return { kind: 'inputs' };
    case REPLY.OSTATR:
      return { kind: 'outputs' };
    default:
      return undefined;
  }
};

/** One byte an input or output: 0 off, 1 on. Anything else, such as a cut wire, is no state of the two. */
export const statesOf = (data: Uint8Array, count: number): (boolean | undefined)[] =>
  Array.from({ length: count }, (_, i) => {
    const state = data[i];
    return state === 0 || state === 1 ? state === 1 : undefined;
  });

export interface Identity {
  readonly vendor: string;
  readonly model: number;
  readonly serial: string;
  readonly firmware: string;
}

/** Vendor 3, model, version, serial number 4 (low byte first), firmware 3 (7.4). */
export const identityOf = (data: Uint8Array): Identity | undefined => {
  if (data.length < 12) return undefined;
  const hex = (from: number, to: number) => Buffer.from(data.subarray(from, to)).toString('hex');
  const serial = Buffer.from(data.subarray(5, 9)).readUInt32LE(0).toString(16).padStart(8, '0');
  return { vendor: hex(0, 3), model: data[3] ?? 0, serial, firmware: data.subarray(9, 12).join('.') };
};

const CHECK_CAPABILITY = 8;
/** Whether the reader says that it can check by CRC: capabilities of three bytes each, number, level, count (7.5). */
export const knowsCrc = (data: Uint8Array): boolean => {
  for (let at = 0; at + 2 < data.length; at += 3) if (data[at] === CHECK_CAPABILITY) return (data[at + 1] ?? 0) > 0;
  return false;
};
