import { createHash } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { PaymentsService } from '../payments/payments.module.ts';
import { type EntryVerdict, type JudgesEntries, judgeEntry } from './judge-entry.ts';
import type { BankEntry, BankStatement } from './read/bank-statement.ts';
import type { CsvMapping } from './read/csv-mapping.ts';
import type { StatementReader } from './statement-reader.ts';
import { statementsFault } from './statements.faults.ts';
import { REASONS, type Reason, statementsRepo } from './statements.repo.ts';

export const TAKE_IN = 'statements.take-in';
/** So many entries a unit: each may settle something, and nobody at a door waits for that. */
const ENTRIES_AT_ONCE = 10;
/** So many entries of a dry run are shown one by one. */
const SHOWN_MAX = 500;
/** Of what a job settles: nobody of ours did it by hand. */
const BY_STATEMENT = 'system:bank-statement';

export interface StatementFile {
  readonly format: 'camt.053' | 'csv';
  readonly sha256: string;
  readonly statements: readonly BankStatement[];
}
export interface StatementsDeps extends JudgesEntries {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly reader: StatementReader;
  readonly payments: JudgesEntries['payments'] & Pick<PaymentsService, 'match'>;
}
export type StatementsService = ReturnType<typeof createStatementsService>;

interface Settled {
  readonly state: 'settled' | 'waiting';
  readonly reason: Reason | null;
  readonly reference: string | null;
  readonly ownerKey: string | null;
  readonly transferId: string | null;
  readonly owners: readonly string[];
}
const WAITING = { state: 'waiting', ownerKey: null, transferId: null } as const;

type Entry = BankEntry & Pick<BankStatement, 'account' | 'currency' | 'statementId'>;
const entriesOf = (statements: readonly BankStatement[]): readonly Entry[] =>
  statements.flatMap(({ account, currency, statementId, entries }) =>
    entries.map((entry) => ({ ...entry, account, currency, statementId })),
  );
function* inParts(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) yield entries.slice(at, at + ENTRIES_AT_ONCE);
}

