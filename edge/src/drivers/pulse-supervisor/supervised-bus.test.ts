import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { relayDriverContract } from '../contract.ts';
import type { BoardError } from '../driver.ts';
import { createMemorySwitches, memoryPulseSupervisors } from './pulse-supervisor.kit.ts';
import { supervisedBus } from './supervised-bus.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const aBus = () => {
  const clock = new ManualClock();
  const switches = createMemorySwitches(clock);
  const pulseSupervisors = memoryPulseSupervisors(clock, switches);
  const bus = supervisedBus({ kind: 'memory', config: switches.config, readers: () => [1] }, pulseSupervisors).open(
    {},
    { clock, log },
  );
  const outcome = <T>(call: Promise<T>) => call.catch((error: unknown) => error as BoardError);
  /** Runs the clock until the call is over, at most a second. */
  const within = async <T>(call: Promise<T>) => {
    let result: { value: T | BoardError } | undefined;
    void outcome(call).then((value) => {
      result = { value };
    });
    for (let ms = 0; ms <= 1_000 && result === undefined; ms++) await clock.advance(Milliseconds(1));
    if (result === undefined) throw new Error('the call took more than a second');
    return result.value;
  };
  const coil = (channel: number) => switches.coils.get(1)?.[channel];
  return { clock, switches, pulseSupervisors, bus, board: bus.board(1), outcome, within, coil };
};

relayDriverContract(
  'A bus in a pulse supervisor',
  () => {
    const { clock, switches, bus } = aBus();
    return {
      bus,
      clock,
      coils: (unit) => switches.coils.get(unit)!,
      setInput: (unit, channel, on) => void switches.inputs.get(unit)!.splice(channel, 1, on),
      coilWrites: () => switches.writes.length,
      unplug: () => {
        switches.plugged = false;
      },
      plugIn: () => {
        switches.plugged = true;
      },
      mute: () => {
        switches.mute = true;
      },
    };
  },
  { units: [1, 2], inputs: true, registers: true, letGo: 'falls-at-once', absent: 'refused' },
);

describe('a pulse supervisor whose agent is gone', () => {
  it('brings back every relay whose pulse runs, at once, and leaves the others as they are', async () => {
    const { clock, switches, pulseSupervisors, board, bus, within, coil } = aBus();
    await within(board.pulse(0, true, Seconds(10)));
    await within(board.set(1, true));
    await within(bus.board(2).set(3, true));
    await within(bus.board(2).pulse(3, false, Seconds(10)));
    await within(board.pulse(2, true, Milliseconds(100)));
    await clock.advance(Milliseconds(200)); // Over by itself.
    const written = switches.writes.length;
    await pulseSupervisors.killAgent();
    expect([coil(0), coil(1), coil(2), switches.coils.get(2)?.[3]]).toEqual([false, true, false, true]);
    expect(switches.writes.length - written).toBe(2);
    expect(switches.closed).toBe(1);
  });

  it('tries again when its board does not answer, for three seconds, and then lets go all the same', async () => {
    const { clock, switches, pulseSupervisors, board, within, coil } = aBus();
    await within(board.pulse(0, true, Seconds(10)));
    switches.plugged = false;
    const gone = pulseSupervisors.killAgent();
    await clock.advance(Seconds(1));
    expect([coil(0), switches.closed]).toEqual([true, 0]);
    switches.plugged = true;
    await clock.advance(Milliseconds(100));
    await gone;
    expect([coil(0), switches.closed]).toEqual([false, 1]);

    const stuck = aBus();
    await stuck.within(stuck.board.pulse(0, true, Seconds(10)));
    stuck.switches.plugged = false;
    void stuck.pulseSupervisors.killAgent();
    await stuck.clock.advance(Seconds(4));
    expect(stuck.switches.closed).toBe(1);
  });

  it('brings back a relay that moved although the answer to its pulse was lost', async () => {
    const { switches, pulseSupervisors, board, within, coil } = aBus();
    switches.mute = true;
    expect(await within(board.pulse(0, true, Seconds(10)))).toMatchObject({ reason: 'no_reply', sent: true });
    expect(coil(0)).toBe(true);
    switches.mute = false;
    await pulseSupervisors.killAgent();
    expect(coil(0)).toBe(false);
  });
});

