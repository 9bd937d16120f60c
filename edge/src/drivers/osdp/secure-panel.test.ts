import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import type { BoardError } from '../driver.ts';
import { COMMAND, REPLY } from './codes.ts';
import { encodeFrame, type Frame, findFrame } from './framing.ts';
import { aPanel, codeOf, OUT, OWN_KEY } from './panel.kit.ts';

const { POLL, ID, CAP, CHLNG, SCRYPT, KEYSET } = COMMAND;
const CARD = { code: REPLY.RAW, data: [0, 1, 26, 0, 0xbd, 0x88, 0xeb, 0x80] };
const OTHER_KEY = new Uint8Array(16).fill(0x5a);

const aPair = (given: Parameters<typeof aPanel>[0] = {}) => {
  const line = aPanel({ key: OWN_KEY, ...given });
  for (const reader of line.readers) reader.key = OWN_KEY;
  return line;
};
type Line = ReturnType<typeof aPair>;
const secrets = (line: Line) =>
  [...line.kept.values()].map((key) => Buffer.from(key).toString('hex')).flatMap((hex) => [hex, hex.slice(0, 16)]);

describe('a paired reader', () => {
  it('is spoken to in plain for who it is, what it can and the handshake, and for nothing else', async () => {
    const line = aPair();
    line.bus.reader?.(1)?.show({ led: 'green', ledMs: 1_000, beeps: 1 });
    await line.clock.advance(Seconds(1));
    await line.outcome(line.bus.board(1).set(0, true));
    expect(line.standing()).toMatchObject({ state: 'online', secure: true });
    expect(line.asked().slice(0, 4)).toEqual([ID, CAP, CHLNG, SCRYPT]);
    for (const { code, secure } of line.first.done)
      expect({ code, secure }).toEqual({ code, secure: code !== ID && code !== CAP });
  });

  it.each([
    ['has lost its key', (line: Line) => (line.first.key = undefined)],
    ['has another key', (line: Line) => (line.first.key = OTHER_KEY)],
    [
      'was put into install mode',
      (line: Line) => {
        line.first.key = undefined;
        line.first.installMode = true;
      },
    ],
  ])('that %s is lost, is not spoken to in plain, and is given no key by itself', async (_, spoil) => {
    const line = aPair();
    spoil(line);
    line.first.events.push(CARD);
    await line.clock.advance(Seconds(30));
    expect(line.standing()).toMatchObject({ state: 'lost', secure: false });
    expect(line.standing()?.trouble).toContain('cannot be trusted');
    for (const code of line.asked()) expect([ID, CAP, CHLNG]).toContain(code);
    expect(await line.outcome(line.bus.board(1).set(0, true))).toMatchObject({ sent: false });
    expect(line.said).toEqual([]);
    expect(line.took).toEqual([]);
  });

  it.each([
    [
      'closes the handshake with another code than it should',
      REPLY.RMAC_I,
      (frame: Frame) => Uint8Array.from(frame.data, (byte) => byte ^ 1),
    ],
    ['closes the handshake with no code at all', REPLY.RMAC_I, () => new Uint8Array(0)],
    ['proves less than it should', REPLY.CCRYPT, (frame: Frame) => frame.data.subarray(0, 24)],
  ])('that %s is not believed', async (_, code, change) => {
    const line = aPair();
    const { reply } = line.wire;
    line.wire.reply = (honest, nth) => {
      const frame = honest && findFrame(honest, () => true, true);
      if (frame?.code !== code) return reply(honest, nth);
      return reply(encodeFrame({ ...frame, address: frame.address | 0x80, data: change(frame) }), nth);
    };
    await line.clock.advance(Seconds(10));
    expect(line.standing()).toMatchObject({ state: 'lost', secure: false });
    expect(line.asked()).not.toContain(POLL);
  });

  it('that says it used the key of everybody is not believed, though its proof were of its own', async () => {
    const line = aPair();
    const { reply } = line.wire;
    line.wire.reply = (honest, nth) => {
      const frame = honest && findFrame(honest, () => true, true);
      if (frame?.code !== REPLY.CCRYPT) return reply(honest, nth);
      const block = { type: 0x12, data: Uint8Array.of(0) };
      return reply(encodeFrame({ ...frame, address: frame.address | 0x80, block }), nth);
    };
    await line.clock.advance(Seconds(10));
    expect(line.standing()?.trouble).toContain('the key that everybody knows');
    expect(line.asked()).not.toContain(SCRYPT);
  });

  it('that says nothing of itself in plain is joined all the same', async () => {
    const line = aPair();
    line.first.secretive = true;
    await line.clock.advance(Seconds(1));
    expect(line.asked().slice(0, 4)).toEqual([ID, CAP, CHLNG, SCRYPT]);
    expect(line.standing()).toMatchObject({ state: 'online', secure: true });
    expect(await line.outcome(line.bus.pairing?.rekey(1) ?? Promise.reject())).toBeUndefined();
  });

  it('that was put back comes back', async () => {
    const line = aPair();
    line.first.key = OTHER_KEY;
    await line.clock.advance(Seconds(10));
    expect(line.standing()?.state).toBe('lost');
    line.first.key = OWN_KEY;
    await line.clock.advance(Seconds(6));
    expect(line.standing()).toMatchObject({ state: 'online', secure: true });
  });

  it('is not heard in plain: a card said outside of the channel opens nothing', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    const { reply } = line.wire;
    line.wire.reply = (honest, nth) => {
      const asked = line.wire.sent.at(-1)?.bytes;
      if (codeOf(asked) !== POLL || asked?.[2] !== 1) return reply(honest, nth);
      const sequence = (asked[5] ?? 0) & 3;
      const forged = encodeFrame({
        address: 0x81,
        sequence,
        check: 'crc',
        code: CARD.code,
        data: Uint8Array.from(CARD.data),
      });
      return [{ afterMs: 1, bytes: forged }];
    };
    await line.clock.advance(Seconds(20));
    expect(line.took).toEqual([]);
  });

  it('is not heard when what it said was changed on the way, or said before', async () => {
    const line = aPair();
    line.first.events.push({ code: REPLY.ACK, data: [] });
    await line.clock.advance(Seconds(1));
    const cards: Uint8Array[] = [];
    const { reply } = line.wire;
    let changed = 0;
    line.wire.reply = (honest, nth) => {
      const frame = honest && findFrame(honest, () => true, true);
      if (honest === undefined || frame?.code !== CARD.code) return reply(honest, nth);
      cards.push(honest);
      changed++;
      const data = Uint8Array.from(frame.data, (byte, i) => (i === 3 ? byte ^ 1 : byte));
      return reply(encodeFrame({ ...frame, address: frame.address | 0x80, data }), nth);
    };
    line.first.events.push(CARD);
    await line.clock.advance(Seconds(5));
    expect(changed).toBeGreaterThan(0);
    expect(line.took).toEqual([]);

    // Now the very bytes of then are played to every poll that has their number.
    line.wire.reply = (honest, nth) => {
      const asked = line.wire.sent.at(-1)?.bytes ?? new Uint8Array(0);
      const then = cards.find((bytes) => ((bytes[5] ?? 0) & 3) === ((asked[5] ?? 0) & 3));
      return codeOf(asked) === POLL && then !== undefined ? [{ afterMs: 1, bytes: then }] : reply(honest, nth);
    };
    await line.clock.advance(Seconds(20));
    expect(line.took).toEqual([]);
  });

  it('goes on in the same channel after an answer that was lost', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    const { reply } = line.wire;
    let lost = 0;
    line.wire.reply = (honest, nth) =>
      codeOf(line.wire.sent.at(-1)?.bytes) === OUT && lost++ === 0 ? [] : reply(honest, nth);
    await line.outcome(line.bus.board(1).set(0, true));
    await line.clock.advance(Seconds(2));
    expect(line.first.outputWrites).toBe(1);
    expect(line.asked().filter((code) => code === CHLNG)).toHaveLength(1);
  });

  it('leaves nothing of its key in logs, errors or standing', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    await line.outcome(line.bus.pairing?.rekey(1) ?? Promise.resolve());
    line.first.key = OTHER_KEY;
    line.first.reboot();
    const failed = await line.outcome(line.bus.board(1).set(0, true));
    const said = JSON.stringify([line.logged, line.standing(), String(failed)]).toLowerCase();
    for (const secret of secrets(line)) expect(said).not.toContain(secret);
  });
});

