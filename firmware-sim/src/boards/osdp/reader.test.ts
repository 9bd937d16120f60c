import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16 } from './check.ts';
import { encodeFrame, type Frame, parseFrame, type Security } from './frame.ts';
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
import { DEFAULT_KEY } from './settings.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hex = (of: Uint8Array) => Buffer.from(of).toString('hex');
const KEY = bytes('00112233445566778899aabbccddeeff');
const POLL = { address: 1, fromReader: false, sequence: 0, security: undefined, code: 0x60, data: new Uint8Array() };
const RND_A = bytes('0102030405060708');

const aReader = (key?: Uint8Array) => {
  const clock = new ManualClock();
  const sent: Uint8Array[] = [];
  const coils: string[] = [];
  const inputs = new Set<number>();
  const happenings: string[] = [];
  const reader = createOsdpReader({
    clock,
    random: (count) => Uint8Array.from({ length: count }, (_, at) => at + 0x20),
    address: 1,
    baud: 9_600,
    serial: 0x01020304,
    key,
    terminals: {
      setCoil: (number, on) => void coils.push(`${number}${on ? '+' : '-'}`),
      input: (number) => inputs.has(number),
    },
    send: (frame) => void sent.push(frame),
    report: (text) => void happenings.push(text),
  });
  /** Puts bytes on the line and returns the frame that came back. */
  const put = (frame: Uint8Array): Frame | undefined => {
    sent.length = 0;
    reader.receive(frame, clock.monoMs());
    const [answer] = sent;
    return answer === undefined ? undefined : (parseFrame(answer) as Frame);
  };
  let sequence = 0;
  const message = (code: number, data: Uint8Array, security?: Security) => ({
    address: 1,
    fromReader: false,
    sequence,
    withCrc: true,
    security,
    code,
    data,
  });
  /** Asks in the clear with the next number, and says what came back as `code:data`. */
  const ask = (code: number, data = ''): string => {
    const answer = put(encodeFrame(message(code, bytes(data))));
    sequence = (sequence % 3) + 1;
    return answer === undefined ? '' : `${answer.code.toString(16)}:${hex(answer.data)}`;
  };
  const begin = () => {
    sequence = 0;
  };
  /** A handshake under `own`; returns how to ask in the session, or what the reader said instead. */
  const handshake = (scbk: Uint8Array, which: 0 | 1) => {
    const next = (code: number, data: Uint8Array, type: number) => {
      const answer = put(encodeFrame(message(code, data, { type, data: Uint8Array.of(which) })));
      sequence = (sequence % 3) + 1;
      return answer;
    };
    const keys = sessionKeys(scbk, RND_A);
    const first = next(0x76, RND_A, 0x11);
    if (first?.code !== 0x76) return `${first?.code.toString(16)}:${hex(first?.data ?? new Uint8Array())}`;
    const rndB = first.data.subarray(8, 16);
    expect(hex(first.data.subarray(16))).toBe(hex(readerCryptogram(keys, RND_A, rndB)));
    const proof = panelCryptogram(keys, RND_A, rndB);
    const second = next(0x77, proof, 0x13);
    let last = firstMac(keys, proof);
    expect(second?.security).toEqual({ type: 0x14, data: Uint8Array.of(1) });
    expect(hex(second?.data ?? new Uint8Array())).toBe(hex(last));
    return (code: number, data = '', spoil = false): string => {
      const clear = bytes(data);
      const type = clear.length > 0 ? 0x17 : 0x15;
      const said = clear.length > 0 ? encryptData(keys, last, clear) : clear;
      const before = last;
      const request = encodeFrame(message(code, said, { type, data: new Uint8Array() }), (signed) => {
        last = macOf(keys, before, signed);
        return spoil ? last.map((byte) => byte ^ 0xff) : last;
      });
      const answer = put(request);
      sequence = (sequence % 3) + 1;
      if (answer?.mac === undefined)
        return `plain ${answer?.code.toString(16)}:${hex(answer?.data ?? new Uint8Array())}`;
      const chained = macOf(keys, last, answer.signed);
      expect(hex(answer.mac)).toBe(hex(chained.subarray(0, 4)));
      const open =
        answer.security?.type === 0x18 ? (decryptData(keys, last, answer.data) ?? new Uint8Array()) : answer.data;
      last = chained;
      return `${answer.code.toString(16)}:${hex(open)}`;
    };
  };
  const inSession = (scbk: Uint8Array, which: 0 | 1) => {
    const asking = handshake(scbk, which);
    if (typeof asking === 'string') throw new Error(`no session: ${asking}`);
    return asking;
  };
  return { clock, reader, sent, coils, inputs, happenings, put, ask, begin, handshake, inSession };
};

