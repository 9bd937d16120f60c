import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import { noNotifications } from '../../kit/live/notifications.ts';
import { aReplica, lookAgain, type Things } from '../../kit/live/testing/things.ts';
import { openSocketDoor, TOPICS_MAX, UNSENT_BYTES } from './socket-door.ts';

const caller = { actor: 'user:a', tenant: 'user:a' };

/** A connection whose client reads as much as the test says. */
const aSocket = () => {
  const sent: { readonly type: string; readonly seq?: number; readonly current?: unknown }[] = [];
  const closed: [code: number | undefined, reason: string | undefined][] = [];
  const gone = new AbortController();
  const state = { waiting: 0, reads: true, say: async (_text: string): Promise<unknown> => undefined, drain: () => {} };
  const socket: LiveSocket = {
    protocol: 'gatehouse.live.v1',
    signal: gone.signal,
    send: (text) => {
      sent.push(JSON.parse(text));
      if (!state.reads) state.waiting += text.length;
    },
    close: (code, reason) => {
      closed.push([code, reason]);
      gone.abort();
    },
    hear: (take) => {
      state.say = async (text) => take(text);
    },
    waiting: () => state.waiting,
    recognised: () => undefined,
    onDrained: (run) => {
      state.drain = run;
    },
    ask: async () => ({ caller, headers: {}, result: { status: 200, value: {}, headers: {} } }),
  };
  return { socket, sent, closed, state };
};

describe('the socket of one client', () => {
  let db: Database;
  let clock: ManualClock;
  let things: Things;
  let here: ReturnType<typeof aReplica>;
  beforeEach(async () => {
    db = (await ENGINES[0]?.open()) as Database;
    clock = new ManualClock();
    things = new Map([['r0', 0]]);
    here = aReplica({ db, clock, notifications: noNotifications, things });
  });
  afterEach(async () => {
    await here.live.close();
    await db.close();
  });

  const opened = async () => {
    const client = aSocket();
    const { topic } = here;
    const live = { ...here.live, wake: vi.fn(here.live.wake) };
    const door = openSocketDoor({ clock, live, topicOf: () => topic, runs: { ...topic } }, client.socket, {
      id: 'sck_a',
      caller,
    });
    await client.state.say('{"type":"subscribe","topic":"things:r"}');
    await lookAgain(clock, here);
    return { ...client, door, live };
  };
  const change = async (times: number) => {
    for (let i = 0; i < times; i++) {
      things.set('r0', (things.get('r0') ?? 0) + 1);
      await lookAgain(clock, here);
    }
  };

  it('looks for nothing because a client has read what it was told, unless something was held back for it', async () => {
    const { state, live } = await opened();
    await change(1);
    state.drain();
    expect(live.wake).not.toHaveBeenCalled();
    state.waiting = UNSENT_BYTES + 1;
    await change(1);
    state.waiting = 0;
    state.drain();
    state.drain();
    expect(live.wake.mock.calls).toEqual([['things:r']]);
  });

  it('hears with each beat what is current: not what cannot be read, nor what it is behind in', async () => {
    const { sent, state, door } = await opened();
    const current = (): unknown => {
      door.beat();
      return sent.at(-1)?.current;
    };
    expect(current()).toEqual(['things:r']);
    await change(1);
    await state.say(`{"type":"subscribe","topic":"things:r","after":${sent[1]?.seq}}`);
    expect(current()).toEqual([]);
    await lookAgain(clock, here);
    expect(current()).toEqual(['things:r']);
    const unreadable = vi.spyOn(things, Symbol.iterator).mockImplementation(() => {
      throw new Error('away');
    });
    for (let time = 0; time < 2; time++) await lookAgain(clock, here);
    expect(current()).toEqual([]);
    unreadable.mockRestore();
    await lookAgain(clock, here);
    expect(current()).toEqual(['things:r']);
    await state.say('{"type":"unsubscribe","topic":"things:r"}');
    expect(current()).toEqual([]);
  });

  it('is sent nothing more while 256 kB are unsent, and what became of it meanwhile once it reads again', async () => {
    const { sent, state, closed } = await opened();
    state.waiting = UNSENT_BYTES + 1;
    await change(5);
    expect(sent.map(({ type }) => type)).toEqual(['welcome', 'snapshot']);
    state.waiting = 0;
    await clock.advance(Seconds(1));
    state.drain();
    await lookAgain(clock, here);
    // Nobody else watched: what was between is no step.
    const seq = (sent[1]?.seq ?? 0) + 1;
    expect(sent.slice(2)).toMatchObject([
      { type: 'patch', seq, changes: [{ id: 'r0', entry: { id: 'r0', much: 5 } }] },
    ]);
    expect(closed).toEqual([]);
  });

  it('has no more waiting than that and one message, however much there is to tell', async () => {
    const { state, sent } = await opened();
    for (let i = 0; i < 2_000; i++) things.set(`r${i}`, i);
    state.reads = false;
    await lookAgain(clock, here);
    for (let i = 0; i < 2_000; i++) things.set(`r${i}`, i + 1);
    for (let round = 0; round < 10; round++) await change(1);
    const largest = Math.max(...sent.map((frame) => JSON.stringify(frame).length));
    expect(state.waiting).toBeLessThanOrEqual(UNSENT_BYTES + largest);
  });

  it('is closed with 4431 after a minute without reading, and told at which place of which topic', async () => {
    const { sent, state, closed } = await opened();
    await change(1);
    state.waiting = UNSENT_BYTES + 1;
    await change(1);
    await clock.advance(Seconds(61));
    expect(closed).toEqual([[4431, `things:r@${sent.at(-1)?.seq}`]]);
  });

  it('has so many topics at most, and those that it has it may subscribe to again', async () => {
    const { sent, state } = await opened();
    for (let i = 1; i < TOPICS_MAX; i++) await state.say(`{"type":"subscribe","topic":"things:${i}"}`);
    await state.say('{"type":"subscribe","topic":"things:r"}');
    expect(sent.map(({ type }) => type)).not.toContain('refused');
    await state.say('{"type":"subscribe","topic":"things:more"}');
    expect(sent.findLast(({ type }) => type === 'refused')).toMatchObject({
      topic: 'things:more',
      error: 'too_many_topics',
    });
    await state.say('{"type":"unsubscribe","topic":"things:r"}');
    await state.say('{"type":"subscribe","topic":"things:more"}');
    await lookAgain(clock, here);
    expect(sent.filter(({ type }) => type === 'refused')).toHaveLength(1);
  });

  it('follows a topic once, whatever it subscribes to again, and lets go of all when it ends', async () => {
    const { sent, state, socket } = await opened();
    const at = sent[1]?.seq;
    await state.say(`{"type":"subscribe","topic":"things:r","after":${at}}`);
    await change(1);
    expect(sent.map(({ type }) => type)).toEqual(['welcome', 'snapshot', 'patch']);
    socket.close();
    await change(1);
    expect(sent).toHaveLength(3);
    expect(clock.pendingTimers).toBe(0);
  });
});
