import type { SimulatorClient } from '../control/client.ts';
import type { SiteEvent } from '../world/site.ts';
import { StepFailure } from './stage.ts';

/** Everything that happens in a building from a moment on, as far as there is room. */
export interface Happenings {
  /** A place in the record, after all that has happened so far. Throws a `StepFailure` as `since` does. */
  now(): Promise<number>;
  /**
   * All that has happened since that place, up to this call. Throws a `StepFailure` where that is not known: nobody tells
   * any more, or there was more than there is room for.
   */
  since(place: number): Promise<readonly SiteEvent[]>;
  close(): void;
}

/** Enough for minutes of a building with everything on fire. */
const KEPT_MAX = 20_000;

const same = (a: SiteEvent, b: SiteEvent): boolean =>
  a.at === b.at && a.where === b.where && a.part === b.part && a.text === b.text;

interface Waiting {
  readonly last: SiteEvent;
  readonly resolve: () => void;
  readonly reject: (error: StepFailure) => void;
}

/**
 * Follows the simulator's events. Resolves when all that happened before is known, so that a place taken then has only
 * what comes after.
 */
export const followHappenings = async (client: Pick<SimulatorClient, 'events' | 'happenings'>): Promise<Happenings> => {
  const record: SiteEvent[] = [];
  let dropped = 0;
  let lost: StepFailure | undefined;
  let waiting: readonly Waiting[] = [];
  const leaving = new AbortController();

  /** Whether the record has it: what was told last is looked at first. */
  const has = (last: SiteEvent): boolean => {
    for (let at = record.length - 1; at >= 0; at -= 1) {
      const event = record[at];
      if (event === undefined || event.at < last.at) return false;
      if (event.at > last.at || same(event, last)) return true;
    }
    return false;
  };
  const take = (event: SiteEvent): void => {
    record.push(event);
    if (record.length > KEPT_MAX) dropped += record.splice(0, KEPT_MAX / 2).length;
    const reached = waiting.filter(({ last }) => has(last));
    waiting = waiting.filter((one) => !reached.includes(one));
    for (const { resolve } of reached) resolve();
  };
  const follow = async (): Promise<void> => {
    for await (const { event, data } of client.events(leaving.signal)) if (event === 'happening') take(data);
  };
  const end = (): void => {
    lost = new StepFailure('the simulator tells no longer what happens');
    for (const { reject } of waiting) reject(lost);
    waiting = [];
  };
  /** Resolves when all that has happened so far is in the record. */
  const upToNow = async (): Promise<void> => {
    const last = (await client.happenings()).at(-1);
    if (lost !== undefined) throw lost;
    if (last === undefined || has(last)) return;
    await new Promise<void>((resolve, reject) => {
      waiting = [...waiting, { last, resolve, reject }];
    });
  };

  follow().then(end, end);
  try {
    await upToNow();
  } catch (error) {
    leaving.abort();
    throw error;
  }
  return {
    now: async () => {
      await upToNow();
      return dropped + record.length;
    },
    since: async (place) => {
      await upToNow();
      if (place < dropped) throw new StepFailure(`more happened since then than the ${KEPT_MAX} that are kept`);
      return record.slice(place - dropped);
    },
    close: () => leaving.abort(),
  };
};
