import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { utcDay } from '@gatehouse/shared/time/utc-day.ts';
import { parseOwnerKey } from '../../commerce/ledger/ledger.module.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aiCreditsRepo } from './ai-credits.repo.ts';

const DAYS_AT_ONCE = 50;
const ROWS_AT_ONCE = 200;

/**
 * Closes days for all facilities: what requests came to on a day becomes one transaction, once the books of that day are sealed and
 * nothing can be added to it. Days of weeks ago are closed as those of yesterday are.
 */
export const createCloseDays =
  ({
    db,
    clock,
    random,
  }: {
    readonly db: Pick<Database, 'read' | 'write'>;
    readonly clock: Pick<Clock, 'wallMs'>;
    readonly random: RandomBytes;
  }) =>
  async (signal?: AbortSignal): Promise<void> => {
    const close = (day: string): Promise<void> =>
      db.write(async (tx) => {
        const repo = aiCreditsRepo(tx);
        const now = clock.wallMs();
        if (!(await repo.closeDay(day, now))) return;
        const at = utcDay(day).to - 1;
        const rows = (await repo.usageOn(day)).flatMap(({ account, ...sum }) => {
          const owner = parseOwnerKey(account.split('/')[0] ?? '');
          if (owner?.kind !== 'facility') return [];
          return [{ id: randomId('atx', random, at), facility_id: owner.id, day, ...sum, at, closed_at: now }];
        });
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
          await repo.addDays(rows.slice(from, from + ROWS_AT_ONCE));
      });
    for (let more = true; more; ) {
      const days = await db.read(async (tx) => {
        const repo = aiCreditsRepo(tx);
        return repo.sealedAfter(await repo.lastClosed(), DAYS_AT_ONCE);
      });
      for (const day of days) {
        signal?.throwIfAborted();
        await close(day);
      }
      more = days.length === DAYS_AT_ONCE;
    }
  };
