import { GROUPS, RANGES, SOURCES, STATUSES } from '../../words/ai-requests-en.ts';
import type { AiGroup, AiLog, AiRange } from './ai-types.ts';

/** What requests are narrowed to. */
export interface RequestFilters {
  readonly model?: string;
  readonly keyHash?: string;
  readonly source?: AiLog['source'];
  readonly status?: AiLog['status'];
}
type Values = Readonly<Record<string, string | undefined>>;

const knownOf = <Name extends string>(words: Readonly<Record<Name, string>>, value: string | undefined) =>
  value !== undefined && Object.hasOwn(words, value) ? (value as Name) : undefined;

/** What an address narrows them to. What it names and nobody knows narrows nothing. */
export const filtersIn = ({ model, key, source, status }: Values): RequestFilters => {
  const [by, ended] = [knownOf(SOURCES, source), knownOf(STATUSES, status)];
  return {
    ...(model !== undefined && { model }),
    ...(key !== undefined && { keyHash: key }),
    ...(by !== undefined && { source: by }),
    ...(ended !== undefined && { status: ended }),
  };
};

/** How far back an address asks for figures, and by what it tells them apart. */
export const shownIn = ({ range, by }: Values): { readonly range: AiRange; readonly groupBy: AiGroup } => ({
  range: knownOf(RANGES, range) ?? '30',
  groupBy: knownOf(GROUPS, by) ?? 'model',
});

/** Narrows to one group. One that has no key was made by agents. */
export const narrowedTo = (groupBy: AiGroup, key: string | null): RequestFilters => {
  if (groupBy === 'key') return key === null ? { source: 'agent' } : { keyHash: key };
  if (groupBy === 'source') return key === 'key' || key === 'agent' ? { source: key } : {};
  return key === null ? {} : { model: key };
};
