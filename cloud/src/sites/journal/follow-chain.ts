import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { journalRepo } from './journal.repo.ts';

/** A fact and its hash; the hash is empty where the fact itself is missing for good. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}
const AT_ONCE = 500;

/** Goes over every fact that follows `from` without a gap, looking at each link of the chain. */
export const followChain = async (
  tx: Tx,
  { boxId, epoch }: { readonly boxId: BoxId; readonly epoch: string },
  from: ChainEnd,
): Promise<{ readonly end: ChainEnd; readonly broken: number | undefined }> => {
  let end = from;
  let broken: number | undefined;
  for (;;) {
    const links = await journalRepo(tx).linksAfter(boxId, epoch, end.seq, AT_ONCE);
    for (const link of links) {
      if (link.seq !== end.seq + 1) return { end, broken };
      if (end.hash !== '' && link.prev !== end.hash) broken ??= link.seq;
      end = { seq: link.seq, hash: link.hash };
    }
    if (links.length < AT_ONCE) return { end, broken };
  }
};
