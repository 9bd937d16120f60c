import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { encodeFrame, type Frame, parseFrame } from './frame.ts';
import {
  decryptData,
  encryptData,
  firstMac,
  macOf,
  panelCryptogram,
  readerCryptogram,
  type SessionKeys,
  sessionKeys,
} from './secure-channel.ts';
import { DEFAULT_KEY } from './settings.ts';

interface Published {
  readonly handshake: Readonly<Record<string, string>>;
  readonly frames: readonly { of: string; from: 'panel' | 'reader'; is: string; data: string; wire: string }[];
  readonly sealed: readonly { is: string; data: string; wire: string }[];
}
const published = JSON.parse(
  readFileSync(new URL('../../../../shared/vectors/osdp/published.json', import.meta.url), 'utf8'),
) as Published;
const bytes = (hex = '') => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (of: Uint8Array) => Buffer.from(of).toString('hex');

describe('what others have published', () => {
  it.each(published.frames)('is taken apart and put together byte for byte: $is of $of ($wire)', (given) => {
    const frame = parseFrame(bytes(given.wire)) as Frame;
    expect(hex(frame.data)).toBe(given.data);
    expect(hex(encodeFrame(frame))).toBe(`ff${given.wire}`);
    const command = COMMANDS.get(frame.code);
    if (given.from === 'panel' && command !== undefined)
      expect([command.name, command.fits(frame.data)]).toEqual([given.is, true]);
  });

  it.each(published.sealed)('is opened and sealed in a channel of nothing but zeros: $is', ({ data, wire }) => {
    const zeros = new Uint8Array(16);
    const keys: SessionKeys = { enc: zeros, mac1: zeros, mac2: zeros };
    const frame = parseFrame(bytes(wire)) as Frame;
    expect(hex(macOf(keys, zeros, frame.signed).subarray(0, 4))).toBe(hex(frame.mac as Uint8Array));
    expect(frame.security?.type).toBe(data === '' ? 0x15 : 0x17);
    if (data === '') return;
    expect(hex(decryptData(keys, zeros, frame.data) ?? bytes())).toBe(data);
    expect(hex(encryptData(keys, zeros, bytes(data)))).toBe(hex(frame.data));
  });

  it('has the keys and proofs of a handshake under the key that everybody knows', () => {
    const { key, panelRandom, readerRandom, ...expected } = published.handshake;
    expect(hex(DEFAULT_KEY)).toBe(key);
    const [a, b] = [bytes(panelRandom), bytes(readerRandom)];
    const keys = sessionKeys(DEFAULT_KEY, a);
    const proof = panelCryptogram(keys, a, b);
    expect({
      encrypt: hex(keys.enc),
      mac1: hex(keys.mac1),
      mac2: hex(keys.mac2),
      panelCryptogram: hex(proof),
      readerCryptogram: hex(readerCryptogram(keys, a, b)),
      firstMac: hex(firstMac(keys, proof)),
    }).toEqual(expected);
  });

  it.each([
    // Reader 2, lamp 3: cyan 0.1 s and dark 0.2 s for 0.4 s, from then on blue 0.2 s and amber 0.6 s.
    [0x69, '0203020102060004000102060403', 'cyan blinking for 0.4 s, blue blinking for good'],
    [0x6a, '0002050201', '1 × 0.5 s'],
    [0x68, '05041027', 'output 5 on when its time ends'],
    [0x68, '01067800', 'output 1 off for 12.0 s'],
    [0x6e, '0180250000', 'address 1 at 9600 baud'],
  ])('means what was meant: %i %s', (code, data, words) => {
    expect(COMMANDS.get(code)?.describe(bytes(data))).toBe(words);
  });
});
