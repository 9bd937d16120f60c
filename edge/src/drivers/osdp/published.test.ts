import { createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createChannel } from './channel.ts';
import { clientCryptogram, initialMac, type SessionKeys, serverCryptogram, sessionKeys } from './cipher.ts';
import { COMMAND } from './codes.ts';
import { buzzer, CAP, type Command, ID, ISTAT, keyset, LSTAT, led, OSTAT, out, POLL } from './commands.ts';
import { encodeFrame, findFrame } from './framing.ts';
import { identityOf } from './replies.ts';

interface Published {
  readonly handshake: Readonly<Record<string, string>>;
  readonly frames: readonly { of: string; from: 'panel' | 'reader'; is: string; data: string; wire: string }[];
  readonly sealed: readonly { is: string; data: string; wire: string }[];
}
const published = JSON.parse(
  readFileSync(new URL('../../../../shared/vectors/osdp/published.json', import.meta.url), 'utf8'),
) as Published;
const bytes = (hex = ''): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (of: Uint8Array): string => Buffer.from(of).toString('hex');

/** As we make them ourselves, where we send such a command at all; of the others the data as published. */
const made = (is: string, data: string): Command => {
  if (is === 'OUT') {
    const [one, other] = [out(0, 'rest', false, 100), out(1, 'pulse', false, 120)];
    return { code: COMMAND.OUT, data: Uint8Array.of(...one.data, ...other.data) };
  }
  if (is === 'KEYSET') return keyset(bytes(data).subarray(2));
  const plain: Readonly<Record<string, Command>> = { POLL, ID, CAP, ISTAT, LSTAT, OSTAT };
  return plain[is] ?? { code: is === 'COMSET' ? 0x6e : COMMAND.BUZ, data: bytes(data) };
};

describe('what others have published', () => {
  it.each(published.frames)('is read, and if it is a command written, byte for byte: $is of $of ($wire)', (given) => {
    const frame = findFrame(bytes(given.wire), () => true, true);
    if (frame === undefined) throw new Error('not read');
    expect(hex(frame.data)).toBe(given.data);
    expect(frame.fromReader).toBe(given.from === 'reader');
    if (given.from === 'reader') return;
    const { address, sequence, check } = frame;
    expect(hex(encodeFrame({ address, sequence, check, ...made(given.is, given.data) }))).toBe(`ff${given.wire}`);
  });

  it.each(published.sealed)('is sealed byte for byte in a channel of nothing but zeros: $is', ({ is, data, wire }) => {
    const zeros = new Uint8Array(16);
    const keys: SessionKeys = { encrypt: zeros, mac1: zeros, mac2: zeros };
    const back = (block: Uint8Array) => {
      const decipher = createDecipheriv('aes-128-ecb', zeros, null).setAutoPadding(false);
      return Buffer.concat([decipher.update(block), decipher.final()]);
    };
    // The panel's proof after which the chain of message codes begins with zeros.
    const channel = createChannel(keys, back(back(zeros)));
    const command = made(is, data);
    const frame = encodeFrame({ address: 0, sequence: 2, check: 'crc', ...command, ...channel.seal(command) });
    expect(hex(frame)).toBe(`ff${wire}`);
  });

  it('has the keys and proofs of a handshake under the key that everybody knows', () => {
    const { key, panelRandom, readerRandom, ...expected } = published.handshake;
    const [a, b] = [bytes(panelRandom), bytes(readerRandom)];
    const keys = sessionKeys(bytes(key), a);
    const server = serverCryptogram(keys, a, b);
    expect({
      encrypt: hex(keys.encrypt),
      mac1: hex(keys.mac1),
      mac2: hex(keys.mac2),
      panelCryptogram: hex(server),
      readerCryptogram: hex(clientCryptogram(keys, a, b)),
      firstMac: hex(initialMac(keys, server)),
    }).toEqual(expected);
  });

  it('says who a reader is', () => {
    const pdid = published.frames.find(({ is }) => is === 'PDID');
    expect(identityOf(bytes(pdid?.data))).toEqual({
      vendor: '000ee3',
      model: 0x10,
      serial: '97740000',
      firmware: '35.6.6',
    });
  });

  it('lays lamp and buzzer out as the standard does', () => {
    // Reader, lamp; temporary: code, on, off, two colours, time low and high; permanent: code, on, off, two colours.
    expect(hex(led('amber', 300).data)).toBe('000002010003032c010000000000');
    // Reader, tone, on, off, count.
    expect(hex(buzzer(3).data)).toBe('0002010103');
  });
});