describe('a reader without a key', () => {
  it('is not heeded where a key is required', async () => {
    const line = aPanel({ secure: 'required' });
    line.first.events.push(CARD);
    await line.clock.advance(Seconds(20));
    expect(line.standing()).toMatchObject({ state: 'lost', trouble: 'has no key of its own: pair it' });
    for (const code of line.asked()) expect([ID, CAP]).toContain(code);
    expect(await line.outcome(line.bus.board(1).pulse(0, true, Seconds(1)))).toMatchObject({ sent: false });
    expect(line.took).toEqual([]);
  });

  it('is lost, and says why, if it has a key that we do not know', async () => {
    const line = aPanel();
    line.first.key = OTHER_KEY;
    await line.clock.advance(Seconds(20));
    expect(line.standing()).toMatchObject({ state: 'lost', secure: false });
    expect(line.standing()?.trouble).toContain('wants to be spoken to encrypted');
    expect(line.asked()).not.toContain(CHLNG);
  });

  it('is given none while nobody orders it, whatever mode it is in', async () => {
    const line = aPanel();
    line.first.installMode = true;
    await line.clock.advance(Seconds(60));
    for (const code of [CHLNG, SCRYPT, KEYSET]) expect(line.asked()).not.toContain(code);
    expect(line.said).toEqual([]);
  });
});

