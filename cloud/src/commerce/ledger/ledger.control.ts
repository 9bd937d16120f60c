import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LedgerService } from './ledger.service.ts';

const Day = z.iso.date({ error: 'must be a day such as 2026-01-31' });
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-01');

/** Orders about the books, for whoever has the cloud’s machine. */
export const ledgerCommands = ({
  db,
  ledger,
}: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly ledger: LedgerService;
}): Readonly<Record<string, ControlCommand>> => ({
  'verify-ledger': controlCommand({ body: z.strictObject({}), run: () => ledger.verify() }),
  'export-ledger': controlCommand({
    body: z
      .strictObject({ from: Day, to: Day, after: z.string().max(60).optional() })
      .refine(({ from, to }) => from <= to, { path: ['from'], error: 'must not lie after to' }),
    run: ({ after, ...days }) => ledger.journal(days, after),
  }),
  'trial-balance': controlCommand({
    body: z.strictObject({ month: Month }),
    run: ({ month }) => db.read((tx) => ledger.trialBalance(tx, month)),
  }),
  'close-ledger': controlCommand({
    body: z.strictObject({ month: Month, by: z.string().min(1).max(120) }),
    run: ({ month, by }) => db.write((tx) => ledger.close(tx, month, `operator:${by}`)),
  }),
  'thaw-ledger': controlCommand({
    body: z.strictObject({ account: z.string().min(1).max(120) }),
    run: async ({ account }) => ({ account, thawed: await ledger.thaw(account) }),
  }),
});
