import type { Ingest } from '../../kit/ingest/ingest.ts';
import type { Verdict } from '../../kit/ingest/verdicts.ts';
import type { Picture } from './member-picture.ts';
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

  /** Members whose picture an earlier item has set or taken away: what is stored says nothing about them any more. */
  const touched = new Set<string>();

  const place = async (verdicts: readonly Verdict<MemberRow>[]): Promise<readonly Verdict<MemberRow>[]> => {
    const bringing: { index: number; link: string; memberId: string; picture: Picture; first: boolean }[] = [];
    for (const verdict of verdicts) {
      if (!('row' in verdict) || verdict.row.picture === undefined) continue;
      const { index, link, row } = verdict;
      const first = !touched.has(`${link} ${row.memberId}`);
      touched.add(`${link} ${row.memberId}`);
      const picture = row.picture?.picture;
      if (picture !== undefined) bringing.push({ index, link, memberId: row.memberId, picture, first });
    }
    if (bringing.length === 0) return verdicts;
    const stored = await storedHashes(bringing);
    const fresh = bringing.filter(({ picture, first }, i) => !first || picture.hash !== stored[i]);
    const keyAt = await putAll(fresh);
    return verdicts.map((verdict) => {
      if (!('row' in verdict) || !verdict.row.picture) return verdict;
      const key = keyAt.get(verdict.index);
      const picture = { hash: verdict.row.picture.hash, ...(key !== undefined && { key }) };
      return { ...verdict, row: { ...verdict.row, picture } };
    });
  };

  const putAll = async (fresh: readonly { index: number; picture: Picture }[]): Promise<Map<number, string>> => {
    const keyAt = new Map<number, string>();
    if (pictures === 'dry') return keyAt;
    const keys = failed > 0 ? [] : await pictures.put(fresh.map(({ picture }) => picture));
    fresh.forEach(({ index }, i) => {
      const key = keys[i];
      if (key === undefined) failed++;
      else keyAt.set(index, key);
    });
    put.push(...keyAt.values());
    return keyAt;
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
