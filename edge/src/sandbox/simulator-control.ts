import type { Point } from '@gatehouse/shared/door/door-config.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';

/** What a sandbox box needs of the simulator whose boards it drives. Rejects when the simulator does not play along. */
export interface SimulatorControl {
  /** Jams the lock behind this relay for a time that the simulator itself counts. `false`: it is not locked now. */
  jam(relay: Point, time: Duration): Promise<boolean>;
  /** Frees the lock behind this relay, if it is jammed. */
  free(relay: Point): Promise<void>;
}

const ANSWER_WITHIN = Seconds(1);

/** As much of the simulator's state as finds a door by the relay that it is wired to. */
const State = z.object({
  boards: z.array(z.object({ name: z.string(), bus: z.string(), address: z.int() })),
  doors: z.array(
    z.object({
      name: z.string(),
      coil: z.object({ board: z.string(), channel: z.int() }),
      lock: z.object({ jammed: z.boolean() }),
    }),
  ),
});
const Outcome = z.object({ done: z.boolean() });

/** The control API of the simulator at `url`, over plain HTTP on this machine. */
export const simulatorControl = ({ url, clock }: { url: string; clock: Clock }): SimulatorControl => {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const late = new AbortController();
    const timer = clock.after(ANSWER_WITHIN, () => late.abort());
    try {
      const headers = { 'content-type': 'application/json' };
      const post = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(new URL(path, url), { ...post, signal: late.signal, redirect: 'error' });
      if (!response.ok) throw new Error(`the simulator answered ${response.status} at ${path}`);
      return await response.json();
    } finally {
      timer.cancel();
    }
  };
  const doorAt = async ({ bus, unit, channel }: Point) => {
    const { boards, doors } = State.parse(await ask('/state'));
    const board = boards.find((one) => one.bus === bus && one.address === unit)?.name;
    const door = doors.find(({ coil }) => coil.board === board && coil.channel === channel);
    if (door === undefined) throw new Error(`the simulator has no door at relay ${channel} of unit ${unit} on ${bus}`);
    return { path: `/doors/${encodeURIComponent(door.name)}`, jammed: door.lock.jammed };
  };
  return {
    jam: async (relay, time) => {
      const { path } = await doorAt(relay);
      return Outcome.parse(await ask(`${path}/jam`, { forMs: time, only: 'locked' })).done;
    },
    free: async (relay) => {
      const { path, jammed } = await doorAt(relay);
      if (jammed) await ask(`${path}/free`, {});
    },
  };
};
