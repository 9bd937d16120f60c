import { CUT } from './cut-text.ts';

/** What was taken out of one part, so that it is taken out of others too: a refusal may name what was sent. */
export type Secrets = Set<string>;

/** Of more than so many, no text is searched for each: whatever is not one plain word is withheld. */
export const SEARCHED_MAX = 400;
/** Where refusals cut the names and values that they repeat. */
const CUTS = [60, 200];
/** In a part that has more cuts than that, texts with one are withheld: to look at each takes time. */
export const CUTS_MAX = 30;
/** Shorter texts are words that anything may have in it. */
export const SECRET_MIN = 3;

/** In how many places a text was cut. */
export const cutsIn = (text: string): number => text.split(CUT).length - 1;

/** What finds those that a JSON text may have in it; undefined where there are none, or too many to look for each. */
export const secretsIn = (text: string, secrets: Secrets): RegExp | undefined =>
  secrets.size > SEARCHED_MAX
    ? undefined
    : anyOf(asRepeated(secrets).filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1))));

/** Whole, and as far as a refusal repeats them. */
const asRepeated = (secrets: Secrets): readonly string[] =>
  [...secrets].flatMap((secret) =>
    asWritten(secret).flatMap((text) => [
      text,
      ...CUTS.filter((cut) => cut < text.length).map((cut) => text.slice(0, cut)),
    ]),
  );

/** As it was sent, and as it stands in quotes. */
const asWritten = (secret: string): readonly string[] => {
  const quoted = JSON.stringify(secret).slice(1, -1);
  return quoted === secret ? [secret] : [secret, quoted];
};

/** Without the beginning of a secret where the text was cut within it. */
export const withoutBeginnings = (text: string, secrets: Secrets): string => {
  const pieces = text.split(CUT);
  const known = [...secrets].flatMap(asWritten);
  return pieces
    .map((piece, at) => {
      if (at === pieces.length - 1) return piece;
      const length = known.reduce((most, secret) => Math.max(most, beginningAtEnd(piece, secret)), 0);
      return length < SECRET_MIN ? piece : `${piece.slice(0, piece.length - length)}[withheld]`;
    })
    .join(CUT);
};

/** With how many of the first characters of `secret` the text ends: the failure function of Knuth, Morris and Pratt, in one pass. */
const beginningAtEnd = (text: string, secret: string): number => {
  const end = text.slice(-secret.length);
  const joined = `${secret.slice(0, end.length)}\0${end}`;
  const borders = new Uint32Array(joined.length);
  for (let at = 1; at < joined.length; at++) {
    let length = borders[at - 1] ?? 0;
    while (length > 0 && joined[at] !== joined[length]) length = borders[length - 1] ?? 0;
    borders[at] = joined[at] === joined[length] ? length + 1 : length;
  }
  return Math.min(borders.at(-1) ?? 0, end.length);
};

/** Any of these as a whole word. */
const anyOf = (texts: readonly string[]): RegExp | undefined =>
  texts.length === 0
    ? undefined
    : new RegExp(
        `(?<![\\p{L}\\p{N}_])(?:${texts
          .toSorted((a, b) => b.length - a.length)
          .map((text) => RegExp.escape(text))
          .join('|')})(?![\\p{L}\\p{N}_])`,
        'gu',
      );