describe('an OSDP reader in the clear', () => {
  it('answers the recorded panel as the recorded reader did, but for what is its own', () => {
    const { reader, put } = aReader();
    expect(put(bytes('ff530109000461006023'))?.code).toBe(0x45);
    expect(put(bytes('ff530109000562000341'))?.code).toBe(0x46);
    reader.card('10111101100010001110101110', 1);
    const card = put(bytes('ff530108000660d866')) as Frame;
    expect(hex(card.data)).toBe('00011a00bd88eb80');
    expect(put(bytes('ff530108000760e955'))?.code).toBe(0x40);
    expect(put(bytes('ff53010c00056800051e0052ba'))?.code).toBe(0x40);
    expect(hex((put(bytes('ff530108000660d866')) as Frame).data)).toBe('0100');
  });

  it('begins only with number 0, counts 1 to 3, repeats its answer to a repeat, and does nothing twice', () => {
    const { put, coils, ask } = aReader();
    expect(put(bytes('ff530108000660d866'))).toMatchObject({ code: 0x41, data: Uint8Array.of(4) });
    expect(ask(0x60)).toBe('40:');
    const order = bytes('ff53010c00056800051e0052ba');
    const first = put(order);
    expect(first).toMatchObject({ code: 0x40, sequence: 1 });
    expect(put(order)).toEqual(first);
    expect(coils).toEqual(['0+']);
    // Another question under the number of the last one, and one that leaves a number out.
    expect(put(bytes('ff5301080005608b33'))).toMatchObject({ code: 0x41, data: Uint8Array.of(4) });
    expect(put(bytes('ff530108000760e955'))).toMatchObject({ code: 0x41, data: Uint8Array.of(4), sequence: 3 });
    expect(put(bytes('ff530108000660d866'))).toMatchObject({ code: 0x4a, sequence: 2 });
  });

  it('is put off with BUSY under number 0, and does the command when it comes again', () => {
    const { put, ask, reader, coils } = aReader();
    ask(0x60);
    reader.busy(1);
    const order = bytes('ff53010c00056800051e0052ba');
    expect(put(order)).toMatchObject({ code: 0x79, sequence: 0 });
    expect(coils).toEqual([]);
    expect(put(order)).toMatchObject({ code: 0x40, sequence: 1 });
    expect(coils).toEqual(['0+']);
  });

  it('times its outputs itself, tells of every change, and restarts a time that is given again', async () => {
    const { ask, coils, clock, reader } = aReader();
    ask(0x60);
    expect(ask(0x68, '00 05 05 00')).toBe('40:');
    expect(ask(0x60)).toBe('4a:0100');
    await clock.advance(Milliseconds(400));
    expect(ask(0x68, '00 05 05 00')).toBe('40:');
    await clock.advance(Milliseconds(499));
    expect(reader.state().outputs).toEqual([true, false]);
    await clock.advance(Milliseconds(1));
    expect(coils.at(-1)).toBe('0-');
    expect(ask(0x60)).toBe('4a:0000');
    expect(ask(0x68, '00 02 00 00')).toBe('40:');
    expect(ask(0x68, '00 06 0a 00')).toBe('40:');
    expect(reader.state().outputs).toEqual([false, false]);
    await clock.advance(Seconds(1));
    expect(reader.state().outputs).toEqual([true, false]);
  });

  it('refuses what it cannot do, all of it or none, and says why', () => {
    const { ask, coils } = aReader();
    ask(0x60);
    expect(ask(0x68, '00 02 00 00 07 02 00 00')).toBe('41:09');
    expect(ask(0x68, '00 05 00 00')).toBe('41:09');
    expect(ask(0x68, '00 02 00')).toBe('41:02');
    expect(ask(0x7e)).toBe('41:03');
    expect(ask(0x7b, '8000')).toBe('40:');
    expect(coils).toEqual([]);
  });

  it('tells of tamper and inputs once each, before cards and keys', () => {
    const { ask, reader, inputs } = aReader();
    ask(0x60);
    reader.card('1'.repeat(26), 1);
    reader.keys('12#*');
    reader.setTampered(true);
    inputs.add(2);
    reader.look();
    expect([1, 2, 3, 4, 5].map(() => ask(0x60))).toEqual([
      '48:0100',
      '49:00000100',
      '50:00011a00ffffffc0',
      '53:00043132' + '0d7f',
      '40:',
    ]);
    expect(ask(0x64)).toBe('48:0100');
  });

  it('shows what it is told on lamp, buzzer and display, and goes back by itself', async () => {
    const { ask, reader, clock } = aReader();
    ask(0x60);
    ask(0x69, '0000 00 00 00 00 00 0000 01 01 00 01 00');
    expect(reader.state().lamp).toMatchObject({ colour: 'red', blinks: false, temporary: false });
    ask(0x69, '0000 02 02 02 02 00 1400 00 00 00 00 00');
    expect(reader.state().lamp).toMatchObject({ colour: 'green', blinks: true, temporary: true });
    ask(0x6a, '00 02 02 01 03');
    expect(reader.state().buzzer).toMatchObject({ sounding: true, times: 3, orders: 1 });
    await clock.advance(Milliseconds(800));
    expect(reader.state().buzzer.sounding).toBe(false);
    await clock.advance(Milliseconds(1_200));
    expect(reader.state().lamp).toMatchObject({ colour: 'red', temporary: false });
    expect(ask(0x6b, '00 01 00 00 00 02 48 69')).toBe('40:');
    expect(reader.state().text).toBe('Hi');
  });

  it('keeps nothing that people did for a panel that was gone for 8 seconds, and takes nothing while none is there', async () => {
    const { ask, reader, clock, put, begin } = aReader();
    expect(reader.card('1', 0)).toBe(false);
    ask(0x60);
    expect(reader.card('1', 0)).toBe(true);
    await clock.advance(Seconds(8));
    expect(reader.state()).toMatchObject({ online: false, waiting: 0 });
    expect(put(bytes('ff5301080005608b33'))).toMatchObject({ code: 0x41, data: Uint8Array.of(4) });
    begin();
    expect(ask(0x60)).toBe('40:');
  });

  it('takes a new address and speed after the answer has gone out under the old ones', () => {
    const { ask, reader, sent } = aReader();
    ask(0x60);
    expect(ask(0x6e, '05 00 c2 01 00')).toBe('54:0500c20100');
    expect(sent[0]?.[2]).toBe(0x81);
    expect(reader.state()).toMatchObject({ address: 5, baud: 115_200 });
  });

  it('answers a checksum with a checksum, the address of all under that address, and no other', () => {
    const { put } = aReader();
    expect(put(encodeFrame({ ...POLL, withCrc: false }))).toMatchObject({ code: 0x40, withCrc: false });
    expect(put(encodeFrame({ ...POLL, address: 0x7f, withCrc: true }))).toMatchObject({ code: 0x40, address: 0x7f });
    expect(put(encodeFrame({ ...POLL, address: 2, withCrc: true }))).toBeUndefined();
    expect(put(encodeFrame({ ...POLL, fromReader: true, withCrc: true }))).toBeUndefined();
  });
});

