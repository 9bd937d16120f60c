import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';

const WATCHERS_MAX = 20;
const COALESCED = Milliseconds(50);
/** Also what tells a page that the box is still there, and moves its clock. */
const AT_LEAST_EVERY = Seconds(5);
/** A page that does not read is dropped rather than buffered for. */
const UNREAD_MAX_BYTES = 1_000_000;

export interface LiveView {
  /** Sends the state now and at each change, for as long as `allowed`. `false` when too many watch already. */
  watch(res: ServerResponse, allowed: () => boolean): boolean;
  changed(): void;
  close(): void;
}

/** Server-sent events (HTML standard, section 9.2), each the whole state: a page that missed one has missed nothing. */
export const createLiveView = (deps: { look: () => unknown; clock: Clock }): LiveView => {
  const watchers = new Map<ServerResponse, () => boolean>();
  let soon: Timer | undefined;

  const send = () => {
    soon?.cancel();
    soon = undefined;
    if (watchers.size === 0) return;
    const event = `event: state\ndata: ${JSON.stringify(deps.look())}\n\n`;
    for (const [res, allowed] of watchers) {
      if (!allowed()) res.end('event: signed-out\ndata: {}\n\n');
      else if (res.writableLength > UNREAD_MAX_BYTES) res.destroy();
      else res.write(event);
    }
  };
  const regular = deps.clock.every(AT_LEAST_EVERY, send);
  return {
    watch: (res, allowed) => {
      if (watchers.size >= WATCHERS_MAX) return false;
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      watchers.set(res, allowed);
      res.on('close', () => watchers.delete(res));
      soon ??= deps.clock.after(Milliseconds(0), send);
      return true;
    },
    changed: () => {
      if (watchers.size > 0) soon ??= deps.clock.after(COALESCED, send);
    },
    close: () => {
      regular.cancel();
      soon?.cancel();
      for (const res of watchers.keys()) res.end();
      watchers.clear();
    },
  };
};
