import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import type { FrameIn, FrameOut, LiveDoor } from '../client/live-frames.gen.ts';
import { aDoor } from '../ops/testing/a-door.ts';
import { type News, pollingLive, type Topic } from './live.ts';
import { socketLive } from './live-socket.ts';

const GYM = 'facility:fac_0123456789abcdef';
const door = (name: string, otherwise: Partial<LiveDoor> = {}): LiveDoor => ({
  ...aDoor({ doorId: `door_${name}`, name }),
  ...{ facilityId: 'fac_0123456789abcdef', lastSeen: null, enforces: null },
  ...otherwise,
});
type Doors = readonly { readonly name: string }[];
const wall = (read: () => Promise<Doors>): Topic<Doors> => ({
  name: 'wall',
  period: Seconds(5),
  live: { topic: GYM, of: (doors) => doors },
  read,
});

const setup = ({ random = 0.5 } = {}) => {
  const clock = new ManualClock();
  const sockets: {
    readonly sent: FrameIn[];
    readonly hear: (frame: FrameOut) => void;
    readonly end: (code?: number) => void;
    closed: boolean;
  }[] = [];
  const read = vi.fn(async (): Promise<Doors> => [door('asked')]);
  const live = socketLive({
    clock,
    random: () => random,
    openSocket: (_path, _protocol, on) => {
      const socket = {
        sent: [] as FrameIn[],
        hear: (frame: FrameOut) => on.text(JSON.stringify(frame)),
        end: (code = 1006) => on.closed(code),
        closed: false,
      };
      sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true;
        },
      };
    },
    polling: pollingLive({ clock, isVisible: () => true, onVisibility: () => () => {} }),
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  };
  const welcome = () => last().hear({ type: 'welcome', socketID: 'sck_1', heartbeatMs: 5_000 });
  const snapshot = (...data: LiveDoor[]) => last().hear({ type: 'snapshot', topic: GYM, seq: 7, reset: false, data });
  const patch = (seq: number, entry: LiveDoor) =>
    last().hear({ type: 'patch', topic: GYM, seq, changes: [{ id: entry.doorId, entry }] });
  const beat = (...current: string[]) => last().hear({ type: 'beat', at: '2026-06-01T08:00:00.000Z', current });
  const told = vi.fn<(news: News<Doors>) => void>();
  const age = () => clock.monoMs() - (told.mock.lastCall?.[0].picture?.askedAt ?? Number.NaN);
  const names = () => told.mock.lastCall?.[0].picture?.data.map(({ name }) => name);
  return { clock, sockets, read, live, last, welcome, snapshot, patch, beat, told, age, names };
};
type Setup = ReturnType<typeof setup>;
const watching = (of: Setup) => {
  const stop = of.live.watch(wall(of.read), of.told);
  of.welcome();
  return stop;
};
const failTwice = async ({ clock, last, sockets }: Setup) => {
  last().end();
  await clock.advance(Seconds(1));
  expect(sockets).toHaveLength(2);
  last().end();
  await vi.waitFor(() => undefined);
};

