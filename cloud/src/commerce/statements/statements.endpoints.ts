import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { nextPage, pageOf, pagesOf } from '../../kit/http/paging.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { flag, moment, superAdmins } from '../billing/billing-surface.ts';
import { type CsvMapping, DATE_FORMATS } from './read/csv-mapping.ts';
import { statementsFaults } from './statements.faults.ts';
import { REASONS } from './statements.repo.ts';
import type { StatementsService } from './statements.service.ts';

const endpoint = platformEndpoint<{ readonly statements: StatementsService }>();
const { statement_malformed, statement_wrong } = statementsFaults;

const BYTES_MAX = 10_000_000;
export const Reason = z
  .enum(REASONS)
  .describe(
    'Why it waits: `mistyped` is a letter or a swap away from a reference that is open; `already_settled` was matched before, by hand or by another payment.',
  );

const format = z.enum(['camt.053', 'csv']).describe('What the file is written in.');
const column = (what: string) => z.string().trim().min(1).max(100).optional().describe(what);
const CSV = 'Of a CSV alone: ';
const query = z.strictObject({
  dryRun: flag('Tells what would become of each payment, and keeps nothing:'),
  account: column(`${CSV}the account that it is of. Given, the file is read as CSV.`),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217')
    .optional()
    .describe(`${CSV}the currency of its amounts.`),
  delimiter: z.enum([',', ';', 'tab', '|']).default(';').describe(`${CSV}what stands between its columns.`),
  decimal: z.enum(['.', ',']).default(',').describe(`${CSV}what stands before its decimals.`),
  dateFormat: z.enum(DATE_FORMATS).default('YYYY-MM-DD').describe(`${CSV}how it writes days.`),
  bookedOn: column(`${CSV}what the column of the day of booking is called.`),
  amount: column(`${CSV}what the column of amounts is called; below zero went out.`),
  text: column(`${CSV}what the column is called in which the payer writes.`),
  bankReference: column(`${CSV}what the column of the bank’s own references is called.`),
  payer: column(`${CSV}what the column of whoever paid is called.`),
});
const REQUIRED = ['currency', 'bookedOn', 'amount', 'text'] as const;
const mappingOf = (asked: z.output<typeof query>): CsvMapping | undefined => {
  const { account, currency = '', bookedOn = '', amount = '', text = '', delimiter, dryRun: _, ...rest } = asked;
  if (account === undefined) return undefined;
  for (const field of REQUIRED)
    if (asked[field] === undefined) throw wrongField(`query.${field}`, 'required', 'must be given for a CSV');
  return { ...rest, account, currency, bookedOn, amount, text, delimiter: delimiter === 'tab' ? '\t' : delimiter };
};

const Looked = z
  .object({
    bookedOn: z.string().describe('The day on which the bank booked it.'),
    amountMinor: z.int().describe('In the smallest unit of its currency.'),
    text: z.string().describe('What the payer wrote.'),
    verdict: z.enum(['settles', 'waits']).describe('Whether it settles what its reference pays.'),
    reason: Reason.nullable().describe('Why it waits. Null: it settles.'),
    reference: z.string().nullable().describe('The reference that was read. Null: none.'),
  })
  .meta({ id: 'StatementEntryLooked' });
const Sent = z
  .object({
    fileId: z.string().nullable().describe('The file, in the list of files. Null: a dry run.'),
    format,
    sha256: z.string().describe('Of the file as it came, hex.'),
    entries: z.int().describe('How many payments are booked in it.'),
    looked: z
      .object({
        new: z.int().describe('How many no file before had.'),
        settles: z.int().describe('How many of these would settle something.'),
        waits: z.int().describe('How many would wait for somebody.'),
        shown: z.array(Looked).describe('The first 500 of those that are new.'),
      })
      .nullable()
      .describe('What a dry run found. Null: it was none, and a job takes the file in.'),
  })
  .meta({ id: 'StatementSent' });