/** Files of banks: read, checked, and taken in payment by payment, each once over all files. */
export const createStatementsService = (deps: StatementsDeps) => {
  const { db, clock, random, jobs, reader, payments } = deps;

  /** Those of a part that no file before had. All are of one account, or of several. */
  const newOf = async (tx: Tx, part: readonly Entry[]): Promise<readonly Entry[]> => {
    const fresh: Entry[] = [];
    for (const [account, entries = []] of Map.groupBy(part, ({ account }) => account)) {
      const known = await statementsRepo(tx).known(
        account,
        entries.map(({ key }) => key),
      );
      fresh.push(...entries.filter(({ key }) => !known.has(key)));
    }
    return fresh;
  };

  const paidAtOf = ({ bookedOn }: Entry): number =>
    Math.floor(Math.min(Date.parse(`${bookedOn}T00:00:00Z`), clock.wallMs()) / 1_000);

  /** What becomes of it. Somebody else may have settled the same just now: then the money came twice. */
  const settle = async (tx: Tx, entry: Entry): Promise<Settled> => {
    const verdict = await judgeEntry(tx, deps, entry);
    if (verdict.is === 'waits') return { ...WAITING, ...verdict };
    const { reference, payable } = verdict;
    const payment = { reference, amountCents: entry.minor, paidAt: paidAtOf(entry), force: false, source: 'statement' };
    const { status, transferId } = await payments.match(tx, payment, { by: BY_STATEMENT, actor: BY_STATEMENT });
    const owners = [payable.ownerKey as string];
    return status === 'settled'
      ? { state: 'settled', reason: null, reference, ownerKey: payable.ownerKey, transferId, owners: [] }
      : { ...WAITING, reason: 'already_settled', reference, owners };
  };

  const take = async (tx: Tx, fileId: string, entry: Entry): Promise<void> => {
    const id = randomId('ben', random, clock.wallMs());
    const { key, bookedOn, minor, statementId, bankReference, reversal, ...same } = entry;
    const repo = statementsRepo(tx);
    const isFirst = await repo.insertEntry({
      ...{ id, entry_key: key, file_id: fileId, statement_id: statementId, bank_reference: bankReference },
      ...{ booked_on: bookedOn, amount_minor: minor, reversal: reversal ? 1 : 0, ...same, state: 'waiting' },
    });
    // Another replica takes in a file that has it too.
    if (!isFirst) return;
    const { state, reason, reference, ownerKey, transferId, owners } = await settle(tx, entry);
    await repo.judged(id, {
      ...{ state, reason, reference, owner_key: ownerKey, transfer_id: transferId },
      // Whoever paid is named only to whoever has to find out what for.
      ...(state === 'settled' && { payer: null }),
    });
    await repo.mayBeOf(id, owners);
  };

  return {
    /** Reads a file as it came. Throws `statement_malformed` and `statement_wrong`, by place and rule. */
    read: async (bytes: Uint8Array, mapping: CsvMapping | undefined): Promise<StatementFile> => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const read = await reader.read(new Uint8Array(bytes).buffer, mapping);
      if ('statements' in read)
        return { format: mapping === undefined ? 'camt.053' : 'csv', sha256, statements: read.statements };
      const { path, rule, message } = read.problem;
      throw statementsFault(read.malformed ? 'statement_malformed' : 'statement_wrong', message, {
        body: {
          error: read.malformed ? 'statement_malformed' : 'statement_wrong',
          message,
          errors: [{ path, rule, message }],
        },
      });
    },

    /** What would become of each entry that no file before had, if the file were taken in now. */
    look: async ({ statements }: StatementFile) => {
      const entries = entriesOf(statements);
      const shown: { readonly entry: Entry; readonly verdict: EntryVerdict }[] = [];
      const counts = { new: 0, settles: 0, waits: 0 };
      const reasons = Object.fromEntries(REASONS.map((reason) => [reason, 0]));
      for (const part of inParts(entries))
        await db.read(async (tx) => {
          for (const entry of await newOf(tx, part)) {
            const verdict = await judgeEntry(tx, deps, entry);
            counts.new += 1;
            counts[verdict.is] += 1;
            if (verdict.is === 'waits') reasons[verdict.reason] = (reasons[verdict.reason] ?? 0) + 1;
            if (shown.length < SHOWN_MAX) shown.push({ entry, verdict });
          }
        });
      return { entries: entries.length, ...counts, shown };
    },

    /** Keeps a file, to be taken in by a job. */
    keep: async (tx: Tx, { format, sha256, statements }: StatementFile, by: string) => {
      const now = clock.wallMs();
      const id = randomId('bst', random, now);
      const entries = statements.reduce((sum, { entries }) => sum + entries.length, 0);
      await statementsRepo(tx).insertFile({
        ...{ id, format, sha256, made_by: by, made_at: now, entries },
        ...{ to_take_in: JSON.stringify(statements), taken_in_at: null },
      });
      await jobs.enqueue(tx, TAKE_IN, { fileId: id });
      return { fileId: id, format, sha256, entries, madeBy: by, madeAt: isoOf(now) };
    },

    /** Takes in what of a file is not taken in yet, in units of a few entries: whatever ends it between, the next run goes on. */
    takeIn: async (fileId: string, signal: AbortSignal): Promise<void> => {
      const file = await db.read((tx) => statementsRepo(tx).findFile(fileId));
      if (file === undefined || file.to_take_in === null) return;
      for (const part of inParts(entriesOf(JSON.parse(file.to_take_in) as readonly BankStatement[]))) {
        signal.throwIfAborted();
        await db.write(async (tx) => {
          for (const entry of await newOf(tx, part)) await take(tx, fileId, entry);
        });
      }
      await db.write((tx) => statementsRepo(tx).leaveToTakeIn(fileId, null, clock.wallMs()));
    },

    files: async (tx: Tx, { after, limit }: { readonly after?: string | undefined; readonly limit: number }) => {
      const rows = await statementsRepo(tx).pageOfFiles(after, limit);
      const counts = await statementsRepo(tx).countsOf(rows.map(({ id }) => id));
      return rows.map((row) => {
        const { settled = 0, waiting = 0, credited = 0, dismissed = 0 } = counts.get(row.id) ?? {};
        return {
          ...{ fileId: row.id, format: row.format, sha256: row.sha256, entries: row.entries, madeBy: row.made_by },
          ...{ madeAt: isoOf(Number(row.made_at)), settled, waiting, credited, dismissed },
          takenInAt: row.taken_in_at === null ? null : isoOf(Number(row.taken_in_at)),
        };
      });
    },
    close: () => reader.close(),
  };
};
