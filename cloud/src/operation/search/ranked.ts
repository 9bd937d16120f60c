/** Something that was found, and the texts of it that were looked at. */
export interface Found {
  readonly kind: string;
  readonly texts: readonly (string | null)[];
}

const RANKS = 4;

/** How well a text in lower case is met by others, 0 best; `RANKS` where none of them has it. */
export const rankOf = (texts: readonly (string | null)[], text: string): number =>
  texts.reduce((best, one) => Math.min(best, rank((one ?? '').toLowerCase(), text)), RANKS);

export const isMet = (texts: readonly (string | null)[], text: string): boolean => rankOf(texts, text) < RANKS;

const rank = (one: string, text: string): number => {
  if (one === text) return 0;
  if (one.startsWith(text)) return 1;
  const at = one.indexOf(text);
  if (at < 0) return RANKS;
  return /[\p{L}\p{N}]/u.test(one[at - 1] ?? '') ? 3 : 2;
};

/**
 * The best of each kind in turn until there are `most`, so that no kind crowds the others out; then all of them by how well
 * they are met. `kinds` is the order of equals.
 */
export const bestOf = <F extends Found>(
  found: readonly F[],
  text: string,
  kinds: readonly string[],
  most: number,
): F[] => {
  const ranked = found
    .map((one, place) => ({ one, place, rank: rankOf(one.texts, text), kind: kinds.indexOf(one.kind) }))
    .sort((a, b) => a.rank - b.rank || a.kind - b.kind || a.place - b.place);
  const inTurn = [...Map.groupBy(ranked, ({ kind }) => kind).values()];
  const chosen: typeof ranked = [];
  for (let turn = 0; chosen.length < most && inTurn.some((own) => turn < own.length); turn++)
    chosen.push(...inTurn.flatMap((own) => own[turn] ?? []).slice(0, most - chosen.length));
  return chosen.sort((a, b) => a.rank - b.rank || a.kind - b.kind || a.place - b.place).map(({ one }) => one);
};
