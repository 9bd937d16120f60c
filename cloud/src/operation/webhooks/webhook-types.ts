import { EVENT_TYPES } from './told-facts.ts';

/** `access.*`: every type with this beginning. */
const beginningOf = (pattern: string): string | undefined =>
  pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined;

export const chooses = (patterns: readonly string[], type: string): boolean =>
  patterns.length === 0 ||
  patterns.some((pattern) => {
    const beginning = beginningOf(pattern);
    return beginning === undefined ? pattern === type : type.startsWith(beginning);
  });

/** Whether there is anything that it chooses. */
export const isKnownType = (pattern: string): boolean => EVENT_TYPES.some((type) => chooses([pattern], type));
