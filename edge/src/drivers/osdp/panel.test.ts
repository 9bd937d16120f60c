import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { COMMAND, REPLY } from './codes.ts';
import { aPanel, codeOf, OUT, OWN_KEY } from './panel.kit.ts';

const { POLL, ID, CAP, LSTAT, LED, BUZ } = COMMAND;
/** 26 bits of facility 123, number 4567. */
const CARD = { code: REPLY.RAW, data: [0, 1, 26, 0, 0xbd, 0x88, 0xeb, 0x80] };
const BITS = '10111101100010001110101110';
const sequences = (line: ReturnType<typeof aPanel>) =>
  line.wire.sent.filter(({ bytes }) => bytes[2] === 1).map(({ bytes }) => (bytes[5] ?? 0) & 3);

describe('a control panel and its readers', () => {
  it('asks who they are, what they can and how they are, and polls them from then on', async () => {
    const line = aPanel();
    expect(line.standing()?.state).toBe('unknown');
    await line.clock.advance(Seconds(1));
    expect(line.asked().slice(0, 5)).toEqual([ID, CAP, LSTAT, POLL, POLL]);
    expect(line.standing()).toEqual({ state: 'online', tampered: false, secure: false, trouble: null });
    expect(sequences(line).slice(0, 8)).toEqual([0, 1, 2, 3, 1, 2, 3, 1]);
  });

  it('polls a reader every 50 ms while nothing else is to be done', async () => {
    const line = aPanel({ readers: 1 });
    await line.clock.advance(Seconds(20)); // The one that is not there is asked for seldom by then.
    const before = line.asked().length;
    await line.clock.advance(Seconds(10));
    const polls = line.asked().length - before;
    expect(polls).toBeGreaterThan(120);
    expect(polls).toBeLessThanOrEqual(200);
  });

  it('leaves two characters of silence before it speaks', async () => {
    const line = aPanel({ readers: 1 });
    const heardMs: number[] = [];
    const { reply } = line.wire;
    line.wire.reply = (honest, nth) => {
      const pieces = reply(honest, nth);
      for (const { afterMs, bytes } of pieces) heardMs.push(line.clock.monoMs() + afterMs + (bytes.length * 10) / 9.6);
      return pieces;
    };
    await line.clock.advance(Seconds(1));
    const gaps = heardMs.flatMap((ms) =>
      line.wire.sent
        .filter(({ atMs }) => atMs >= ms)
        .slice(0, 1)
        .map(({ atMs }) => atMs - ms),
    );
    expect(gaps.length).toBeGreaterThan(5);
    expect(Math.min(...gaps)).toBeCloseTo(20 / 9.6, 2);
  });

  it('repeats what got no answer as the very same bytes, and the reader does nothing twice', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    const { reply } = line.wire;
    let lost = 0;
    line.wire.reply = (honest, nth) =>
      codeOf(line.wire.sent.at(-1)?.bytes) === OUT && lost++ === 0 ? [] : reply(honest, nth);
    expect(await line.outcome(line.bus.board(1).set(0, true))).toHaveProperty('writtenMs');
    const orders = line.wire.sent.filter(({ bytes }) => codeOf(bytes) === OUT).map(({ bytes }) => bytes);
    expect(orders).toHaveLength(2);
    expect(orders[1]).toEqual(orders[0]);
    expect(line.first.outputWrites).toBe(1);
  });

  it('does not repeat an order whose deadline passed while it waited for the answer', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.loseAnswersTo(OUT);
    const lateMs = line.clock.monoMs() + 200;
    const order = line.bus.board(1).set(0, true, { mayWrite: () => line.clock.monoMs() < lateMs });
    expect(await line.outcome(order)).toMatchObject({ reason: 'expired', sent: true });
    expect(line.asked().filter((code) => code === OUT)).toHaveLength(1);
    await line.clock.advance(Seconds(1));
    expect(line.standing()?.state).toBe('online');
  });

  it('has the line closed when the system will not say that it took the bytes, so that they cannot leave later', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    expect(line.wire.abandoned).toBe(0);
    line.wire.hands = false;
    line.wire.reply = () => [];
    await line.outcome(line.bus.board(1).set(0, true));
    expect(line.wire.abandoned).toBeGreaterThan(0);
  });

  it('waits for a reader that is busy', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.first.busy = 3;
    expect(await line.outcome(line.bus.board(1).set(0, true))).toHaveProperty('writtenMs');
    expect(line.first.outputWrites).toBe(1);
  });

  it('gives up on one that is busy for ever, without a write after that', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.first.busy = Infinity;
    expect(await line.outcome(line.bus.board(1).set(0, true))).toMatchObject({ reason: 'no_reply', sent: true });
    expect(line.first.outputWrites).toBe(0);
  });

  it.each([undefined, OWN_KEY])(
    'obeys through a reader that was without power meanwhile, its key being %s',
    async (key) => {
      const line = aPanel(key === undefined ? {} : { key });
      for (const reader of line.readers) reader.key = key;
      await line.clock.advance(Seconds(1));
      expect(line.standing()).toMatchObject({ state: 'online', secure: key !== undefined });
      line.first.reboot();
      expect(await line.outcome(line.bus.board(1).set(0, true))).toHaveProperty('writtenMs');
      expect(line.first.outputs[0]).toBe(true);
      expect(line.standing()).toMatchObject({ state: 'online', secure: key !== undefined });
    },
  );

  it('calls a reader lost after eight seconds without an answer, and finds it again', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.first.deafTo.add(POLL).add(ID);
    await line.clock.advance(Seconds(7));
    expect(line.standing()).toMatchObject({ state: 'online', trouble: 'does not answer' });
    await line.clock.advance(Seconds(6));
    expect(line.standing()).toMatchObject({ state: 'lost', trouble: 'does not answer' });
    line.first.deafTo.clear();
    await line.clock.advance(Seconds(6));
    expect(line.standing()).toMatchObject({ state: 'online', trouble: null });
  });

  it('calls readers lost at once when their line is gone, and finds them when it is back', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.wire.unplug();
    expect(line.standing()?.state).toBe('lost');
    line.wire.up = true;
    await line.clock.advance(Seconds(1));
    expect(line.standing()?.state).toBe('online');
  });

  it('calls readers lost when their line does not open', async () => {
    const line = aPanel();
    line.wire.up = false;
    await line.clock.advance(Seconds(2));
    expect(line.standing()?.state).toBe('lost');
  });

  it('lets a door command overtake readings and polls', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    const from = line.wire.sent.length;
    const board = line.bus.board(1);
    const calls = [board.readInputs(8), board.readInputs(8), board.readInputs(8), board.set(0, true)];
    await line.outcome(Promise.all(calls));
    const codes = line.wire.sent.slice(from).map(({ bytes }) => codeOf(bytes));
    expect(codes.indexOf(OUT)).toBeLessThanOrEqual(1);
  });

  it('goes on polling while readings are asked for without end', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    const from = line.asked(2).length;
    const until = line.clock.monoMs() + 1_000;
    const asking = async () => {
      while (line.clock.monoMs() < until) await line.bus.board(1).readInputs(8);
    };
    await line.outcome(Promise.all([asking(), asking(), asking()]));
    expect(line.asked(2).length - from).toBeGreaterThan(3);
  });

  it('hears a card soon from each of eight readers, though three more are dead', async () => {
    const line = aPanel({ readers: 8, baud: 115_200 });
    for (const dead of line.readers.slice(5)) dead.deafTo.add(ID).add(POLL);
    await line.clock.advance(Seconds(10));
    line.first.events.push(CARD);
    await line.clock.advance(Milliseconds(600));
    expect(line.took).toEqual([{ kind: 'bits', bits: BITS }]);
  });

  it('speaks in sums with a reader that knows no CRC', async () => {
    const line = aPanel();
    line.first.sumsOnly = true;
    await line.clock.advance(Seconds(3));
    expect(line.standing()?.state).toBe('online');
    expect(await line.outcome(line.bus.board(1).set(2, true))).toHaveProperty('writtenMs');
  });

  it('E1 hears a reader that answers a sum with a CRC, and none that answers a CRC with a sum', async () => {
    const line = aPanel();
    line.first.deafTo.add(ID);
    await line.clock.advance(Milliseconds(300)); // The first hello was lost: the next has a sum.
    line.first.deafTo.clear();
    line.first.answersIn = 'crc';
    const before = line.wire.sent.length;
    await line.clock.advance(Milliseconds(700));
    expect(line.standing()?.state).toBe('online');
    const hello = line.wire.sent.slice(before).find(({ bytes }) => bytes[2] === 1)?.bytes;
    expect([codeOf(hello), (hello?.[5] ?? 0) & 4]).toEqual([ID, 0]);
    const other = aPanel();
    other.first.answersIn = 'sum';
    await other.clock.advance(Milliseconds(200));
    expect(other.asked()).toEqual([ID]);
  });

  it('speaks in CRC again with one that knows it, though it was found by a sum', async () => {
    const line = aPanel();
    line.first.deafTo.add(ID);
    await line.clock.advance(Milliseconds(300)); // The first hello was lost: the next has a sum.
    line.first.deafTo.clear();
    await line.clock.advance(Seconds(3));
    const last = line.wire.sent.filter(({ bytes }) => bytes[2] === 1).at(-1);
    expect((last?.bytes[5] ?? 0) & 4).toBe(4);
  });
});