describe('pulses that a pulse supervisor times', () => {
  it('end on time although the agent says nothing any more', async () => {
    const { clock, pulseSupervisors, board, within, coil } = aBus();
    await within(board.pulse(0, true, Seconds(2)));
    pulseSupervisors.stall(true);
    await clock.advance(Milliseconds(1_950));
    expect(coil(0)).toBe(true);
    await clock.advance(Milliseconds(100));
    expect(coil(0)).toBe(false);
  });

  it('end when a board that was away at the end of one is there again', async () => {
    const { clock, switches, board, within, coil } = aBus();
    await within(board.pulse(0, true, Seconds(1)));
    switches.plugged = false;
    await clock.advance(Seconds(30));
    expect(coil(0)).toBe(true);
    switches.plugged = true;
    await clock.advance(Seconds(1));
    expect(coil(0)).toBe(false);
  });

  it('end although the answer to one was lost, and by the newest of several only', async () => {
    const { clock, switches, board, within, coil } = aBus();
    switches.mute = true;
    await within(board.pulse(0, true, Seconds(1)));
    switches.mute = false;
    await clock.advance(Milliseconds(1_050));
    expect(coil(0)).toBe(false);

    await within(board.pulse(0, true, Seconds(1)));
    await within(board.pulse(0, false, Seconds(5)));
    await clock.advance(Seconds(2));
    expect(coil(0)).toBe(false);
    await clock.advance(Seconds(4));
    expect(coil(0)).toBe(true);
  });

  it('are not brought back to where a later set has taken them from', async () => {
    const { clock, board, within, coil } = aBus();
    await within(board.pulse(0, true, Seconds(1)));
    await within(board.set(0, true));
    await clock.advance(Seconds(5));
    expect(coil(0)).toBe(true);
  });
});