describe('an OSDP reader on its secure channel', () => {
  it('from the factory takes the default key, then its own, and from then on no other and nothing in the clear', () => {
    const { ask, begin, inSession, handshake, reader } = aReader();
    ask(0x61, '00');
    const installing = inSession(DEFAULT_KEY, 0);
    expect(reader.state()).toMatchObject({ channel: 'default-key', paired: false });
    expect(installing(0x75, `0110${hex(KEY)}`)).toBe('40:');
    expect(installing(0x60)).toBe('40:');
    begin();
    expect(ask(0x60)).toBe('41:06');
    expect(ask(0x61, '00')).toMatch(/^45:/);
    expect(handshake(DEFAULT_KEY, 0)).toBe('41:06');
    const own = inSession(KEY, 1);
    expect(reader.state()).toMatchObject({ channel: 'own-key', paired: true, installMode: false });
    reader.keys('7');
    expect(own(0x60)).toBe('53:000137');
    expect(own(0x68, '00021e00')).toBe('40:');
    expect(own(0x60)).toBe('4a:0100');
  });

  it('ends the session at a wrong MAC, at number 0, and when the panel is gone', async () => {
    const { ask, begin, inSession, reader, clock } = aReader(KEY);
    ask(0x61, '00');
    expect(inSession(KEY, 1)(0x60, '', true)).toBe('plain 41:06');
    expect(reader.state().channel).toBe('plain');
    inSession(KEY, 1);
    begin();
    ask(0x61, '00');
    expect(reader.state().channel).toBe('plain');
    inSession(KEY, 1);
    await clock.advance(Seconds(8));
    expect(reader.state().channel).toBe('plain');
  });

  it('takes no key in the clear, nor in a session unencrypted', () => {
    const { ask, inSession, put, reader } = aReader();
    ask(0x60);
    expect(ask(0x75, `0110${hex(KEY)}`)).toBe('41:06');
    inSession(DEFAULT_KEY, 0);
    expect(put(encodeFrame({ ...POLL, withCrc: true, code: 0x75, data: bytes(`0110${hex(KEY)}`) }))?.code).toBe(0x41);
    expect(reader.state().paired).toBe(false);
  });

  it('repeats an answer under the same MAC when asked again, and the chain goes on', () => {
    const { ask, inSession, reader, sent } = aReader(KEY);
    ask(0x61, '00');
    const own = inSession(KEY, 1);
    own(0x60);
    const [first] = sent;
    const again = reader.words(first as Uint8Array);
    expect(again).toBe('ACK');
    expect(own(0x65)).toBe('49:00000000');
  });
});

