import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import { createLive, LOOK_EVERY } from '../../kit/live/engine.ts';
import type { Notifications } from '../../kit/live/notifications.ts';
import { pictureRepo } from '../../kit/live/picture.repo.ts';
import { type ServedTopic, serveTopic } from '../../kit/live/topic.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { type PlatformCaller, platformSurface } from '../users/platform-surface.ts';
import type { UsersService } from '../users/users.service.ts';
import { liveFault } from './live.faults.ts';
import { liveSockets } from './live.repo.ts';
import { createRuns, runTopic } from './runs.ts';
import { openSocketDoor, type SocketDoor } from './socket-door.ts';
import { createStanding, userIdOf } from './standing.ts';

export interface LiveServiceDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: { error(detail: unknown, message: string): void };
  readonly notifications: Notifications;
  readonly users: Pick<UsersService, 'standingOf'>;
  /** Whatever modules declare. Asked once somebody subscribes. */
  readonly topics: () => readonly ServedTopic[];
}
export type LiveService = ReturnType<typeof createLiveService>;

export const SOCKETS_MAX = 20;
const LEASE = Seconds(30);
const RENEW_EVERY = Seconds(10);
/** More often than is promised: pages let nobody move a door on a view of more than 5 s. */
const BEAT_EVERY = Seconds(2);
/** Sockets that are asked about, and told of that they are there, in one turn of the event loop. */
const ASKED_AT_ONCE = 50;
const TOLD_AT_ONCE = 5;
/** Who may have a socket at all, asked of each again every second. */
export const SOCKET_GATE = { needs: ['facility-staff', 'installer'], in: 'anywhere', atDesk: true } as const;

/** The live sockets of this process, over the engine that all doors share. */
export const createLiveService = (deps: LiveServiceDeps) => {
  const { db, clock, random, log, notifications } = deps;
  const standing = createStanding(deps);
  const live = createLive({ db, clock, log, notifications, standing });
  const runs = createRuns({ db, clock, random, changed: live.changed });
  const runsServed = serveTopic(runTopic, { runs, db, clock });
  let byName: ReadonlyMap<string, ServedTopic> | undefined;
  const topicOf = (name: string): ServedTopic | undefined => {
    byName ??= new Map(deps.topics().map((topic) => [topic.declaration.topic, topic]));
    return byName.get(name);
  };

  const open = new Map<string, SocketDoor>();
  const releasing = new Set<Promise<unknown>>();
  let timers: readonly Timer[] = [];
  const failed = (text: string) => (error: unknown) => log.error({ err: error }, text);

  const followRuns = async (): Promise<void> => {
    if (open.size === 0) return;
    for (const { id, socket_id } of await runs.ofSockets([...open.keys()])) open.get(socket_id)?.follow(id);
  };
  const askAgain = async (): Promise<void> => {
    const all = [...open.values()];
    const topic = { surface: platformSurface, gate: SOCKET_GATE };
    for (let from = 0; from < all.length; from += ASKED_AT_ONCE) {
      if (from > 0) await yieldToEventLoop();
      const doors = all.slice(from, from + ASKED_AT_ONCE);
      const asked = doors.map(({ caller }) => ({ caller, topic }));
      const faults = await db.read((tx) => standing(tx, asked));
      for (const [at, fault] of faults.entries()) if (fault?.code === 'unauthenticated') doors[at]?.signOut();
    }
  };
  const look = (): void => {
    askAgain().then(followRuns).catch(failed('open sockets were not looked after'));
  };
  const renew = (): void => {
    const ids = [...open.keys()];
    if (ids.length === 0) return;
    db.write((tx) => liveSockets.renew(tx, ids, clock.wallMs() + LEASE))
      .then((kept) => {
        for (const id of ids) if (!kept.has(id)) open.get(id)?.lose();
      })
      .catch(failed('the places of open sockets were not renewed'));
  };
  const startTimers = (): void => {
    if (timers.length > 0) return;
    const beat = async (): Promise<void> => {
      let told = 0;
      for (const door of [...open.values()]) {
        if (++told % TOLD_AT_ONCE === 0) await yieldToEventLoop();
        if (open.get(door.id) === door) door.beat();
      }
    };
    timers = [
      clock.every(LOOK_EVERY, look),
      clock.every(BEAT_EVERY, () => void beat()),
      clock.every(RENEW_EVERY, renew),
    ];
  };
  const forget = (id: string): void => {
    open.delete(id);
    if (open.size === 0) {
      for (const timer of timers) timer.cancel();
      timers = [];
    }
    const released: Promise<unknown> = db
      .write((tx) => liveSockets.release(tx, [id]))
      .catch(failed('the place of a socket was not given back'))
      .finally(() => releasing.delete(released));
    releasing.add(released);
  };

  return {
    engine: live,
    changed: live.changed,
    topicOf,

    /** Takes one of the places that a user has for sockets, on whichever process. Throws `too_many_sockets`. Resolves with the id. */
    claim: async (tx: Tx, caller: PlatformCaller): Promise<string> => {
      const userId = userIdOf(caller);
      const now = clock.wallMs();
      const id = randomId('sck', random);
      if (await liveSockets.claim(tx, { userId, id, places: SOCKETS_MAX, now, lease: LEASE })) return id;
      throw liveFault('too_many_sockets', `A user has at most ${SOCKETS_MAX} live sockets open.`, {
        headers: { 'Retry-After': '30' },
      });
    },

    /** Serves a socket whose place is claimed. */
    open: (socket: LiveSocket, { id, caller }: { readonly id: string; readonly caller: PlatformCaller }): void => {
      const door = openSocketDoor({ clock, live, topicOf, runs: runsServed }, socket, { id, caller });
      open.set(id, door);
      startTimers();
      const unlisten = live.listen(`socket:${id}`, () => {
        followRuns().catch(failed('the runs of a socket were not looked for'));
      });
      const gone = (): void => {
        unlisten();
        forget(id);
      };
      if (socket.signal.aborted) gone();
      else socket.signal.addEventListener('abort', gone, { once: true });
    },

    /**
     * Begins to tell what a service does, to the socket that an endpoint was given: one that is open and the caller's own, else
     * throws `socket_unknown`. Resolves with the id of the run: for the endpoint's answer, and for `progressOf`.
     */
    beginRun: async (tx: Tx, caller: PlatformCaller, socketId: string): Promise<string> => {
      const userId = userIdOf(caller);
      if (!(await liveSockets.isTaken(tx, socketId, userId, clock.wallMs())))
        throw liveFault('socket_unknown', 'socketID: no socket of yours with this id is open.');
      return runs.begin(tx, { socketId, userId });
    },
    /** Tells what a run does, from whichever process it goes on in. */
    progressOf: runs.progressOf,

    forgetRunsBefore: runs.forgetBefore,
    forgetPicturesBefore: (tx: Tx, at: number, most: number) => pictureRepo(tx).forgetBefore(at, most),
    /** After a restore: whoever comes back with a place of before begins anew. */
    passGivenPlaces: (tx: Tx): Promise<void> => pictureRepo(tx).forgetAll(),

    close: async (): Promise<void> => {
      for (const timer of timers) timer.cancel();
      timers = [];
      await live.close();
      await Promise.all(releasing);
    },
  };
};
