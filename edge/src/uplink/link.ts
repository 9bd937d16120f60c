import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { createBackOff } from '../identity/back-off.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';
import { type Connection, type ConnectionHandlers, type ConnectionOptions, openConnection } from './mqtt-connection.ts';

/**
 * Between tries. Never longer than a beacon's time, for nothing of the box can be reached until one works; each wait is
 * another, so that the boxes of a cloud that is back do not come all at once.
 */
export const RETRY = { first: Seconds(1), max: Seconds(5) };
/** A connection that lived this long was a good one: the next try comes soon. */
const GOOD_AFTER_MS = Seconds(30);
const GOODBYE_WITHIN = Milliseconds(400);

export interface LinkStanding {
  readonly state: 'stopped' | 'connecting' | 'connected';
  /** What went wrong last; `undefined` while connected. */
  readonly trouble: string | undefined;
}

/** How it stands where the box has nothing to prove itself with. */
export const lostIdentity = (why: string): LinkStanding => ({
  state: 'stopped',
  trouble: `the identity of this box is lost (${why}): restore it, or begin this box anew`,
});

export interface Link {
  start(): void;
  connected(): boolean;
  /** New at each connection. */
  connectionId(): string | undefined;
  /** Publishes now, or not at all: nothing waits for a connection. */
  publish(topic: string, payload: unknown): boolean;
  /** Ends this connection and makes another: the path does not work in both directions. */
  reconnect(why: string): void;
  /** As if the wire were cut for this long: no goodbye, so that the last will counts at once, and no try before. */
  stayAway(time: Duration): void;
  standing(): LinkStanding;
  /** Says goodbye and disconnects. */
  stop(): Promise<void>;
}

export interface LinkDeps {
  readonly boxId: BoxId;
  readonly bootId: string;
  readonly dial: ConnectionOptions['dial'];
  readonly tokens: Pick<Tokens, 'fresh'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly onConnected: () => void;
  readonly onDisconnected: () => void;
  readonly onMessage: ConnectionHandlers['onMessage'];
}

/** Keeps one connection to the broker, each with a fresh token, and makes the next one when it is gone. */
export const createLink = (deps: LinkDeps): Link => {
  const { clock, log } = deps;
  const backOff = createBackOff({ ...RETRY, random: deps.random });
  let connection: Connection | undefined;
  let state: LinkStanding['state'] = 'stopped';
  let trouble: string | undefined;
  let timer: Timer | undefined;
  let stopping = false;
  let awayUntilMs = 0;

  const awayMs = () => Math.max(0, awayUntilMs - clock.monoMs());

  const connect = async () => {
    timer = undefined;
    state = 'connecting';
    let openedMs: number | undefined;
    try {
      const { token, brokerUrl } = await deps.tokens.fresh('mqtt');
      if (stopping) return;
      connection = await openConnection({
        brokerUrl,
        token,
        boxId: deps.boxId,
        bootId: deps.bootId,
        dial: deps.dial,
        clock,
        connectionId: Buffer.from(deps.random(12)).toString('hex'),
        onMessage: deps.onMessage,
        onClosed: (why) => ended(why, openedMs),
      });
    } catch (error) {
      ended((error as Error).message, undefined);
      return;
    }
    if (stopping || awayMs() > 0) {
      connection.destroy();
      return;
    }
    openedMs = clock.monoMs();
    [state, trouble] = ['connected', undefined];
    log.info({ connectionId: connection.id }, 'Connected to the cloud.');
    deps.onConnected();
  };
  const ended = (why: string, openedMs: number | undefined) => {
    const wasConnected = connection !== undefined;
    connection = undefined;
    if (stopping) return;
    [state, trouble] = ['connecting', why];
    log.warn({ why }, 'No connection to the cloud.');
    if (wasConnected) deps.onDisconnected();
    if (openedMs !== undefined && clock.monoMs() - openedMs > GOOD_AFTER_MS) backOff.reset();
    const pause = awayMs() > 0 ? Milliseconds(awayMs()) : backOff.next();
    timer ??= clock.after(pause, () => void connect());
  };

  return {
    start: () => {
      if (state !== 'stopped' || stopping) return;
      state = 'connecting';
      void connect();
    },
    connected: () => connection?.connected() === true,
    connectionId: () => connection?.id,
    publish: (topic, payload) => connection?.publish(topic, payload) === true,
    reconnect: (why) => connection?.destroy(why),
    stayAway: (time) => {
      awayUntilMs = clock.monoMs() + time;
      connection?.destroy('kept away on purpose');
    },
    standing: () => ({ state, trouble }),
    stop: async () => {
      stopping = true;
      state = 'stopped';
      timer?.cancel();
      const last = connection;
      connection = undefined;
      if (last === undefined) return;
      const late = clock.after(GOODBYE_WITHIN, () => last.destroy());
      await last.sayGoodbye();
      late.cancel();
    },
  };
};
