import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createAskedThread, type Failed } from '../../kit/http/asked-thread.ts';
import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import { findFiltered, type Match, prepareFilters } from './find-filtered.ts';

interface Numbered {
  readonly number: number;
}
export type ToTextWorker = Numbered &
  (
    | { readonly count: readonly string[] }
    | { readonly texts: readonly string[]; readonly filters: readonly ContentFilter[] }
  );
interface Done extends Numbered {
  readonly tokens?: number;
  readonly found?: readonly (readonly Match[])[];
}
export type FromTextWorker = Done | (Failed & Numbered);

const HEAP_MEGABYTES = 512;
const YOUNG_MEGABYTES = 32;
/** So many characters are looked at where they are: some milliseconds at most, whatever the filters. */
const SMALL = 16_384;
/** Of what nobody counts in time, a token has about so many bytes. */
const BYTES_A_TOKEN = 4;

/** Reads long texts in a thread beside, which is there as soon and as long as it is needed. */
export const createTextThread = (clock: Clock) => {
  const thread = createAskedThread<ToTextWorker, FromTextWorker>({
    clock,
    file: new URL('./text-worker.ts', import.meta.url),
    what: 'reads texts',
    numberOf: (message) => (message as ToTextWorker | FromTextWorker).number,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  let asked = 0;
  return {
    /** How many tokens texts have, as nearly as a common tokenizer knows. */
    count: async (texts: readonly string[]): Promise<number> => {
      asked += 1;
      try {
        return (await thread.ask({ number: asked, count: texts })).tokens ?? 0;
      } catch {
        return Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / BYTES_A_TOKEN);
      }
    },
    /** Loads what filters need that are then used here. */
    loadFor: prepareFilters,
    /** What filters find in each text. */
    find: async (texts: readonly string[], filters: readonly ContentFilter[]) => {
      if (filters.length === 0) return texts.map(() => []);
      if (texts.reduce((sum, { length }) => sum + length, 0) <= SMALL) {
        await prepareFilters(filters);
        return texts.map((text) => findFiltered(text, filters));
      }
      asked += 1;
      return (await thread.ask({ number: asked, texts, filters })).found ?? [];
    },
    close: thread.close,
  };
};
export type TextThread = ReturnType<typeof createTextThread>;
