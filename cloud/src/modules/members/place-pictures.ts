import type { Ingest } from '../../ingest/ingest.ts';
import type { Verdict } from '../../ingest/verdicts.ts';
import type { MemberRow } from './member-row.ts';
import type { Pictures } from './pictures.ts';

/** The hash of each member's stored picture, where it has one, in the order asked. */
export type StoredHashes = (members: readonly { link: string; memberId: string }[]) => Promise<(string | undefined)[]>;

export interface PlacedPictures {
  readonly ingest: Pick<Ingest, 'judge' | 'alone'>;
  /** What was put, and whether one could not be. Complete once the batch is applied. */
  readonly put: readonly string[];
  readonly failed: () => number;
}

/**
 * Takes the pictures out of a batch on its way from the worker to the database: each is put into the object store before
 * a unit begins, because no unit may wait for anything outside, and its row goes on with the key. A picture that the
 * member has already is not put again.
 */
export const placingPictures = (
  ingest: Pick<Ingest, 'judge' | 'alone'>,
  { pictures, storedHashes }: { readonly pictures: Pick<Pictures, 'put'> | 'dry'; readonly storedHashes: StoredHashes },
): PlacedPictures => {
  const put: string[] = [];
  let failed = 0;

  const place = async (verdicts: readonly Verdict<MemberRow>[]): Promise<readonly Verdict<MemberRow>[]> => {
    const bringing = verdicts.filter((verdict) => 'row' in verdict).filter(({ row }) => row.picture?.picture);
    if (bringing.length === 0) return verdicts;
    const stored = await storedHashes(bringing.map(({ link, row }) => ({ link, memberId: row.memberId })));
    const fresh = bringing.filter(({ row }, i) => row.picture?.hash !== stored[i]);
    const sent = fresh.flatMap(({ row }) => row.picture?.picture ?? []);
    const keys = pictures === 'dry' || failed > 0 ? sent.map(() => undefined) : await pictures.put(sent);
    const keyAt = new Map(fresh.map(({ index }, i) => [index, keys[i]]));
    put.push(...keys.filter((key) => key !== undefined));
    if (pictures !== 'dry') failed += keys.filter((key) => key === undefined).length;
    return verdicts.map((verdict) => {
      if (!('row' in verdict) || !verdict.row.picture) return verdict;
      const key = keyAt.get(verdict.index);
      const picture = { hash: verdict.row.picture.hash, ...(key !== undefined && { key }) };
      return { ...verdict, row: { ...verdict.row, picture } };
    });
  };

  return {
    put,
    failed: () => failed,
    ingest: {
      alone: ingest.alone,
      judge: async (kind, bytes, options) => {
        const judged = await ingest.judge<MemberRow>(kind, bytes, options);
        if ('problems' in judged) return judged;
        const next = async () => {
          const verdicts = await judged.next();
          return verdicts && place(verdicts);
        };
        return { ...judged, next } as never;
      },
    },
  };
};
