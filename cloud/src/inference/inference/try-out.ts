import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import { verdictOf } from './apply-filters.ts';
import type { Match } from './find-filtered.ts';
import { redacted } from './redact.ts';
import { type Bounds, filtersByGuardrail } from './spender.ts';
import type { TextThread } from './text-thread.ts';

/** A filter that found something in a text, and whose it is. */
export interface Finding {
  /** Null: the key’s own. */
  readonly guardrailId: string | null;
  readonly guardrail: string | null;
  readonly kind: ContentFilter['kind'];
  readonly pattern: string | null;
  readonly action: ContentFilter['action'];
  readonly times: number;
}

/** What would come of a text in a request or an answer, by the same filters and the same rules as at the gate. Keeps nothing. */
export const tryOut = async (
  thread: Pick<TextThread, 'find'>,
  bounds: Bounds,
  { text, on }: { readonly text: string; readonly on: 'input' | 'output' },
) => {
  const matches: Match[] = [];
  const found: Finding[] = [];
  for (const { guardrail, filter } of filtersByGuardrail(bounds, on)) {
    const [own = []] = await thread.find([text], [filter]);
    matches.push(...own);
    const { kind, pattern = null, action } = filter;
    const of = { guardrailId: guardrail?.id ?? null, guardrail: guardrail?.name ?? null };
    if (own.length > 0) found.push({ ...of, kind, pattern, action, times: own.length });
  }
  const { blockedBy, flagged } = verdictOf(matches);
  const passed = redacted(text, matches);
  if (blockedBy !== undefined) return { outcome: 'blocked' as const, text: null, found };
  const outcome = passed !== text ? ('redacted' as const) : flagged ? ('flagged' as const) : ('clean' as const);
  return { outcome, text: passed, found };
};
