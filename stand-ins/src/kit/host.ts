import type { Socket } from 'node:net';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { movableClock } from './movable-clock.ts';
import type { StandIn } from './stand-in.ts';

/** Makes one service on a clock. Its code is loaded with it. */
export type Load = (clock: Clock) => Promise<StandIn>;

/** All services of this process, by name, on one clock. Each is loaded by whoever needs it first. */
export const createHost = (loads: Readonly<Record<string, Load>>, base: Clock) => {
  const clock = movableClock(base);
  const loaded = new Map<string, Promise<StandIn>>();
  const standIn = (name: string): Promise<StandIn> | undefined => {
    const load = Object.hasOwn(loads, name) ? loads[name] : undefined;
    if (load !== undefined && !loaded.has(name)) loaded.set(name, load(clock));
    return loaded.get(name);
  };
  return {
    clock,
    names: Object.keys(loads),
    standIn,
    /** Takes a connection for a service. What cannot be loaded does not answer, as one that is down. */
    accept: async (name: string, socket: Socket): Promise<void> => {
      socket.on('error', () => undefined);
      try {
        const found = await standIn(name);
        if (found === undefined) throw new RangeError(`nobody plays ${name}`);
        found.accept(socket);
      } catch (error) {
        socket.destroy();
        throw error;
      }
    },
    close: async (): Promise<void> => {
      for (const one of await Promise.allSettled(loaded.values())) if (one.status === 'fulfilled') one.value.close();
    },
  };
};
export type Host = ReturnType<typeof createHost>;
