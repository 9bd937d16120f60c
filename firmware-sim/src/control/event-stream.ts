import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Simulation } from '../simulation.ts';
import { stateOf } from './state.ts';

/** Sends every listener the state when it changed, each happening, and each bus frame (server-sent events). */
export interface EventStream {
  /** Takes the response over until either side ends it. A newcomer first gets the state and what happened lately. */
  open(response: ServerResponse): void;
  /** Something may have changed: listeners hear of it shortly. */
  changed(): void;
  close(): void;
}

/** Changes within this time go out as one. */
const GATHER = Milliseconds(25);
const HEARTBEAT = Seconds(15);
const RECENT_FRAMES = 60;
/** A listener that does not read is let go before it fills the memory. */
const BACKLOG_BYTES_MAX = 1_000_000;

const message = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export const createEventStream = (clock: Clock, simulation: Simulation): EventStream => {
  const listeners = new Set<ServerResponse>();
  let sent = '';
  let gathering: Timer | undefined;

  const send = (text: string) => {
    for (const listener of listeners) {
      if (listener.writableLength > BACKLOG_BYTES_MAX) listener.destroy();
      else listener.write(text);
    }
  };
  const changed = () => {
    if (listeners.size === 0) return;
    gathering ??= clock.after(GATHER, () => {
      gathering = undefined;
      const now = message('state', stateOf(simulation));
      if (now === sent) return;
      sent = now;
      send(now);
    });
  };
  const forget = [
    simulation.site.events.add((event) => {
      send(message('happening', event));
      changed();
    }),
    ...[...simulation.traces.values()].map((trace) =>
      trace.onFrame.add((frame) => {
        send(message('frame', frame));
        changed();
      }),
    ),
  ];
  const heartbeat = clock.every(HEARTBEAT, () => send(': still here\n\n'));

  return {
    open: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      const frames = [...simulation.traces.values()]
        .flatMap((trace) => trace.frames.slice(-RECENT_FRAMES))
        .sort((a, b) => a.at.localeCompare(b.at));
      response.write(message('state', stateOf(simulation)));
      // The newcomer may have seen what the others have not: the next change goes out in any case.
      sent = '';
      for (const event of simulation.recent) response.write(message('happening', event));
      for (const frame of frames) response.write(message('frame', frame));
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    changed,
    close: () => {
      heartbeat.cancel();
      gathering?.cancel();
      for (const off of forget) off();
      for (const listener of listeners) listener.end();
    },
  };
};
