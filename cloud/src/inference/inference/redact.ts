import type { Match } from './find-filtered.ts';

/** What stands for what was found. */
const markOf = (kind: Match['kind']): string => `[${kind}]`;

/** The text without what is to be redacted of it: what overlaps is one. */
export const redacted = (text: string, matches: readonly Match[]): string => {
  let out = '';
  let at = 0;
  for (const { from, to, kind } of matches
    .filter(({ action }) => action === 'redact')
    .sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    if (from >= at) out += text.slice(at, from) + markOf(kind);
    at = to;
  }
  return out + text.slice(at);
};
