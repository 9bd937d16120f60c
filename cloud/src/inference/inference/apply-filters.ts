import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import type { Match } from './find-filtered.ts';
import { redacted } from './redact.ts';
import type { TextThread } from './text-thread.ts';
import type { Place } from './texts-of.ts';

export interface Filtered {
  /** What kind of thing blocks it, if something does. */
  readonly blockedBy: Match['kind'] | undefined;
  readonly flagged: boolean;
}

/** What comes of what was found: block beats redact. */
export const verdictOf = (found: readonly Match[]): Filtered => ({
  blockedBy: found.find(({ action }) => action === 'block')?.kind,
  flagged: found.some(({ action }) => action === 'flag'),
});

/** Looks at texts where they are, and redacts them there. What is blocked is left as it was. */
export const applyFilters = async (
  thread: Pick<TextThread, 'find'>,
  places: readonly Place[],
  filters: readonly ContentFilter[],
): Promise<Filtered> => {
  const found = await thread.find(
    places.map(({ text }) => text),
    filters,
  );
  const verdict = verdictOf(found.flat());
  if (verdict.blockedBy === undefined)
    for (const [at, { text, put }] of places.entries()) {
      const matches = found[at] ?? [];
      if (matches.some(({ action }) => action === 'redact')) put(redacted(text, matches));
    }
  return verdict;
};
