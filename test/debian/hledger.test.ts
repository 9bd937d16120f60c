import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT_KINDS, type AccountKind } from '@gatehouse/cloud/commerce/ledger/accounts.ts';
import { journalOf } from '@gatehouse/cloud/commerce/ledger/journal.ts';
import type { TransferRow } from '@gatehouse/cloud/commerce/ledger/posting.repo.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const CURRENCIES = ['EUR', 'AUD', 'JPY'];
const KINDS = Object.keys(ACCOUNT_KINDS) as AccountKind[];
const owner = (at: number) => (at % 2 === 0 ? `org#org_${at % 5}` : `facility#fac_${at % 7}`);

/** Transfers between every two kinds of accounts, of all sizes that the books can have. */
const TRANSFERS: readonly TransferRow[] = KINDS.flatMap((debit, i) =>
  KINDS.flatMap((credit, j) => {
    const [at, currency] = [i * KINDS.length + j, CURRENCIES[(i + j) % CURRENCIES.length]];
    const accounts = {
      debit_account: `${owner(i)}/${debit}/${currency}`,
      credit_account: `${owner(j + 1)}/${credit}/${currency}`,
    };
    const micros = [1, 999_999, 1_000_000, 12_345_678_901, 9_000_000_000_000][at % 5] ?? 1;
    const said = {
      key: `topup:tup_${at}`,
      kind: 'topup',
      about: `tup_${at}`,
      note: null,
      made_by: 'system',
      group_id: null,
    };
    const day = `2026-${String(1 + (at % 12)).padStart(2, '0')}-28`;
    return [{ id: `xfr_${at}`, ...said, ...accounts, micros, day, at: Date.parse(day) }];
  }),
);

/** The books' sums by another program, which knows nothing of ours. */
describe('hledger at the journal of the books', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-journal-'));
  const file = join(dir, 'books.journal');
  beforeAll(() => writeFileSync(file, journalOf(TRANSFERS)));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('reads it, and finds that every transfer balances without a conversion', async () =>
    expect(await runProgram('hledger', ['-f', file, 'check', 'balancednoautoconversion'])).toEqual({
      code: 0,
      output: '',
    }));

  it('has as many transfers as were exported, and comes to zero over all accounts in each currency', async () => {
    const { code, output } = await runProgram('hledger', ['-f', file, 'stats']);
    expect([code, /Transactions\s+: (\d+)/.exec(output)?.[1]]).toEqual([0, String(TRANSFERS.length)]);
    const { output: sums } = await runProgram('hledger', ['-f', file, 'balance', '--flat', '-E', '-O', 'csv']);
    expect(sums.trim().split('\n').at(-1)).toBe('"total","0"');
  });

  it('has the same balance of each account as the transfers say', async () => {
    const micros = new Map<string, number>();
    const add = (account: string, by: number) => {
      const [who = '', kind = '', currency = ''] = account.split('/');
      const name = `${ACCOUNT_KINDS[kind as AccountKind].nature}:${who.slice(who.indexOf('#') + 1)}:${kind} ${currency}`;
      micros.set(name, (micros.get(name) ?? 0) + by);
    };
    for (const { debit_account, credit_account, micros: x } of TRANSFERS) {
      add(debit_account, Number(x));
      add(credit_account, -Number(x));
    }
    const { output } = await runProgram('hledger', [
      '-f',
      file,
      'balance',
      '--flat',
      '-E',
      '-N',
      '-O',
      'csv',
      '--layout=bare',
    ]);
    const theirs = new Map(
      output
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(`[${line}]`) as [string, string, string])
        .map(([account, currency, amount]) => [`${account} ${currency}`, Math.round(Number(amount) * 1e6)]),
    );
    expect([...theirs].filter(([, amount]) => amount !== 0).toSorted()).toEqual(
      [...micros].filter(([, amount]) => amount !== 0).toSorted(),
    );
  });

  it('calls it broken where an amount is another one on one side', async () => {
    writeFileSync(join(dir, 'broken.journal'), journalOf(TRANSFERS).replace('-0.000001', '-0.000002'));
    const { code, output } = await runProgram('hledger', ['-f', join(dir, 'broken.journal'), 'check']);
    expect([code === 0, /could not balance|unbalanced/i.test(output)]).toEqual([false, true]);
  });
});
