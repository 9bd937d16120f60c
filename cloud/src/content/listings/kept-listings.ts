import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Listing } from './listings-provider.ts';

const KEPT_FOR = Minutes(30);
const LOCATIONS_MAX = 1_000;

interface Kept {
  readonly data: readonly Listing[];
  /** When the provider said so (UTC). */
  readonly asOf: string;
}

/** What a provider said of locations, for half an hour, in this process. Whoever asks meanwhile waits for the same answer. */
export const createKeptListings = ({ clock }: { readonly clock: Pick<Clock, 'wallMs' | 'monoMs'> }) => {
  const kept = new Map<string, { readonly atMs: number; readonly answer: Promise<Kept> }>();
  return {
    of: (locationId: string, ask: () => Promise<readonly Listing[]>): Promise<Kept> => {
      const known = kept.get(locationId);
      if (known !== undefined && clock.monoMs() - known.atMs < KEPT_FOR) return known.answer;
      const answer = ask().then((data) => ({ data, asOf: isoOf(clock.wallMs()) }));
      const entry = { atMs: clock.monoMs(), answer };
      kept.delete(locationId);
      kept.set(locationId, entry);
      const [oldest] = kept.keys();
      if (kept.size > LOCATIONS_MAX && oldest !== undefined) kept.delete(oldest);
      answer.catch(() => {
        if (kept.get(locationId) === entry) kept.delete(locationId);
      });
      return answer;
    },
  };
};
