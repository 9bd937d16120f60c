import type { SimulatorClient } from '../control/client.ts';
import type { SiteEvent } from '../world/site.ts';

/** Everything that happens in a building from a moment on, as far as there is room. */
export interface Happenings {
  /** A place in the record. */
  now(): number;
  since(place: number): readonly SiteEvent[];
  close(): void;
}

/** Enough for minutes of a building with everything on fire. */
const KEPT_MAX = 20_000;

const same = (a: SiteEvent, b: SiteEvent): boolean =>
  a.at === b.at && a.where === b.where && a.part === b.part && a.text === b.text;

/**
 * Follows the simulator's events. Resolves when all that happened before is known, so that a place taken then has only
 * what comes after.
 */
export const followHappenings = async (client: Pick<SimulatorClient, 'events' | 'happenings'>): Promise<Happenings> => {
  const record: SiteEvent[] = [];
  let dropped = 0;
  const leaving = new AbortController();
  const before = await client.happenings();
  const last = before.at(-1);
  let caughtUp = () => {};
  let failed: (error: unknown) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    caughtUp = resolve;
    failed = reject;
  });
  const follow = async () => {
    for await (const { event, data } of client.events(leaving.signal)) {
      // A newcomer is told the state first, then what happened lately.
      if (event === 'state' && last === undefined) caughtUp();
      if (event !== 'happening') continue;
      record.push(data);
      if (record.length > KEPT_MAX) dropped += record.splice(0, KEPT_MAX / 2).length;
      if (last !== undefined && (same(last, data) || data.at > last.at)) caughtUp();
    }
  };
  follow().then(() => failed(new Error('the simulator went away')), failed);
  await ready;
  return {
    now: () => dropped + record.length,
    since: (place) => record.slice(Math.max(0, place - dropped)),
    close: () => leaving.abort(),
  };
};