describe('watching over the live socket', () => {
  it('hears what services do for it, without a topic, and is known by the id of the socket that is there', async () => {
    const { live, last, welcome, clock, sockets } = setup();
    const heard = vi.fn();
    const line = (seq: number) =>
      last().hear({
        ...{ type: 'log', run: 'run_1', seq, at: '2026-06-01T08:00:00.000Z', level: 'info', text: `${seq}` },
        ...{ done: seq, of: 3 },
      });
    expect(live.socketId()).toBeUndefined();
    const stop = live.hearRuns(heard);
    welcome();
    expect(live.socketId()).toBe('sck_1');
    line(1);
    line(2);
    expect(heard.mock.calls.map(([{ run, seq }]) => [run, seq])).toEqual([
      ['run_1', 1],
      ['run_1', 2],
    ]);
    last().end();
    expect(live.socketId()).toBeUndefined();
    await clock.advance(Seconds(1));
    welcome();
    expect([live.socketId(), last().sent]).toEqual(['sck_1', []]);
    stop();
    expect([sockets.length, last().closed, live.socketId()]).toEqual([2, true, undefined]);
  });

  it('opens one socket for all who watch, and subscribes to each topic once', () => {
    const of = setup();
    watching(of);
    of.live.watch(wall(of.read), vi.fn());
    expect(of.sockets).toHaveLength(1);
    expect(of.last().sent).toEqual([{ type: 'subscribe', topic: GYM }]);
    expect(of.read).not.toHaveBeenCalled();
  });

  it('shows the snapshot, then each difference; doors keep their places, and those that did not change are the same', () => {
    const of = setup();
    watching(of);
    of.snapshot(door('a'), door('b'));
    const [, before] = of.told.mock.lastCall?.[0].picture?.data ?? [];
    of.patch(8, door('a', { lock: 'unlocked' }));
    of.patch(9, door('c'));
    expect(of.names()).toEqual(['a', 'b', 'c']);
    expect(of.told.mock.lastCall?.[0].picture?.data[1]).toBe(before);
    of.snapshot(door('c'), door('b'), door('a'));
    expect(of.names()).toEqual(['a', 'b', 'c']);
  });

  it('is as old as the last word of the server that all is told, and draws nothing again for a beat', async () => {
    const of = setup();
    watching(of);
    of.snapshot(door('a'));
    await of.clock.advance(Seconds(2));
    of.beat(GYM);
    expect(of.age()).toBe(0);
    for (let second = 0; second < 4; second++) {
      await of.clock.advance(Seconds(1));
      of.beat();
    }
    expect(of.age()).toBe(4_000);
    expect(of.told).toHaveBeenCalledTimes(1);
  });

  it('goes on after the last number when it comes back, and is fresh once the server says that all is told', async () => {
    const of = setup();
    watching(of);
    of.snapshot(door('a'));
    of.patch(8, door('a', { lock: 'unlocked' }));
    of.last().end(1012);
    await of.clock.advance(Seconds(3));
    of.welcome();
    expect(of.last().sent).toEqual([{ type: 'subscribe', topic: GYM, after: 8 }]);
    of.patch(9, door('a'));
    expect(of.age()).toBe(3_000);
    of.beat(GYM);
    expect(of.age()).toBe(0);
  });

  it.each([
    ['at once', 0, 0],
    ['within five seconds', 1, 5_000],
  ])('comes back to a server that has stopped spread over five seconds: %s', async (_how, random, ms) => {
    const of = setup({ random });
    watching(of);
    of.last().end(1012);
    await of.clock.advance(Milliseconds(Math.max(0, ms - 1)));
    if (ms > 0) expect(of.sockets).toHaveLength(1);
    await of.clock.advance(Milliseconds(1));
    expect(of.sockets).toHaveLength(2);
  });

  it('notices a socket that is open at this end alone by two missing heartbeats, and opens another', async () => {
    const of = setup();
    watching(of);
    of.snapshot(door('a'));
    await of.clock.advance(Seconds(10));
    expect(of.last().closed).toBe(false);
    await of.clock.advance(Seconds(1));
    expect(of.sockets[0]?.closed).toBe(true);
    await of.clock.advance(Seconds(1));
    expect(of.sockets).toHaveLength(2);
    of.sockets[0]?.hear({ type: 'snapshot', topic: GYM, seq: 9, reset: false, data: [] });
    expect(of.names()).toEqual(['a']);
  });

  it('asks every few seconds after two failed handshakes, says so, and goes back to the socket later', async () => {
    const of = setup();
    of.live.watch(wall(of.read), of.told);
    await failTwice(of);
    expect(of.live.mode.value).toBe('polling');
    await of.clock.advance(Seconds(5));
    expect(of.read).toHaveBeenCalledTimes(2);
    expect(of.names()).toEqual(['asked']);
    await of.clock.advance(Seconds(25));
    expect(of.sockets).toHaveLength(3);
    of.welcome();
    expect(of.last().sent).toEqual([{ type: 'subscribe', topic: GYM }]);
    of.snapshot(door('told'));
    expect(of.names()).toEqual(['told']);
    expect(of.live.mode.value).toBe('live');
    of.read.mockClear();
    for (let time = 0; time < 5; time++) {
      await of.clock.advance(Seconds(4));
      of.beat(GYM);
    }
    expect(of.read).not.toHaveBeenCalled();
  });

  it('counts a handshake that is never answered as failed', async () => {
    const of = setup();
    of.live.watch(wall(of.read), of.told);
    await of.clock.advance(Seconds(20));
    expect(of.live.mode.value).toBe('polling');
  });

  it('asks by itself for what the socket refuses, and shows no more of what was taken away', async () => {
    const of = setup();
    watching(of);
    of.snapshot(door('a'));
    of.read.mockImplementation(() => Promise.reject(new Error('403')));
    of.last().hear({ type: 'revoked', topic: GYM, error: 'forbidden', message: 'The right is gone.' });
    expect(of.told.mock.lastCall?.[0]).toMatchObject({ picture: undefined, error: { refusal: { status: 403 } } });
    await of.clock.advance(Milliseconds(1));
    expect(of.told.mock.lastCall?.[0]).toMatchObject({ picture: undefined, error: { message: '403' } });
    expect(of.read).toHaveBeenCalledTimes(1);
  });

  it('asks for what is no topic, and at once when the topic beside it changes', async () => {
    const of = setup();
    const beside = { name: 'lockdowns', period: Seconds(60), wokenBy: GYM, read: of.read };
    of.live.watch<Doors>(beside, of.told);
    of.welcome();
    of.snapshot(door('a'));
    await of.clock.advance(Seconds(1));
    of.read.mockClear();
    of.patch(8, door('a', { lock: 'unlocked' }));
    expect(of.read).toHaveBeenCalledTimes(1);
  });

  it('lets go of a topic, and then of the socket, a while after the last who watched', async () => {
    const of = setup();
    const stop = watching(of);
    of.snapshot(door('a'));
    stop();
    await of.clock.advance(Seconds(5));
    const again = of.live.watch(wall(of.read), of.told);
    expect(of.names()).toEqual(['a']);
    again();
    await of.clock.advance(Seconds(5));
    of.beat(GYM);
    await of.clock.advance(Seconds(5));
    expect(of.last().sent.map(({ type }) => type)).toEqual(['subscribe', 'unsubscribe']);
    expect(of.last().closed).toBe(true);
    expect(of.clock.pendingTimers).toBe(0);
  });
});
