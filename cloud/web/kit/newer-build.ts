import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Fetch } from '../client/client.ts';

export interface NewerDeps {
  readonly clock: Pick<Clock, 'every'>;
  readonly fetch: Fetch;
  /** The address of the page. */
  readonly page: string;
  /** Of which build the page is. */
  readonly build: string;
  readonly isVisible: () => boolean;
  /** Calls back when that changes, until what is returned is called. */
  readonly onVisibility: (changed: () => void) => () => void;
}

/** How often the server is asked which build it has, by a page that somebody sees. */
const LOOK_EVERY = Minutes(1);

/** Tells once that the server has another build than the page is of. Asks until then, or until what it returns is called. */
export const watchBuild = (deps: NewerDeps, told: () => void): (() => void) => {
  const { clock, fetch, page, build, isVisible, onVisibility } = deps;
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    period.cancel();
    unheard();
  };
  const look = async (): Promise<void> => {
    if (!isVisible()) return;
    // A server that does not answer is said elsewhere.
    const answer = await fetch(page, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    const now = answer?.headers.get('x-build') ?? build;
    if (now === build || stopped) return;
    stop();
    told();
  };
  const period = clock.every(LOOK_EVERY, () => void look());
  const unheard = onVisibility(() => void look());
  return stop;
};
