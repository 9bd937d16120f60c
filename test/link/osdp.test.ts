import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { anOsdpLine } from './osdp-line.ts';

const KEY = Uint8Array.from({ length: 16 }, (_, i) => 200 - i);
const BITS = '10111101100010001110101110';

describe('the control panel of the agent and the reader of the simulator', () => {
  it.each([undefined, KEY])('tell each other cards, keys, contacts and outputs (key %s)', async (key) => {
    const line = anOsdpLine({ readers: 2, baud: 9_600, ...(key && { key }) });
    const { firmware, coils, inputs } = line.readers[0]!;
    await line.clock.advance(Seconds(2));
    expect(line.standing(1)).toEqual({ state: 'online', tampered: false, secure: key !== undefined, trouble: null });
    firmware.card(BITS, 1);
    firmware.keys('12*#');
    await line.clock.advance(Seconds(1));
    expect(
      line.took.map(({ unit, input }) => [unit, 'bits' in input ? input.bits : 'key' in input && input.key]),
    ).toEqual([
      [1, BITS],
      [1, '1'],
      [1, '2'],
      [1, '*'],
      [1, '#'],
    ]);

    inputs[1] = true;
    expect(await line.outcome(line.bus.board(1).readInputs(4))).toMatchObject({ values: [false, true, false, false] });
    expect(await line.outcome(line.bus.board(1).pulse(0, true, Seconds(2)))).toHaveProperty('writtenMs');
    expect(coils).toEqual([true, false]);
    expect(await line.outcome(line.bus.board(1).readCoils(2))).toMatchObject({ values: [true, false] });
    await line.clock.advance(Milliseconds(2_100));
    expect(coils).toEqual([false, false]);
    expect(await line.outcome(line.bus.board(1).set(7, true))).toMatchObject({ reason: 'refused' });

    line.bus.reader?.(1)?.show({ led: 'green', ledMs: 1_000, beeps: 1 });
    await line.clock.advance(Milliseconds(300));
    expect(firmware.state().lamp.colour).toBe('green');
    await line.clock.advance(Seconds(2));
    expect(firmware.state().lamp.colour).not.toBe('green');
    firmware.setTampered(true);
    await line.clock.advance(Seconds(1));
    expect(line.standing(1)?.tampered).toBe(true);
  });

  it('are paired by order, renew the key by order, and are never spoken to otherwise after that', async () => {
    const line = anOsdpLine({ readers: 2, baud: 9_600 });
    const { firmware } = line.readers[0]!;
    await line.clock.advance(Seconds(1));
    expect(line.standing(1)?.secure).toBe(false);
    expect(await line.outcome(line.bus.pairing?.install(1))).toBeUndefined();
    expect(firmware.state()).toMatchObject({ channel: 'own-key', paired: true, installMode: false });
    expect(line.standing(1)).toMatchObject({ state: 'online', secure: true });
    const first = line.kept.get(1);
    expect(await line.outcome(line.bus.pairing?.rekey(1))).toBeUndefined();
    expect(line.kept.get(1)).not.toEqual(first);
    expect(firmware.state()).toMatchObject({ channel: 'own-key' });

    firmware.forgetKey();
    firmware.card(BITS, 1);
    await line.clock.advance(Seconds(20));
    expect(line.standing(1)).toMatchObject({ state: 'lost', secure: false });
    expect(firmware.state().paired).toBe(false);
    expect(line.took).toEqual([]);
    expect(line.standing(2)).toMatchObject({ state: 'online', secure: false });

    expect(await line.outcome(line.bus.pairing?.forget(1))).toBeUndefined();
    expect(await line.outcome(line.bus.pairing?.install(1))).toBeUndefined();
    expect(line.standing(1)).toMatchObject({ state: 'online', secure: true });
  });

  it('come together again after a loss of power, with the command of then carried out', async () => {
    const line = anOsdpLine({ readers: 1, baud: 9_600, key: KEY });
    const { firmware, coils } = line.readers[0]!;
    await line.clock.advance(Seconds(1));
    firmware.powerOff();
    firmware.powerOn();
    expect(await line.outcome(line.bus.board(1).pulse(1, true, Seconds(3)))).toHaveProperty('writtenMs');
    expect(coils[1]).toBe(true);
    await line.clock.advance(Milliseconds(3_100));
    expect(coils[1]).toBe(false);
  });

  it.each(['plain-reply', 'wrong-mac', 'wrong-cryptogram', 'wrong-first-mac', 'no-security'] as const)(
    'hear no card from a reader that lies (%s), and are well again when it stops',
    async (lie) => {
      const line = anOsdpLine({ readers: 1, baud: 9_600, key: KEY });
      const { firmware } = line.readers[0]!;
      await line.clock.advance(Seconds(1));
      firmware.lies.arm(lie, 1_000);
      // Handshakes are lied about at the next one.
      if (lie !== 'plain-reply' && lie !== 'wrong-mac') {
        firmware.powerOff();
        firmware.powerOn();
      }
      await line.clock.advance(Seconds(10));
      firmware.card(BITS, 1);
      await line.clock.advance(Seconds(10));
      expect(line.took).toEqual([]);
      expect(line.standing(1)).toMatchObject({ state: 'lost', secure: false });
      firmware.lies.clear();
      await line.clock.advance(Seconds(8));
      expect(line.standing(1)).toMatchObject({ state: 'online', secure: true });
    },
  );

  it.each(['wrong-sequence', 'strange-reply'] as const)('get over a reader that says nonsense (%s)', async (lie) => {
    const line = anOsdpLine({ readers: 1, baud: 9_600, key: KEY });
    await line.clock.advance(Seconds(1));
    line.readers[0]?.firmware.lies.arm(lie, 5);
    await line.clock.advance(Seconds(8));
    expect(line.took).toEqual([]);
    expect(line.standing(1)).toMatchObject({ state: 'online', secure: true });
  });

  it('wait for a busy reader, and take a refusal for one', async () => {
    const line = anOsdpLine({ readers: 1, baud: 9_600, key: KEY });
    const { firmware, coils } = line.readers[0]!;
    await line.clock.advance(Seconds(1));
    firmware.busy(3);
    expect(await line.outcome(line.bus.board(1).set(0, true))).toHaveProperty('writtenMs');
    firmware.refuse(9, 6);
    expect(await line.outcome(line.bus.board(1).set(1, true))).toMatchObject({ reason: 'refused' });
    expect(coils).toEqual([true, false]);
    await line.clock.advance(Seconds(20));
    expect(line.standing(1)?.state).toBe('online');
  });

  it.each([
    [9_600, 900],
    [115_200, 200],
  ])('hear a card from each of eight paired readers at %i baud within %i ms', async (baud, withinMs) => {
    const line = anOsdpLine({ readers: 8, baud, key: KEY });
    await line.clock.advance(Seconds(10));
    const atMs = line.clock.monoMs();
    for (const { firmware } of line.readers) firmware.card(BITS, 1);
    await line.clock.advance(Milliseconds(withinMs));
    expect(line.took.map(({ unit }) => unit).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const taken of line.took) expect(taken.atMs - atMs).toBeLessThan(withinMs);
  });
});
