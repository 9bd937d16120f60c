import { readFileSync } from 'node:fs';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { encodeFrame, type Frame, parseFrame } from './frame.ts';
import { createOsdpReader } from './reader.ts';
import {
  decryptData,
  encryptData,
  firstMac,
  macOf,
  panelCryptogram,
  readerCryptogram,
  sessionKeys,
} from './secure-channel.ts';

interface Recorded {
  readonly key?: string;
  readonly frames: readonly {
    readonly from: 'panel' | 'reader';
    readonly is: string;
    readonly data: string;
    readonly wire: string;
  }[];
}
const recording = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../shared/vectors/osdp/${name}.json`, import.meta.url), 'utf8'),
  ) as Recorded;
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (of: Uint8Array) => Buffer.from(of).toString('hex');

/** What the recorded handshake began with, and what was said in it: for CCRYPT without what is the reader's own. */
const handshake = () => {
  const { key = '', frames } = recording('secure');
  const data = (name: string) => frames.find(({ is }) => is === name)?.data ?? '';
  const rndA = bytes(data('CHLNG'));
  const rndB = bytes(data('CCRYPT')).subarray(8, 16);
  const said = (name: string) => (name === 'CCRYPT' ? data(name).slice(32) : data(name));
  return { keys: sessionKeys(bytes(key), rndA), rndA, rndB, said };
};

describe('what two foreign implementations said to each other', () => {
  it.each(['plain', 'secure'])('%s: is taken apart and put together again byte for byte', (name) => {
    const { frames } = recording(name);
    expect(frames.length).toBeGreaterThan(50);
    for (const { from, wire } of frames) {
      const frame = parseFrame(bytes(wire)) as Frame;
      expect(frame.fromReader).toBe(from === 'reader');
      expect(hex(encodeFrame(frame, () => frame.mac as Uint8Array))).toBe(wire);
    }
  });

  it('plain: carries the data that was meant', () => {
    for (const { data, wire } of recording('plain').frames)
      expect(hex((parseFrame(bytes(wire)) as Frame).data)).toBe(data);
  });

  it('secure: every cryptogram is what ours would be', () => {
    const { keys, rndA, rndB, said } = handshake();
    expect(said('CCRYPT')).toBe(hex(readerCryptogram(keys, rndA, rndB)));
    const proof = panelCryptogram(keys, rndA, rndB);
    expect(said('SCRYPT')).toBe(hex(proof));
    expect(said('RMAC_I')).toBe(hex(firstMac(keys, proof)));
  });

  it('secure: every MAC and every encrypted byte is what ours would be', () => {
    const { keys, rndA, rndB } = handshake();
    let last = firstMac(keys, panelCryptogram(keys, rndA, rndB));
    const counts = { macs: 0, encrypted: 0 };
    for (const { data, wire } of recording('secure').frames) {
      const frame = parseFrame(bytes(wire)) as Frame;
      if (frame.mac === undefined) continue;
      const encrypted = (frame.security?.type ?? 0) >= 0x17;
      expect(hex(encrypted ? (decryptData(keys, last, frame.data) ?? new Uint8Array()) : frame.data)).toBe(data);
      expect(hex(encrypted ? encryptData(keys, last, bytes(data)) : bytes(data))).toBe(hex(frame.data));
      last = macOf(keys, last, frame.signed);
      expect(hex(frame.mac)).toBe(hex(last.subarray(0, 4)));
      counts.macs += 1;
      counts.encrypted += encrypted ? 1 : 0;
    }
    expect(counts).toEqual({ macs: 72, encrypted: 5 });
  });
});

/** Our reader in the place of the recorded one: asked by the recorded panel, and done to what was done to that one. */
const replay = (name: string) => {
  const { key, frames } = recording(name);
  const inputs = [false, false, false, false];
  const clock = new ManualClock();
  let said: Uint8Array = new Uint8Array();
  const rndB = bytes(frames.find(({ is }) => is === 'CCRYPT')?.data ?? '').subarray(8, 16);
  const reader = createOsdpReader({
    clock,
    random: () => rndB,
    address: 1,
    baud: 9_600,
    serial: 1,
    key: key === undefined ? undefined : bytes(key),
    keypad: 'ascii',
    outputCount: 4,
    terminals: { setCoil: () => undefined, input: (number) => inputs[number] ?? false },
    send: (frame) => {
      said = frame;
    },
    report: () => undefined,
  });
  const happen = (is: string, unasked: boolean) => {
    if (is === 'RAW') reader.card('10111101100010001110101110', 1);
    if (is === 'KEYPAD') reader.keys('1234#');
    if (is === 'ISTATR' && unasked) inputs[0] = true;
  };
  return frames.flatMap((asked, at) => {
    const answer = frames[at + 1];
    if (asked.from !== 'panel' || answer?.from !== 'reader') return [];
    happen(answer.is, asked.is === 'POLL');
    reader.receive(bytes(asked.wire), clock.monoMs());
    return [{ asked: asked.is, is: answer.is, recorded: answer.wire, ours: hex(said) }];
  });
};
/** What is the reader's own: its maker, its abilities and its number. */
const ITS_OWN = ['PDID', 'PDCAP', 'CCRYPT'];

describe('our reader in the place of the recorded one', () => {
  it('plain: says every byte that it said', () => {
    const answers = replay('plain').filter(({ is }) => !ITS_OWN.includes(is));
    expect(answers.length).toBe(40);
    for (const { recorded, ours } of answers) expect(ours).toBe(recorded);
  });

  it('secure: says every byte that it said, MACs and encrypted data, up to where that one broke the rules', () => {
    const all = replay('secure');
    const broken = all.findIndex(({ asked }) => asked === 'OSTAT');
    const answers = all.slice(0, broken).filter(({ is }) => !ITS_OWN.includes(is));
    expect(answers.map(({ is }) => is)).toEqual(
      expect.arrayContaining(['RMAC_I', 'RAW', 'KEYPAD', 'OSTATR', 'ISTATR']),
    );
    expect(answers.length).toBeGreaterThan(25);
    for (const { recorded, ours } of answers) expect(ours).toBe(recorded);
  });
});
