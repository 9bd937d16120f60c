import { RE2JS } from 're2js';

/** Why a filter's pattern cannot be looked for; undefined: it can. Only what is found in linear time is taken. */
export const patternProblem = ({
  kind,
  pattern,
}: {
  readonly kind: string;
  readonly pattern?: string | undefined;
}): string | undefined => {
  if (kind !== 'pattern') return pattern === undefined ? undefined : 'goes with the kind `pattern` only';
  if (pattern === undefined) return 'is needed where the kind is `pattern`';
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch {
    return 'must be an expression of RE2, without look-around and without references back';
  }
};
