import { readFileSync } from 'node:fs';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { Wire, WireListener } from '../serial/wire.ts';
import { CAP, type Command, ID, ISTAT, OSTAT, out, POLL } from './commands.ts';
import { createExchange } from './exchange.ts';
import { checksum, crc16, encodeFrame, findFrame } from './framing.ts';
import { shakeHands } from './handshake.ts';
import { type Event, eventOf, identityOf, knowsCrc, statesOf } from './replies.ts';
import { createSession } from './session.ts';

interface Said {
  readonly from: 'panel' | 'reader';
  readonly is: string;
  readonly data: string;
  readonly wire: string;
}
const recorded = (name: string): { readonly key?: string; readonly frames: readonly Said[] } =>
  JSON.parse(readFileSync(new URL(`../../../../shared/vectors/osdp/${name}.json`, import.meta.url), 'utf8'));
const plain = recorded('plain');
const secure = { key: '', ...recorded('secure') };

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (of: Uint8Array): string => Buffer.from(of).toString('hex');
const COMMANDS: Readonly<Record<string, Command>> = { POLL, ID, CAP, ISTAT, OSTAT, OUT: out(0, 'pulse', true, 30) };

/** A line on which the recorded reader answers, to exactly the recorded words. */
const playing = (frames: readonly Said[]) => {
  const sent: string[] = [];
  let listener: WireListener = { bytes: () => undefined, down: () => undefined };
  const wire: Wire = {
    up: true,
    flush: async () => undefined,
    abandon: () => undefined,
    close: async () => undefined,
    listen: (next) => {
      listener = next;
    },
    send: (asked, handed) => {
      handed();
      const at = sent.push(hex(asked));
      const asks = frames.flatMap((frame, i) => (frame.from === 'panel' ? [i] : []));
      const answer = frames[(asks[at - 1] ?? 0) + 1];
      if (answer?.from === 'reader') listener.bytes(bytes(answer.wire));
    },
  };
  const clock = new ManualClock();
  const exchange = createExchange(wire, { baud: 9_600, replyAllowanceMs: 40 }, clock, () => undefined);
  /** How it ends, with the clock running on. */
  const ended = async <T>(call: Promise<T>): Promise<T> => {
    let answer: { readonly given: T } | undefined;
    void call.then((given) => {
      answer = { given };
    });
    for (let ms = 0; ms < 1_000 && answer === undefined; ms++) await clock.advance(Milliseconds(1));
    if (answer === undefined) throw new Error('the call hangs');
    return answer.given;
  };
  return { sent, ended, session: createSession(1, exchange, clock) };
};

const said = (frames: readonly Said[]) => frames.filter(({ from }) => from === 'panel');

describe('the recorded conversations', () => {
  it.each([...plain.frames, ...secure.frames].map((frame, i) => ({ i, ...frame })))(
    'reads and writes frame $i, $is of the $from',
    ({ wire, from }) => {
      const frame = findFrame(bytes(wire), () => true, true);
      expect(frame).toMatchObject({ address: 1, fromReader: from === 'reader', check: 'crc' });
      const again = encodeFrame({ ...frame!, address: (frame?.address ?? 0) | (from === 'reader' ? 0x80 : 0) });
      expect(hex(again)).toBe(wire);
    },
  );

  it('are held by us word for word in plain, lost question included', async () => {
    const { sent, ended, session } = playing(plain.frames);
    const heard: string[] = [];
    for (const { is } of said(plain.frames).slice(1)) {
      const answer = await ended(session.ask(COMMANDS[is] ?? POLL, { retries: 1 }));
      expect(answer).toMatchObject({ kind: 'reply' });
      if (answer.kind === 'reply') heard.push(hex(answer.reply.data));
    }
    expect(sent).toEqual(said(plain.frames).map(({ wire }) => wire));
    expect(heard).toEqual(plain.frames.filter(({ from }) => from === 'reader').map(({ data }) => data));
  });

  it('are held by us word for word in the secure channel, and understood', async () => {
    const { sent, ended, session } = playing(secure.frames);
    const random = bytes(secure.frames.find(({ is }) => is === 'CHLNG')?.data ?? '');
    const heard: string[] = [];
    for (const { is } of said(secure.frames)) {
      if (is === 'SCRYPT') continue;
      if (is === 'CHLNG') {
        expect(await ended(shakeHands(session, 1, [bytes(secure.key)], () => random))).toMatchObject({
          kind: 'stands',
        });
        continue;
      }
      const answer = await ended(session.ask(COMMANDS[is] ?? POLL, { retries: 0 }));
      expect(answer).toMatchObject({ kind: 'reply' });
      if (answer.kind === 'reply') heard.push(hex(answer.reply.data));
    }
    expect(sent).toEqual(said(secure.frames).map(({ wire }) => wire));
    const answers = secure.frames.filter(({ from, is }) => from === 'reader' && is !== 'CCRYPT' && is !== 'RMAC_I');
    expect(heard).toEqual(answers.map(({ data }) => data));
  });

  it('do not take the reader at its word under another key', async () => {
    const { sent, ended, session } = playing(secure.frames.slice(4));
    const random = bytes(secure.frames[4]?.data ?? '');
    expect(await ended(shakeHands(session, 1, [new Uint8Array(16)], () => random))).toMatchObject({ kind: 'unproven' });
    expect(sent).toHaveLength(1);
  });

  it('find the right one of two keys that the reader may have', async () => {
    const { ended, session } = playing(secure.frames.slice(4));
    const random = bytes(secure.frames[4]?.data ?? '');
    const keys = [new Uint8Array(16), bytes(secure.key)];
    expect(await ended(shakeHands(session, 1, keys, () => random))).toEqual({ kind: 'stands', key: keys[1] });
  });

  it('say a card, keys and what the reader is, as far as it tells', () => {
    const events: (Event | undefined)[] = plain.frames
      .filter(({ is }) => is === 'RAW' || is === 'KEYPAD')
      .map(({ is, data }) => eventOf({ code: is === 'RAW' ? 0x50 : 0x53, data: bytes(data) }));
    expect(events).toEqual([
      // Even parity, facility 123, number 4567, odd parity.
      { kind: 'card', bits: `1${(123).toString(2).padStart(8, '0')}${(4_567).toString(2).padStart(16, '0')}0` },
      { kind: 'keys', keys: ['1', '2', '3', '4', '#'] },
    ]);
    const data = (name: string) => bytes(plain.frames.find(({ is }) => is === name)?.data ?? '');
    expect(identityOf(data('PDID'))).toEqual({
      vendor: 'bebafe',
      model: 1,
      serial: 'deadbeaf',
      firmware: '173.222.173',
    });
    expect(knowsCrc(data('PDCAP'))).toBe(true);
    expect(statesOf(data('OSTATR'), 5)).toEqual([true, false, false, false, undefined]);
  });
});

describe('checks', () => {
  it('computes the CRC of the classic vector, and sums that come to nothing', () => {
    // CRC-16 of polynomial 0x1021 and start 0x1D0F, known as SPI-FUJITSU: check value for the digits 1 to 9.
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0xe5cc);
    expect(checksum(Uint8Array.of(0x53, 0x00, 0x07, 0x00, 0x00, 0x60))).toBe(0x46);
  });
});
