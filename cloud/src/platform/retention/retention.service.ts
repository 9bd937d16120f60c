import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { retentionFault } from './retention.faults.ts';
import type { RetentionPolicy } from './retention.ports.ts';
import { retentionRepo } from './retention.repo.ts';

export interface KeptFor extends Pick<RetentionPolicy, 'name' | 'what' | 'days'> {
  readonly keepDays: number;
  /** Null where it is the default. */
  readonly setBy: string | null;
  readonly setAt: number | null;
}

export interface RetentionDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly log: { error(detail: unknown, message: string): void };
  readonly kinds: () => readonly RetentionPolicy[];
}
export type RetentionService = ReturnType<typeof createRetentionService>;

/** Rows per unit of work, so that nothing waits for the writer for long. */
const CHUNK = 500;

/** For how long each kind of record is kept, and the forgetting. */
export const createRetentionService = ({ db, clock, log, kinds }: RetentionDeps) => {
  const policy = async (tx: Tx): Promise<readonly KeptFor[]> => {
    const settings = new Map((await retentionRepo(tx).settings()).map((setting) => [setting.kind, setting]));
    return kinds().map(({ name, what, days }) => {
      const setting = settings.get(name);
      return {
        name,
        what,
        days,
        // A bound that a later version narrows counts for what was set before it.
        keepDays: Math.min(Math.max(setting?.keep_days ?? days.default, days.min), days.max),
        setBy: setting?.set_by ?? null,
        setAt: setting?.set_at ?? null,
      };
    });
  };
  const forget = async ({ deleteBefore }: RetentionPolicy, keepDays: number, signal?: AbortSignal): Promise<void> => {
    const before = clock.wallMs() - Days(keepDays);
    for (;;) {
      const gone = await db.write((tx) => deleteBefore(tx, before, CHUNK));
      if (gone < CHUNK || signal?.aborted === true) return;
    }
  };

  return {
    policy,

    /** Sets the days of each kind; `null` restores the default. All or nothing: one fault changes none. */
    set: async (
      tx: Tx,
      wanted: readonly { readonly kind: string; readonly keepDays: number | null }[],
      by: string,
    ): Promise<readonly KeptFor[]> => {
      for (const { kind, keepDays } of wanted) {
        const known = kinds().find(({ name }) => name === kind);
        if (known === undefined) throw retentionFault('retention_refused', `kinds: there is no kind ${kind}.`);
        const { min, max } = known.days;
        if (keepDays === null) await retentionRepo(tx).unset(kind);
        else if (keepDays < min || keepDays > max)
          throw retentionFault('retention_refused', `keepDays: ${kind} is kept for ${min} to ${max} days.`);
        else await retentionRepo(tx).set({ kind, keep_days: keepDays, set_by: by, set_at: clock.wallMs() });
      }
      return policy(tx);
    },

    /** Deletes everything that is due. A kind that fails does not stop the others; rejects at the end if one failed. */
    sweep: async (signal?: AbortSignal): Promise<void> => {
      const keep = new Map((await db.read(policy)).map(({ name, keepDays }) => [name, keepDays]));
      const failed: string[] = [];
      for (const kind of kinds()) {
        if (signal?.aborted === true) return;
        await forget(kind, keep.get(kind.name) ?? kind.days.default, signal).catch((cause: unknown) => {
          log.error({ err: cause, kind: kind.name }, 'old records were kept');
          failed.push(kind.name);
        });
      }
      if (failed.length > 0) throw new Error(`not forgotten: ${failed.join(', ')}`);
    },
  };
};
