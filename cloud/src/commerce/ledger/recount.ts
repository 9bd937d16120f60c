import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { ledgerRepo } from './ledger.repo.ts';
import type { AccountRow } from './posting.repo.ts';

/** Accounts that are counted in one read. */
const AT_ONCE = 200;

/** An account that is not the sum of its transfers and of its open holds. */
export interface Difference {
  readonly account: AccountRow;
  readonly debits: number;
  readonly credits: number;
  readonly held: number;
}

/** Each account against the sum of its sealed days, of its transfers since, and of its open holds, page by page. */
export const differences = async (
  db: Pick<Database, 'read'>,
  signal?: AbortSignal,
): Promise<{ readonly accounts: number; readonly found: readonly Difference[] }> => {
  const found: Difference[] = [];
  let accounts = 0;
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const page = await db.read((tx) => ledgerRepo(tx).counted(after, AT_ONCE));
    accounts += page.length;
    for (const { account, ...counted } of page)
      if ((['debits', 'credits', 'held'] as const).some((column) => account[column] !== counted[column]))
        found.push({ account, ...counted });
    const last = page.at(-1);
    if (page.length < AT_ONCE || last === undefined) return { accounts, found };
    after = last.account.id;
    await yieldToEventLoop();
  }
};

/** The nightly recount: an account that differs is frozen, and somebody is told. */
export const createRecount =
  ({
    db,
    clock,
    log,
    tell,
  }: {
    readonly db: Pick<Database, 'read' | 'write'>;
    readonly clock: Pick<Clock, 'wallMs'>;
    readonly log: { error(detail: unknown, message: string): void };
    readonly tell: (tx: Tx, account: AccountRow) => Promise<void>;
  }) =>
  async (signal?: AbortSignal): Promise<void> => {
    const { found } = await differences(db, signal);
    for (const { account, ...counted } of found) {
      const { id, debits, credits, held } = account;
      log.error(
        { account: id, stored: { debits, credits, held }, counted },
        'an account is not the sum of its transfers',
      );
      await db.write(async (tx) => {
        if (await ledgerRepo(tx).freeze(id, clock.wallMs())) await tell(tx, account);
      });
    }
  };