describe('a panel that is closed', () => {
  it('has no news of readers any more, and leaves the line alone', async () => {
    const line = aPanel();
    let news = 0;
    line.bus.reader?.(1)?.listen({ took: () => news++, changed: () => news++ });
    await line.clock.advance(Seconds(1));
    const before = news;
    expect(before).toBeGreaterThan(0);
    void line.outcome(line.bus.board(1).readInputs(1));
    await line.bus.close();
    const sent = line.wire.sent.length;
    await line.clock.advance(Seconds(20));
    expect([news, line.wire.sent.length]).toEqual([before, sent]);
  });
});

describe('what a reader takes in', () => {
  it('is handed on as it came', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.first.events.push(CARD, { code: REPLY.KEYPAD, data: [0, 3, 0x31, 0x7f, 0x0d] });
    await line.clock.advance(Seconds(1));
    expect(line.took).toEqual([
      { kind: 'bits', bits: BITS },
      { kind: 'key', key: '1' },
      { kind: 'key', key: '*' },
      { kind: 'key', key: '#' },
    ]);
  });

  it('does not count if it was kept while nobody asked', async () => {
    const line = aPanel();
    line.first.events.push(CARD, CARD);
    await line.clock.advance(Seconds(1));
    expect(line.first.events).toEqual([]);
    line.first.deafTo.add(POLL).add(ID);
    await line.clock.advance(Seconds(5));
    line.first.events.push(CARD);
    line.first.deafTo.clear();
    await line.clock.advance(Seconds(6));
    expect(line.first.events).toEqual([]);
    expect(line.took).toEqual([]);
    line.first.events.push(CARD);
    await line.clock.advance(Seconds(1));
    expect(line.took).toHaveLength(1);
  });

  it('does not count if it was kept, though the session began twice before it was told', async () => {
    const line = aPanel();
    line.first.events.push(CARD);
    line.first.deafTo.add(POLL);
    await line.clock.advance(Milliseconds(1_300));
    line.first.deafTo.clear();
    await line.clock.advance(Seconds(2));
    expect(line.asked().filter((code) => code === ID).length).toBeGreaterThan(1);
    expect(line.first.events).toEqual([]);
    expect(line.took).toEqual([]);
  });

  it('does not count if it was kept, though the reader has acknowledged a signal meanwhile', async () => {
    const line = aPanel();
    line.first.events.push(CARD);
    const reader = line.bus.reader?.(1);
    reader?.listen({
      took: (input) => void line.took.push(input),
      changed: () => reader.show({ led: 'amber', ledMs: 500, beeps: 1 }),
    });
    await line.clock.advance(Seconds(1));
    expect(line.asked().indexOf(LED)).toBeLessThan(line.asked().indexOf(POLL));
    expect(line.first.events).toEqual([]);
    expect(line.took).toEqual([]);
  });

  it.each([
    ['a card at its second reader', { code: REPLY.RAW, data: [1, 1, 26, 0, 0xbd, 0x88, 0xeb, 0x80] }],
    ['keys at its second reader', { code: REPLY.KEYPAD, data: [1, 1, 0x31] }],
    ['a card without bits', { code: REPLY.RAW, data: [0, 1, 0, 0] }],
    ['a card with fewer bytes than bits', { code: REPLY.RAW, data: [0, 1, 26, 0, 0xbd] }],
    ['keys of which one is none', { code: REPLY.KEYPAD, data: [0, 3, 0x31, 0x41, 0x32] }],
    ['fewer keys than it says', { code: REPLY.KEYPAD, data: [0, 4, 0x31, 0x32] }],
    ['something unheard of', { code: 0x99, data: [1, 2, 3] }],
  ])('does not count if it is %s', async (_, event) => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    line.first.events.push(event);
    await line.clock.advance(Seconds(1));
    expect(line.took).toEqual([]);
    expect(line.standing()?.state).toBe('online');
  });

  it('fills no log, however often a reader says what nobody understands', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    for (let i = 0; i < 40; i++) line.first.events.push({ code: 0x99, data: [i] });
    await line.clock.advance(Seconds(10));
    expect(line.first.events).toEqual([]);
    expect(line.logged.filter((text) => text.includes('nobody understands'))).toHaveLength(1);
  });

  it('is not all: it says that it was opened, and that its power fails', async () => {
    const line = aPanel();
    line.first.local = [1, 0];
    await line.clock.advance(Seconds(1));
    expect(line.standing()).toMatchObject({ tampered: true, trouble: null });
    line.first.events.push({ code: REPLY.LSTATR, data: [0, 1] });
    await line.clock.advance(Seconds(1));
    expect(line.standing()).toMatchObject({ tampered: false, trouble: 'its power fails', state: 'online' });
  });

  it('or that an input moved, which is a reason to look', async () => {
    const line = aPanel();
    let hints = 0;
    const stop = line.bus.board(1).onHint?.(() => hints++);
    await line.clock.advance(Seconds(1));
    line.first.events.push({ code: REPLY.ISTATR, data: [1, 0, 0, 0] });
    await line.clock.advance(Seconds(1));
    expect(hints).toBe(1);
    stop?.();
    line.first.events.push({ code: REPLY.ISTATR, data: [0, 0, 0, 0] });
    await line.clock.advance(Seconds(1));
    expect(hints).toBe(1);
  });
});