describe('an agent whose pulse supervisor is gone', () => {
  it('starts another by itself, and says `gone` to every board first, so that nobody takes what was held for held', async () => {
    const { clock, pulseSupervisors, board, bus, within } = aBus();
    await within(board.pulse(0, true, Seconds(10)));
    await within(bus.board(2).readCoils(8));
    pulseSupervisors.killPulseSupervisor();
    await clock.advance(Milliseconds(1));
    expect(await within(board.readCoils(8))).toMatchObject({ reason: 'gone', sent: false });
    expect(pulseSupervisors.started()).toBe(1);
    await clock.advance(Milliseconds(200));
    expect(pulseSupervisors.started()).toBe(2);
    expect(await within(board.set(0, false))).toMatchObject({ writtenMs: expect.any(Number) });
    // The neighbour was not asked meanwhile: it hears of it all the same, and is written to only after that.
    expect(await within(bus.board(2).set(0, true))).toMatchObject({ reason: 'gone', sent: false });
    expect(await within(bus.board(2).readInputs(8))).toMatchObject({ reason: 'gone', sent: false });
    expect(await within(bus.board(2).readInputs(8))).toMatchObject({ values: expect.any(Array) });
    expect(await within(bus.board(2).set(0, true))).toMatchObject({ writtenMs: expect.any(Number) });
  });

  it('fails what is out, and waits longer each time for a pulse supervisor that keeps ending', async () => {
    const { clock, pulseSupervisors, board, outcome } = aBus();
    await clock.advance(Milliseconds(1));
    const out = outcome(board.set(0, true));
    pulseSupervisors.killPulseSupervisor();
    expect(await out).toMatchObject({ reason: 'gone', sent: true });
    const starts: number[] = [];
    for (let i = 0; i < 100; i++) {
      if (pulseSupervisors.started() > starts.length) starts.push(clock.monoMs());
      pulseSupervisors.killPulseSupervisor();
      await clock.advance(Milliseconds(100));
    }
    const pauses = starts.slice(1).map((at, i) => at - starts[i]!);
    expect(pauses.slice(0, 6)).toEqual([100, 200, 400, 800, 1_600, 2_000]);
  });

  it('gives up a pulse supervisor that does not answer within a second, and starts another', async () => {
    const { clock, switches, pulseSupervisors, board, within } = aBus();
    await within(board.readCoils(8));
    pulseSupervisors.stall(true);
    expect(await within(board.set(0, true))).toMatchObject({ reason: 'gone', sent: true });
    pulseSupervisors.stall(false); // What was kept back arrives at a pulse supervisor that is gone.
    await clock.advance(Seconds(1));
    expect([pulseSupervisors.started(), switches.writes]).toEqual([2, []]);
    await within(board.readCoils(8));
    expect(await within(board.readCoils(8))).toMatchObject({ values: new Array(8).fill(false) });
  });

  it('notices a pulse supervisor that hangs where only readers are, whom nobody asks anything', async () => {
    const { clock, pulseSupervisors, bus } = aBus();
    const reader = bus.reader?.(1);
    await clock.advance(Seconds(60));
    expect([reader?.standing().state, pulseSupervisors.started()]).toEqual(['online', 1]);
    pulseSupervisors.stall(true);
    await clock.advance(Milliseconds(6_050));
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: expect.stringContaining('does not answer') });
    pulseSupervisors.stall(false);
    await clock.advance(Seconds(1));
    expect([reader?.standing().state, pulseSupervisors.started()]).toEqual(['online', 2]);
  });

  it('does not give up a pulse supervisor that answered while the agent itself stood still', async () => {
    const { clock, switches, pulseSupervisors, board, within } = aBus();
    await within(board.readCoils(8));
    pulseSupervisors.stall(true);
    const call = board.set(0, true, { mayWrite: () => true });
    await clock.advance(Milliseconds(90));
    pulseSupervisors.stall(false); // In time for the write,
    pulseSupervisors.hold(true); // and what it says is read late.
    await clock.advance(Milliseconds(860));
    pulseSupervisors.hold(false);
    await clock.advance(Milliseconds(1));
    expect(await call).toMatchObject({ writtenMs: expect.any(Number) });
    expect([pulseSupervisors.started(), switches.coils.get(1)?.[0]]).toEqual([1, true]);
  });

  it('says why a bus cannot be opened, once, and tries again only now and then', async () => {
    const clock = new ManualClock();
    const switches = createMemorySwitches(clock);
    const broken = {
      ...switches,
      open: () => {
        throw new Error('the line is taken');
      },
    };
    const errors: object[] = [];
    const pulseSupervisors = memoryPulseSupervisors(clock, broken);
    const bus = supervisedBus({ kind: 'memory', config: switches.config }, pulseSupervisors).open(
      {},
      { clock, log: { ...log, error: (detail) => void errors.push(detail) } },
    );
    const call = bus
      .board(1)
      .readCoils(1)
      .catch((error: unknown) => error);
    await clock.advance(Milliseconds(10));
    expect(await call).toMatchObject({ reason: 'gone', message: 'the line is taken' });
    await clock.advance(Seconds(95));
    expect([pulseSupervisors.started(), errors.length]).toEqual([4, 1]);
    await bus.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('orders to a pulse supervisor', () => {
  it('are not carried out late: the deadline is on the machine’s clock, and the agent is asked again', async () => {
    const { clock, switches, pulseSupervisors, board, outcome } = aBus();
    await clock.advance(Milliseconds(1));
    const asked: number[] = [];
    const mayWrite = () => {
      asked.push(clock.monoMs());
      return asked.length < 2;
    };
    pulseSupervisors.stall(true);
    const call = outcome(board.set(0, true, { mayWrite }));
    await clock.advance(Milliseconds(150));
    pulseSupervisors.stall(false);
    await clock.advance(Milliseconds(1));
    expect(await call).toMatchObject({ reason: 'expired', sent: false });
    expect(asked).toEqual([1, 151]);
    expect(switches.writes).toEqual([]);
  });

  it('of doors go before polls, and every one is settled within a second', async () => {
    const { clock, switches, board, outcome } = aBus();
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const polls = [1, 2, 3].map((n) => outcome(board.readInputs(8)).then(note(`poll ${n}`)));
    const command = outcome(board.set(0, true)).then(note('set'));
    await clock.advance(Milliseconds(5));
    await Promise.all([...polls, command]);
    expect(order).toEqual(['set', 'poll 1', 'poll 2', 'poll 3']);
    expect(switches.writes).toHaveLength(1);
  });
});

describe('what comes up from a pulse supervisor', () => {
  it('hints, for those who listen to the unit they are of', async () => {
    const { clock, switches, board, bus } = aBus();
    await clock.advance(Milliseconds(1));
    const heard: string[] = [];
    const deaf = board.onHint?.(() => void heard.push('one'));
    bus.board(2).onHint?.(() => void heard.push('two'));
    switches.listener()?.hint(1);
    switches.listener()?.hint(2);
    await clock.advance(Milliseconds(1));
    deaf?.();
    switches.listener()?.hint(1);
    await clock.advance(Milliseconds(1));
    expect(heard).toEqual(['one', 'two']);
  });

  it('bits of cards, with their time on the agent’s clock, for readers that the configuration names', async () => {
    const { clock, switches, pulseSupervisors, bus } = aBus();
    const reader = bus.reader?.(1);
    expect([reader?.standing().state, bus.reader?.(2)]).toEqual(['unknown', undefined]);
    const taken: unknown[] = [];
    let changes = 0;
    reader?.listen({ took: (input, atMs) => void taken.push([input, atMs]), changed: () => void changes++ });
    await clock.advance(Milliseconds(50));
    expect(reader?.standing()).toMatchObject({ state: 'online', secure: false, tampered: false, trouble: null });
    switches.listener()?.bits(1, '101', 40);
    switches.listener()?.trouble(1, { why: 'a card was not read whole', lost: false });
    await clock.advance(Milliseconds(1));
    expect(reader?.standing()).toMatchObject({ state: 'online', trouble: 'a card was not read whole' });
    switches.listener()?.trouble(1, { why: 'the line is taken', lost: true });
    await clock.advance(Milliseconds(1));
    expect(taken).toEqual([[{ kind: 'bits', bits: '101' }, 40]]);
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: 'the line is taken' });
    pulseSupervisors.killPulseSupervisor();
    await clock.advance(Milliseconds(10));
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: expect.stringContaining('SIGKILL') });
    await clock.advance(Milliseconds(200));
    expect(reader?.standing()).toMatchObject({ state: 'online', trouble: null });
    expect(changes).toBeGreaterThanOrEqual(4);
  });
});