describe('an OSDP reader that loses power', () => {
  it('drops its outputs, its session and what it had to tell, keeps its key and address, and begins anew', async () => {
    const { ask, begin, inSession, reader, coils, clock, put } = aReader();
    ask(0x60);
    ask(0x6e, '0180250000');
    inSession(DEFAULT_KEY, 0)(0x75, `0110${hex(KEY)}`);
    const own = inSession(KEY, 1);
    own(0x68, '00053200');
    reader.card('1'.repeat(26), 1);
    reader.powerOff();
    expect(coils).toEqual(['0+', '0-', '1-']);
    expect(reader.state()).toMatchObject({ powered: false, online: false, channel: 'plain', waiting: 0 });
    expect(put(encodeFrame({ ...POLL, withCrc: true }))).toBeUndefined();
    expect(clock.pendingTimers).toBe(0);
    reader.powerOn();
    expect(reader.state()).toMatchObject({ powered: true, paired: true, address: 1, outputs: [false, false] });
    begin();
    ask(0x61, '00');
    expect(inSession(KEY, 1)(0x60)).toBe('40:');
  });

  it('tells of an input that moved and came back between two polls', () => {
    const { ask, reader, inputs } = aReader();
    ask(0x60);
    inputs.add(1);
    reader.look();
    inputs.delete(1);
    reader.look();
    expect(ask(0x60)).toBe('49:00000000');
    expect(ask(0x60)).toBe('40:');
    inputs.add(3);
    expect(ask(0x60)).toBe('49:00000001');
  });
});

describe('an OSDP reader under whatever comes down the line', { timeout: 600_000 }, () => {
  it('never throws, never moves an output, and hears the next good frame', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 12 }), (pieces) => {
        const { reader, clock, coils, put } = aReader();
        for (const piece of pieces) reader.receive(piece, clock.monoMs());
        expect(coils).toEqual([]);
        reader.receive(new Uint8Array(), 1_000);
        expect(put(encodeFrame({ ...POLL, withCrc: true }))).toBeDefined();
      }),
      { numRuns: Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 300) },
    );
  });

  it('survives frames with good check characters and anything inside', () => {
    const { reader, clock } = aReader(KEY);
    fc.assert(
      fc.property(fc.nat(255), fc.uint8Array({ minLength: 1, maxLength: 120 }), (control, inside) => {
        const length = inside.length + 7;
        const body = Uint8Array.of(0x53, 1, length, 0, control | 4, ...inside);
        const crc = crc16(body);
        reader.receive(Uint8Array.of(...body, crc & 0xff, crc >> 8), clock.monoMs());
      }),
      { numRuns: Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 3_000) },
    );
    expect(reader.state().paired).toBe(true);
  });
});