describe('lamp and buzzer', () => {
  it('show what they are told before the next poll, and go back by themselves', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    const from = line.asked().length;
    line.bus.reader?.(1)?.show({ led: 'green', ledMs: 3_000, beeps: 2 });
    await line.clock.advance(Milliseconds(500));
    const codes = line.asked().slice(from);
    expect(codes.indexOf(LED)).toBeLessThanOrEqual(1);
    expect(codes.indexOf(BUZ)).toBe(codes.indexOf(LED) + 1);
    const told = (code: number) =>
      Buffer.from(line.first.done.find((done) => done.code === code)?.data ?? []).toString('hex');
    // Reader 0, lamp 0; for now: set, 100 ms on, green, 30 tenths; for good: nothing.
    expect(told(LED)).toBe('000002010002021e000000000000');
    expect(told(BUZ)).toBe('0002010102');
  });

  it('are told nothing on a reader that is not there, now or later', async () => {
    const line = aPanel();
    line.bus.reader?.(1)?.show({ led: 'green', ledMs: 3_000, beeps: 1 });
    await line.clock.advance(Seconds(2));
    expect(line.asked()).not.toContain(LED);
  });
});

describe('the outputs and inputs of a reader', () => {
  it('end a pulse where they were meant to rest, whatever they rested in before', async () => {
    const line = aPanel();
    const board = line.bus.board(1);
    await line.outcome(board.set(0, true));
    await line.outcome(board.pulse(0, true, Seconds(2)));
    expect(line.first.outputs[0]).toBe(true);
    await line.clock.advance(Milliseconds(2_050));
    expect(line.first.outputs[0]).toBe(false);
  });

  it('are told where to rest once, and again when the reader may have forgotten it', async () => {
    const line = aPanel();
    const board = line.bus.board(1);
    const orders = () => line.first.done.filter(({ code }) => code === OUT).map(({ data }) => data[1]);
    for (let i = 0; i < 3; i++) await line.outcome(board.pulse(0, true, Seconds(1)));
    expect(orders()).toEqual([5, 3, 5, 5]);
    line.first.reboot();
    await line.outcome(board.pulse(0, true, Seconds(1)));
    expect(orders().slice(4)).toEqual([5, 3]);
  });

  it('run for their time once they were acknowledged, though it is too late for more or the reader says no more', async () => {
    const line = aPanel();
    await line.clock.advance(Seconds(1));
    const outs = () => line.first.done.filter(({ code }) => code === OUT).map(({ data }) => data[1]);
    const mayWrite = () => outs().length === 0;
    expect(await line.outcome(line.bus.board(1).pulse(0, true, Seconds(1), { mayWrite }))).toHaveProperty('writtenMs');
    expect(outs()).toEqual([5, 3]);
    const { reply } = line.wire;
    line.wire.reply = (honest, nth) => (outs().at(-1) === 4 ? [] : reply(honest, nth));
    expect(await line.outcome(line.bus.board(1).pulse(1, false, Seconds(1)))).toHaveProperty('writtenMs');
    expect(outs()).toEqual([5, 3, 6, 4]);
  });

  it('say nothing of an input that is neither on nor off', async () => {
    const line = aPanel();
    line.first.inputs.splice(0, 8, 1, 0, 2);
    const reading = await line.outcome(line.bus.board(1).readInputs(5));
    expect(reading).toMatchObject({ values: [true, false, undefined, undefined, undefined] });
  });

  it('time no longer than they can', async () => {
    const line = aPanel();
    expect(await line.outcome(line.bus.board(1).pulse(0, true, Seconds(7_000)))).toMatchObject({ reason: 'refused' });
    expect(line.first.outputWrites).toBe(0);
  });
});
