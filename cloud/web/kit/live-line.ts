import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { FrameIn, FrameOut, LivePath, LiveProtocol } from '../client/live-frames.gen.ts';

/** How a page hears of what changes: over the socket, not yet or not just now, or by asking every few seconds. */
export type LineMode = 'connecting' | 'live' | 'polling';

/** What of a WebSocket is used. `closed` comes once, with the code (RFC 6455 section 7.4), also where it never opened. */
export type OpenSocket = (
  path: LivePath,
  protocol: LiveProtocol,
  on: { readonly text: (text: string) => void; readonly closed: (code: number) => void },
) => { send(text: string): void; close(): void };

export interface LineDeps {
  readonly clock: Clock;
  /** From 0 to 1: clients of a cloud that was away do not come back all at once. */
  readonly random: () => number;
  readonly openSocket: OpenSocket;
}

export interface LineListener {
  /** A socket is there, and knows nothing yet of what is watched. Endpoints know it by that id. */
  welcomed(socketId: string): void;
  heard(frame: FrameOut): void;
  /** The socket is gone: what comes next is not known. */
  lost(): void;
  modeIs(mode: LineMode): void;
}

/** No `welcome` within this time is no socket. */
const HANDSHAKE = Seconds(4);
/** After so many failed handshakes pages ask by themselves. */
const HANDSHAKES_MAX = 2;
/** Whoever was told that the server stops comes back within this time, whoever was cut off within that. */
const SPREAD_LEAVING = Seconds(5);
const SPREAD_CUT = Seconds(2);
/** While pages ask by themselves the socket is tried again after half of this time to one and a half of it. */
const TRY_AGAIN = Seconds(30);
const LOOK_AFTER = Seconds(1);
/** A promise of the server's, in ms, until it has said its own. */
const HEARTBEAT_MS = 5_000;

const LEAVING = 1012;
const SIGNED_OUT = 4403;

/**
 * The one socket of this tab. It is opened again whenever it is lost, and counts as lost when no frame has come for two
 * heartbeats: a connection that is open at one end only says nothing for hours.
 */
export const createLine = ({ clock, random, openSocket }: LineDeps, listener: LineListener) => {
  let mode: LineMode = 'connecting';
  let socket: ReturnType<OpenSocket> | undefined;
  /** Which socket is meant: what an earlier one still says is not heard. */
  let turn = 0;
  let failures = 0;
  let heartbeatMs = HEARTBEAT_MS;
  let heardAt = { mono: 0, wall: 0 };
  let next: Timer | undefined;
  let watch: Timer | undefined;

  const become = (now: LineMode): void => {
    if (mode === now) return;
    mode = now;
    listener.modeIs(now);
  };
  const stop = (): void => {
    turn++;
    next?.cancel();
    watch?.cancel();
    next = undefined;
    watch = undefined;
    socket?.close();
    socket = undefined;
  };
  const connectAfter = (delay: Duration): void => {
    next = clock.after(delay, connect);
  };
  const lost = (code: number): void => {
    const wasLive = mode === 'live';
    stop();
    if (wasLive) {
      become('connecting');
      listener.lost();
    } else failures++;
    // Whose session has ended is told so by what the page asks.
    if (code === SIGNED_OUT) failures = HANDSHAKES_MAX;
    if (failures >= HANDSHAKES_MAX) {
      become('polling');
      connectAfter(Milliseconds(TRY_AGAIN * (0.5 + random())));
    } else connectAfter(Milliseconds((code === LEAVING ? SPREAD_LEAVING : SPREAD_CUT) * random()));
  };
  /** The wall clock as well: the other stands still while some machines sleep. */
  const lookAfter = (): void => {
    const silent = Math.max(clock.monoMs() - heardAt.mono, clock.wallMs() - heardAt.wall);
    if (silent > (mode === 'live' ? 2 * heartbeatMs : HANDSHAKE)) lost(0);
  };
  const heardNow = (): void => {
    heardAt = { mono: clock.monoMs(), wall: clock.wallMs() };
  };
  const hear = (text: string): void => {
    heardNow();
    const frame = JSON.parse(text) as FrameOut;
    if (frame.type === 'welcome') {
      failures = 0;
      heartbeatMs = frame.heartbeatMs;
      become('live');
      listener.welcomed(frame.socketID);
    } else listener.heard(frame);
  };
  const connect = (): void => {
    stop();
    const mine = turn;
    heardNow();
    watch = clock.every(LOOK_AFTER, lookAfter);
    socket = openSocket('/api/live', 'gatehouse.live.v1', {
      text: (text) => mine === turn && hear(text),
      closed: (code) => mine === turn && lost(code),
    });
  };
  return {
    mode: (): LineMode => mode,
    /** Opens it, unless it is open, being opened or waited for. */
    open: (): void => {
      if (socket === undefined && next === undefined) connect();
    },
    /** Something has changed that may help: one that is lost is tried again at once. */
    hurry: (): void => {
      if (socket !== undefined) lookAfter();
      if (socket === undefined && next !== undefined) connect();
    },
    /** Nothing is watched any more. Where there was no socket to be had, that is remembered. */
    close: (): void => {
      stop();
      if (mode === 'live') become('connecting');
    },
    /** Nothing where there is no socket: all is said again to the next. */
    send: (frame: FrameIn): void => {
      if (mode === 'live') socket?.send(JSON.stringify(frame));
    },
  };
};
