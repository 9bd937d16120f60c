import type { Tx } from '../../kit/db/unit-of-work.ts';
import { journalRepo } from './journal.repo.ts';

const KEPT = 1_000;

/**
 * Forgets up to `limit` facts that came before `at`: the oldest of an epoch, in a row, and only where nothing is missing, so
 * that the chain was followed over all of them. The newest `kept` of each epoch stay, however old: a box that never heard of
 * its last acknowledgements sends them again. What stays begins with a fact whose predecessor's hash it names itself. A
 * forgotten number is never stored anew: what is sent under it later comes from an old copy of the box.
 */
export const forgetFacts = async (tx: Tx, at: number, limit: number, kept = KEPT): Promise<number> => {
  const repo = journalRepo(tx);
  let forgotten = 0;
  while (forgotten < limit) {
    const aged = await repo.agedEpoch(at, kept);
    if (aged === undefined) break;
    const facts = await repo.oldestFacts(aged.box_id, aged.epoch, limit - forgotten);
    const stays = facts.findIndex(({ seq, received_at }) => seq > aged.through - kept || received_at >= at);
    const gone = stays === -1 ? facts : facts.slice(0, stays);
    const last = gone.at(-1);
    if (last === undefined) break;
    await repo.forgetThrough(aged.box_id, aged.epoch, last.seq);
    forgotten += gone.length;
  }
  return forgotten;
};
