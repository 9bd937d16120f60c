import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';

const WATCHERS_MAX = 20;
const COALESCED = Milliseconds(50);
/** Also what tells a page that the box is still there, and moves its clock. */
const AT_LEAST_EVERY = Seconds(5);
/** A page that does not read is dropped rather than buffered for. */
const UNREAD_MAX_BYTES = 1_000_000;

export interface LiveView<Seen> {
  /** Sends what `show` makes of the box now and at each change, until that is undefined: signed out. `false` when too many watch. */
  watch(res: ServerResponse, show: (seen: Seen) => unknown): boolean;
  changed(): void;
  close(): void;
}

/**
 * Server-sent events (HTML standard, section 9.2), each the whole state: a page that missed one has missed nothing. The box is
 * looked at once for all who watch.
 */
export const createLiveView = <Seen>({
  look,
  clock,
}: {
  readonly look: () => Seen;
  readonly clock: Clock;
}): LiveView<Seen> => {
  const watchers = new Map<ServerResponse, (seen: Seen) => unknown>();
  let soon: Timer | undefined;

  const send = () => {
    soon?.cancel();
    soon = undefined;
    if (watchers.size === 0) return;
    const seen = look();
    for (const [res, show] of watchers) {
      const state = show(seen);
      if (state === undefined) res.end('event: signed-out\ndata: {}\n\n');
      else if (res.writableLength > UNREAD_MAX_BYTES) res.destroy();
      else res.write(`event: state\ndata: ${JSON.stringify(state)}\n\n`);
    }
  };
  const regular = clock.every(AT_LEAST_EVERY, send);
  return {
    watch: (res, show) => {
      if (watchers.size >= WATCHERS_MAX) return false;
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      watchers.set(res, show);
      res.on('close', () => watchers.delete(res));
      soon ??= clock.after(Milliseconds(0), send);
      return true;
    },
    changed: () => {
      if (watchers.size > 0) soon ??= clock.after(COALESCED, send);
    },
    close: () => {
      regular.cancel();
      soon?.cancel();
      for (const res of watchers.keys()) res.end();
      watchers.clear();
    },
  };
};