export const sendStatement = endpoint({
  id: 'payments.send-statement',
  method: 'POST',
  path: '/api/admin/saas-billing/payments/statements',
  graph: { omit: 'A file is sent as it is, which GraphQL has not.' },
  summary: 'Send a statement of a bank',
  description:
    'CAMT.053 of any version (XML), or CSV where `account` is given, of 10 MB at most. A payment whose reference and amount fit settles what it pays; whatever else waits for somebody. Each payment counts once, by its account and the bank’s reference, in however many files it comes: a file may be sent again. A statement whose opening balance and entries do not make its closing balance is refused whole.',
  gate: superAdmins,
  act: 'money',
  query,
  bodyStream: {
    types: ['application/xml', 'text/xml', 'text/csv', 'application/octet-stream'],
    bytes: BYTES_MAX,
  },
  success: {
    status: 200,
    description: 'A dry run: nothing is kept.',
    schema: Sent,
    also: { status: 202, description: 'The file is kept, and a job takes it in.' },
  },
  examples: {
    query: { dryRun: 'true' },
    success: {
      fileId: null,
      format: 'camt.053',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      entries: 12,
      looked: {
        ...{ new: 1, settles: 1, waits: 0 },
        shown: [
          {
            ...{ bookedOn: '2026-11-30', amountMinor: 25_000, text: 'Top-up 7K3M-Q0Z3' },
            ...{ verdict: 'settles', reason: null, reference: '7K3M-Q0Z3' },
          },
        ],
      },
    },
  },
  faults: { statement_malformed, statement_wrong },
  audit: { event: 'statement.sent', target: () => undefined },
  prepare: async ({ statements }, { query, body }) => {
    const mapping = mappingOf(query);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    const file = await statements.read(Buffer.concat(chunks), mapping);
    return { file, looked: query.dryRun ? await statements.look(file) : null };
  },
  handle: async ({ statements }, _input, { tx, prepared: { file, looked }, caller, about }) => {
    const { format, sha256 } = file;
    if (looked === null) {
      const { fileId, entries } = await statements.keep(tx, file, actorOf(caller));
      about(fileId);
      return reply({ fileId, format, sha256, entries, looked: null }, {}, 202);
    }
    const { entries, shown, ...counts } = looked;
    const one = ({ entry, verdict }: (typeof shown)[number]) => ({
      ...{ bookedOn: entry.bookedOn, amountMinor: entry.minor, text: entry.text },
      ...{ verdict: verdict.is, reason: verdict.is === 'waits' ? verdict.reason : null, reference: verdict.reference },
    });
    return { fileId: null, format, sha256, entries, looked: { ...counts, shown: shown.map(one) } };
  },
});

const File = z
  .object({
    fileId: z.string().describe('The file: `bst_` and 16 characters.'),
    format,
    sha256: z.string().describe('Of the file as it came, hex.'),
    madeBy: By.describe('Who sent it.'),
    madeAt: moment.describe('When it came.'),
    takenInAt: moment.nullable().describe('When all of it was taken in. Null: a job is at it.'),
    entries: z.int().describe('How many payments are booked in it; those that an earlier file had count there.'),
    settled: z.int().describe('How many settled something by themselves.'),
    waiting: z.int().describe('How many wait for somebody.'),
    credited: z.int().describe('How many somebody credited.'),
    dismissed: z.int().describe('How many somebody put aside.'),
  })
  .meta({ id: 'StatementFile' });

export const listStatements = endpoint({
  id: 'payments.list-statements',
  method: 'GET',
  path: '/api/admin/saas-billing/payments/statements',
  summary: 'List the statements of banks',
  description: 'The files that were sent, the newest first, and what became of their payments.',
  gate: superAdmins,
  query: z.strictObject(pagesOf({ of: 'bst' })),
  success: { status: 200, description: 'A page.', schema: z.object({ data: z.array(File), next: nextPage }) },
  examples: {
    success: {
      data: [
        {
          fileId: 'bst_0123456789abcdef',
          format: 'camt.053',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          ...{ madeBy: BY_SAM, madeAt: '2026-01-01T09:30:00.000Z', takenInAt: '2026-01-01T09:30:01.000Z' },
          ...{ entries: 12, settled: 9, waiting: 2, credited: 1, dismissed: 0 },
        },
      ],
      next: null,
    },
  },
  faults: {},
  handle: ({ statements }, { query: { after, limit } }, { read }) =>
    read(async (tx) => {
      const rows = await statements.files(tx, { after, limit: limit + 1 });
      const { page, next } = pageOf(rows, limit, ({ fileId }) => fileId);
      return { data: await namedBy(tx, [...page], 'madeBy'), next };
    }),
});
