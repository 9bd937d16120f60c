import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { inferenceRepo, type RequestRow } from './inference.repo.ts';
import type { Running } from './running.ts';
import type { Settling } from './settling.ts';
import type { Upstream } from './upstream.ts';

export interface RecoveryDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly upstreams: readonly Upstream[];
  readonly running: Pick<Running, 'isHere'>;
  readonly settling: Pick<Settling, 'settle'>;
}

/** What gets on says so every two seconds. */
const STANDS_STILL = Minutes(1);
const AT_ONCE = 200;
/** A provider that says nothing is waited for by so many at a time, not by one after the other. */
const LOOK_UPS_AT_ONCE = 20;

/** Settles what nobody looks after any more, such as after a crash: once, by what is known of it, and for no more than was held. */
export const createRecovery = ({ db, clock, upstreams, running, settling }: RecoveryDeps) => {
  const tokensOf = async ({ provider, upstream_id: id, tokens_in: input, tokens_out: output }: RequestRow) => {
    const upstream = upstreams.find(({ settings }) => settings.name === provider);
    const looked = id === null ? undefined : await upstream?.usageOf(id);
    return looked ?? { in: input, out: output };
  };
  const settle = (row: RequestRow, tokens: Awaited<ReturnType<typeof tokensOf>>): Promise<boolean> => {
    const ending = {
      status: 'error',
      code: 'interrupted',
      provider: row.provider,
      upstreamId: row.upstream_id,
      tokens,
      usageSource: 'recovered',
      atMostHeld: true,
      firstTokenMs: null,
      ms: null,
      at: clock.wallMs(),
      pacedTokens: 0,
    } as const;
    return db.write((tx) => settling.settle(tx, row, ending));
  };
  return {
    /** Resolves with how many there were. One that cannot be settled stops no other; then it rejects in the end. */
    sweep: async (): Promise<number> => {
      const rows = await db.read((tx) => inferenceRepo(tx).standing(clock.wallMs() - STANDS_STILL, AT_ONCE));
      const left = rows.filter(({ id }) => !running.isHere(id));
      const failures: unknown[] = [];
      let settled = 0;
      while (left.length > 0) {
        const part = left.splice(0, LOOK_UPS_AT_ONCE);
        const known = await Promise.all(part.map(async (row) => ({ row, tokens: await tokensOf(row) })));
        for (const { row, tokens } of known)
          await settle(row, tokens).then(
            (isOurs) => (settled += isOurs ? 1 : 0),
            (error: unknown) => failures.push(error),
          );
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `requests that cannot be settled: ${failures.length}`);
      return settled;
    },
  };
};
