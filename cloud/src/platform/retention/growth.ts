import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { growthRepo } from './growth.repo.ts';

interface Growth {
  readonly bytes: number;
  /** Within the last day, or since it was first looked at. */
  readonly grownBytes: number;
  readonly since: number;
  /** Whether it grows so fast that an operator should find out why. */
  readonly isFast: boolean;
}

const KEPT = Days(15);
/** A day on which it grows by less is never a matter. */
const UNREMARKABLE_BYTES = 1024 ** 3;
/** Times the mean of the days before. */
const FAST_FACTOR = 3;

/** How fast the database grows. What strangers can make it store is bounded; this catches the unexpected. */
export const createGrowth = ({
  db,
  clock,
  log,
}: {
  readonly db: Pick<Database, 'read' | 'write' | 'engine'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly log: { error(detail: unknown, message: string): void };
}) => {
  /** As the hourly looks have it; nothing before the first. */
  const read = async (tx: Tx): Promise<Growth | undefined> => {
    const sizes = (await growthRepo(tx).list()).map(({ at, bytes }) => ({ at: Number(at), bytes: Number(bytes) }));
    const [first] = sizes;
    const last = sizes.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const dayAgo = sizes.findLast(({ at }) => at <= last.at - Days(1)) ?? first;
    const grownBytes = last.bytes - dayAgo.bytes;
    const daysBefore = (dayAgo.at - first.at) / Days(1);
    const usual = daysBefore < 1 ? 0 : Math.max(0, dayAgo.bytes - first.bytes) / daysBefore;
    const isFast = grownBytes > Math.max(UNREMARKABLE_BYTES, FAST_FACTOR * usual);
    return { bytes: last.bytes, grownBytes, since: dayAgo.at, isFast };
  };

  return {
    read,

    /** Looks once an hour; where it grows fast, says so in the log each time. */
    look: async (): Promise<void> => {
      const at = Math.floor(clock.wallMs() / Hours(1)) * Hours(1);
      const growth = await db.write(async (tx) => {
        const repo = growthRepo(tx);
        await repo.add(at, await repo.size(db.engine));
        await repo.forgetBefore(at - KEPT);
        return read(tx);
      });
      if (growth?.isFast)
        log.error(
          { bytes: growth.bytes, grown_bytes: growth.grownBytes, since: isoOf(growth.since) },
          'the database grows faster than it ever did: see who fills it',
        );
    },
  };
};
