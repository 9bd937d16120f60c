import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { topupsRepo } from './topups.repo.ts';
import { TOPUP_PURPOSES, type TopupPurpose } from './topups.tables.ts';
import type { Sum, TopupsDeps } from './topups.ts';

export const LOOKED_AFTER = Minutes(10);
const PART = 50;

interface Deps extends Pick<TopupsDeps, 'db' | 'clock' | 'log' | 'payproc' | 'dueTopup'> {
  readonly look: (id: string) => Promise<unknown>;
  readonly beginAuto: (tx: Tx, ownerKey: OwnerKey, sum: Sum, purpose: TopupPurpose) => Promise<unknown>;
}

/** What no event told of: every open attempt is looked at, and what is to be tried again is. One that fails stops no other. */
export const createReconcile =
  ({ db, clock, log, payproc, dueTopup, look, beginAuto }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    if (payproc === undefined) return;
    const eachForItself = async (about: object, work: () => Promise<unknown>): Promise<void> => {
      signal.throwIfAborted();
      try {
        await work();
      } catch (error) {
        signal.throwIfAborted();
        log.error({ err: error, ...about }, 'a top-up cannot be looked at: it is tried again at the next run');
      }
    };
    const now = clock.wallMs();
    const before = now - LOOKED_AFTER;
    for (let after = '', more = true; more; ) {
      const page = await db.read((tx) => topupsRepo(tx).openBefore(before, after, PART));
      for (const { id } of page) {
        await eachForItself({ topupId: id }, () => look(id));
        after = id;
      }
      more = page.length === PART;
    }
    for (const { owner_key: ownerKey, retry_at: at } of await db.read((tx) => topupsRepo(tx).retriesDue(now, PART)))
      await eachForItself({ ownerKey }, () =>
        db.write(async (tx) => {
          if (at === null || !(await topupsRepo(tx).takeRetry(ownerKey, Number(at)))) return;
          for (const purpose of TOPUP_PURPOSES) {
            const sum = await dueTopup(tx, { ownerKey, purpose });
            if (sum !== undefined) await beginAuto(tx, ownerKey, sum, purpose);
          }
        }),
      );
  };
