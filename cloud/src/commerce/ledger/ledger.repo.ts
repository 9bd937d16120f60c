import { sql } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccountRow, TransferRow } from './posting.repo.ts';

const CURRENCY = 'billing-currency';

// Asked by each request to the gate.
const accountsOf = prepared((tx, { owner }: { readonly owner: string }) =>
  tx.selectFrom('ledger_account').where('owner_key', '=', owner).orderBy('id').selectAll(),
);

export const ledgerRepo = (tx: Tx) => ({
  accountsOf: (owner: string): Promise<AccountRow[]> => accountsOf(tx, { owner }),
  accounts: (kind: string, currency: string, owners: readonly string[]): Promise<AccountRow[]> =>
    tx
      .selectFrom('ledger_account')
      .where('kind', '=', kind)
      .where('currency', '=', currency)
      .where('owner_key', 'in', owners)
      .selectAll()
      .execute(),

  /** What moved on an account, the newest first. */
  transfersOf: async (account: string, before: string, limit: number): Promise<TransferRow[]> => {
    const side = (column: 'debit_account' | 'credit_account') =>
      tx
        .selectFrom('ledger_transfer')
        .where(column, '=', account)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .selectAll()
        .limit(limit)
        .execute();
    const both = [...(await side('debit_account')), ...(await side('credit_account'))];
    return both.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  },
  /** Of the days from `from` through `to`, in the order of the books. */
  journal: (
    { from, to }: { readonly from: string; readonly to: string },
    after: { readonly day: string; readonly id: string },
    limit: number,
  ): Promise<TransferRow[]> =>
    tx
      .selectFrom('ledger_transfer')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where(({ or, and, eb }) =>
        or([eb('day', '>', after.day), and([eb('day', '=', after.day), eb('id', '>', after.id)])]),
      )
      .orderBy('day')
      .orderBy('id')
      .selectAll()
      .limit(limit)
      .execute(),

  /** Accounts as they are, and what their sealed days, their transfers since and their open holds come to. */
  counted: async (after: string, limit: number) => {
    const accounts = await tx
      .selectFrom('ledger_account')
      .where('id', '>', after)
      .orderBy('id')
      .selectAll()
      .limit(limit)
      .execute();
    const ids = accounts.map(({ id }) => id);
    if (ids.length === 0) return [];
    const sealed = tx.selectFrom('ledger_day').select(({ fn }) => fn.max('day').as('day'));
    const last = (await sealed.executeTakeFirst())?.day ?? '';
    const days = await tx
      .selectFrom('ledger_day_sum')
      .where('account_id', 'in', ids)
      .groupBy('account_id')
      .select(({ fn }) => [
        'account_id as id',
        fn.sum<number>('debits').as('debits'),
        fn.sum<number>('credits').as('credits'),
      ])
      .execute();
    const since = (column: 'debit_account' | 'credit_account') =>
      tx
        .selectFrom('ledger_transfer')
        .where('day', '>', last)
        .where(column, 'in', ids)
        .groupBy(column)
        .select(({ fn }) => [`${column} as id` as const, fn.sum<number>('micros').as('micros')])
        .execute();
    const holds = await tx
      .selectFrom('ledger_hold')
      .where('account_id', 'in', ids)
      .where('state', '=', sql.lit('held' as const))
      .groupBy('account_id')
      .select(({ fn }) => ['account_id as id', fn.sum<number>('micros').as('micros')])
      .execute();
    const [debited, credited] = [await since('debit_account'), await since('credit_account')];
    const of = (rows: readonly { id: string; micros: number }[], id: string) =>
      Number(rows.find((row) => row.id === id)?.micros ?? 0);
    return accounts.map((account) => {
      const day = days.find(({ id }) => id === account.id);
      return {
        account,
        debits: Number(day?.debits ?? 0) + of(debited, account.id),
        credits: Number(day?.credits ?? 0) + of(credited, account.id),
        held: of(holds, account.id),
      };
    });
  },
  /** How many accounts are frozen, counted up to so many. */
  countFrozen: async (most: number): Promise<number> => {
    const { count } = await tx
      .selectFrom((eb) =>
        eb.selectFrom('ledger_account').where('frozen_at', 'is not', null).select('id').limit(most).as('some'),
      )
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  freeze: async (id: string, at: number): Promise<boolean> => {
    const account = tx.updateTable('ledger_account').where('id', '=', id).where('frozen_at', 'is', null);
    return (await account.set({ frozen_at: at }).returning('id').executeTakeFirst()) !== undefined;
  },
  thaw: async (id: string): Promise<boolean> => {
    const account = tx.updateTable('ledger_account').where('id', '=', id).where('frozen_at', 'is not', null);
    return (await account.set({ frozen_at: null }).returning('id').executeTakeFirst()) !== undefined;
  },

  hasTransfers: async (): Promise<boolean> =>
    (await tx.selectFrom('ledger_transfer').select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) !== undefined,
  currency: async (): Promise<string | undefined> =>
    (await tx.selectFrom('ledger_setting').where('name', '=', CURRENCY).select('value').executeTakeFirst())?.value,
  setCurrency: (value: string, at: number): Promise<unknown> =>
    tx
      .insertInto('ledger_setting')
      .values({ name: CURRENCY, value, set_at: at })
      .onConflict((on) => on.column('name').doUpdateSet({ value, set_at: at }))
      .execute(),
});
