import { readFileSync } from 'node:fs';

/** A block of commands in a document, and the answer that the document shows below it. */
export interface GuideBlock {
  readonly line: number;
  readonly command: string;
  /** JSON with `…` where anything may stand. */
  readonly answer: unknown;
}

/** The shell blocks of a Markdown document, each with the JSON block right after it, if there is one. */
export const guideBlocks = (path: string): GuideBlock[] => {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```json\n([\s\S]*?)^```\n)?/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    command: match[1] ?? '',
    answer: match[2] === undefined ? undefined : JSON.parse(match[2]),
  }));
};

/**
 * Where an answer is not what a document shows, by path. The answer may have more members, as answers may; everything
 * shown must be there and the same, `…` standing for any text. A list of objects must have one that fits each shown.
 */
export const differences = (shown: unknown, given: unknown, path = ''): string[] => {
  if (Array.isArray(shown)) {
    if (!Array.isArray(given)) return [`${path}: no list`];
    if (shown.length === 0 && given.length > 0) return [`${path}: not empty`];
    return shown.flatMap((element, at) => {
      const fits = given.some((one) => differences(element, one).length === 0);
      return fits ? [] : [`${path}[${at}]: nothing fits ${JSON.stringify(element)} in ${JSON.stringify(given)}`];
    });
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof given !== 'object' || given === null) return [`${path}: no object`];
    const values = given as Readonly<Record<string, unknown>>;
    return Object.entries(shown).flatMap(([name, value]) => differences(value, values[name], `${path}.${name}`));
  }
  if (typeof shown === 'string' && shown.includes('…')) {
    const pattern = shown
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+');
    return typeof given === 'string' && new RegExp(`^${pattern}$`, 's').test(given)
      ? []
      : [`${path}: ${JSON.stringify(given)} is not like ${shown}`];
  }
  return Object.is(shown, given) ? [] : [`${path}: ${JSON.stringify(given)} is not ${JSON.stringify(shown)}`];
};