describe('pairing', () => {
  const installing = (given: Parameters<typeof aPanel>[0] = {}) => {
    const line = aPanel(given);
    line.first.installMode = true;
    const install = () => line.outcome(line.bus.pairing?.install(1) ?? Promise.reject(new Error('no pairing')));
    return { line, install };
  };

  it.each([{}, { secure: 'required' as const }])(
    'installs a key of the reader’s own (%o), and speaks under it from then on',
    async (given) => {
      const { line, install } = installing(given);
      await line.clock.advance(Seconds(1));
      expect(await install()).toBeUndefined();
      expect(line.kept.get(1)).toEqual(line.first.key);
      expect(line.kept.get(1)).toHaveLength(16);
      expect(line.first.installMode).toBe(false);
      await line.clock.advance(Seconds(1));
      expect(line.standing()).toMatchObject({ state: 'online', secure: true });
      // The key left through a channel, and only as what the channel makes of it.
      const wired = line.wire.sent.map(({ bytes }) => Buffer.from(bytes).toString('hex')).join('');
      for (const secret of secrets(line)) expect(wired).not.toContain(secret);
    },
  );

  it('refuses a reader that is not in install mode, and goes on with it as before', async () => {
    const { line, install } = installing();
    line.first.installMode = false;
    expect(await install()).toMatchObject({ reason: 'refused', sent: false });
    await line.clock.advance(Seconds(1));
    expect(line.standing()?.state).toBe('online');
    expect(line.kept.size).toBe(0);
  });

  it('refuses a reader that is paired already', async () => {
    const line = aPair();
    line.first.installMode = true;
    expect(await line.outcome(line.bus.pairing?.install(1) ?? Promise.resolve())).toMatchObject({
      reason: 'refused',
      sent: false,
    });
    expect(line.asked()).not.toContain(KEYSET);
  });

  it('refuses units that are none of the bus, and says when nobody answers', async () => {
    const { line, install } = installing();
    expect(await line.outcome(line.bus.pairing?.install(7) ?? Promise.resolve())).toMatchObject({ reason: 'refused' });
    line.first.deafTo.add(ID);
    expect(await install()).toMatchObject({ reason: 'no_reply' });
    expect(line.kept.size).toBe(0);
  });

  it('keeps no key that the reader did not take', async () => {
    const { line, install } = installing();
    line.first.takesKeys = false;
    expect(await install()).toMatchObject({ reason: 'refused' });
    expect(line.kept.size).toBe(0);
  });

  it('gives no key that the box cannot keep', async () => {
    const { line, install } = installing();
    line.keys.fails = true;
    expect(await install()).toMatchObject({ reason: 'refused' });
    expect(line.asked()).not.toContain(KEYSET);
    expect(line.first.key).toBeUndefined();
  });

  it('takes the reader’s word in plain that it has the key, and believes it only when it proves it', async () => {
    const { line, install } = installing();
    line.first.acknowledgesPlainly = true;
    expect(await install()).toBeUndefined();
    expect(line.standing()).toMatchObject({ secure: true });
  });

  it('finds out whether the reader has the key when it is not heard to say so', async () => {
    const { line, install } = installing();
    line.loseAnswersTo(KEYSET);
    expect(await install()).toBeUndefined();
    expect(line.kept.get(1)).toEqual(line.first.key);
  });

  it('waits for a reader that starts anew with its key', async () => {
    const { line, install } = installing();
    const { reply } = line.wire;
    let awayUntilMs = 0;
    line.wire.reply = (honest, nth) => {
      if (codeOf(line.wire.sent.at(-1)?.bytes) === KEYSET) {
        awayUntilMs = line.clock.monoMs() + 2_000;
        line.first.reboot();
      }
      return line.clock.monoMs() < awayUntilMs ? [] : reply(honest, nth);
    };
    expect(await install()).toBeUndefined();
  });

  it('says when it does not know what became of the key, and keeps it for when the reader is back', async () => {
    const { line, install } = installing();
    const { reply } = line.wire;
    let away = false;
    line.wire.reply = (honest, nth) => {
      away ||= codeOf(line.wire.sent.at(-1)?.bytes) === KEYSET;
      return away ? [] : reply(honest, nth);
    };
    const failed = await install();
    expect(failed).toMatchObject({ reason: 'no_reply', sent: true });
    expect((failed as BoardError).message).toContain('has not shown that it took the key');
    line.wire.reply = reply;
    await line.clock.advance(Seconds(6));
    expect(line.standing()).toMatchObject({ state: 'online', secure: true });
  });

  it('renews a key over the channel that stands', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    expect(await line.outcome(line.bus.pairing?.rekey(1) ?? Promise.reject())).toBeUndefined();
    expect(line.first.key).not.toEqual(OWN_KEY);
    expect(line.kept.get(1)).toEqual(line.first.key);
    expect(line.said).toEqual(['put 32', 'put 16']);
  });

  it('renews no key without a channel', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    expect(await line.outcome(line.bus.pairing?.rekey(1) ?? Promise.reject())).toMatchObject({
      reason: 'refused',
      sent: false,
    });
  });

  it('renews no key of a reader that is lost, nor says one to it', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    line.first.deafTo.add(POLL).add(CHLNG);
    await line.clock.advance(Seconds(12));
    const renewed = await line.outcome(line.bus.pairing?.rekey(1) ?? Promise.reject());
    expect(renewed).toMatchObject({ reason: 'refused', sent: false });
    expect(line.asked()).not.toContain(KEYSET);
    expect(line.kept.get(1)).toEqual(OWN_KEY);
  });

  it('says that the reader kept its key when it did', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    line.first.takesKeys = false;
    expect(await line.outcome(line.bus.pairing?.rekey(1) ?? Promise.reject())).toMatchObject({ reason: 'refused' });
    expect(line.kept.get(1)).toEqual(OWN_KEY);
    await line.clock.advance(Seconds(1));
    expect(line.standing()).toMatchObject({ state: 'online', secure: true });
  });

  it.each([
    ['the old one', OWN_KEY],
    ['the new one', OTHER_KEY],
  ])('was cut off in the middle: the reader has %s, and is known by it', async (_, has) => {
    const line = aPanel({ key: Buffer.concat([OWN_KEY, OTHER_KEY]) });
    line.first.key = has;
    await line.clock.advance(Seconds(2));
    expect(line.standing()).toMatchObject({ state: 'online', secure: true });
    expect(line.kept.get(1)).toEqual(Uint8Array.from(has));
  });

  it('forgets a key by order, and then speaks to the successor', async () => {
    const line = aPair();
    await line.clock.advance(Seconds(1));
    line.first.key = undefined;
    line.first.reboot();
    expect(await line.outcome(line.bus.pairing?.forget(1) ?? Promise.reject())).toBeUndefined();
    expect(line.kept.has(1)).toBe(false);
    await line.clock.advance(Seconds(1));
    expect(line.standing()).toMatchObject({ state: 'online', secure: false });
  });

  it('keeps door commands waiting for no more than a step of it', async () => {
    const { line, install } = installing();
    await line.clock.advance(Seconds(1));
    line.loseAnswersTo(KEYSET);
    const installed = install();
    const atMs = line.clock.monoMs();
    await line.outcome(line.bus.board(2).set(0, true));
    expect(line.clock.monoMs() - atMs).toBeLessThan(Milliseconds(1_500));
    await installed;
  });
});
