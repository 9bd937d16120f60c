import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { exampleOwner, OwnerKeyText } from '../rates/rates.module.ts';
import { monthlyRecordsFaults } from './monthly-records.faults.ts';
import type { RecordPosition } from './monthly-records.repo.ts';
import type { MonthlyRecords } from './monthly-records.service.ts';

const endpoint = platformEndpoint<{
  readonly monthlyRecords: MonthlyRecords;
}>();
const gate = { needs: 'super-admin', in: 'platform' } as const;

const recordId = z
  .string()
  .max(60)
  .describe('The record.')
  .meta({ examples: ['mrec_0123456789abcdef'] });
const lineId = z
  .string()
  .max(20)
  .describe('The line, within its record.')
  .meta({ examples: ['1'] });
const line = {
  facilityId: z.string().describe('The facility.'),
  key: z.string().describe('The charge: its key, or `custom:` and the id of a custom charge.'),
  label: z.string().nullable().describe('What a custom charge is called. Null of any other.'),
};
const cents = z.int().describe('In cents.');
const Record = z
  .object({
    recordId,
    payerKey: OwnerKeyText,
    month: z.string().describe('`YYYY-MM`, UTC.'),
    billingMethod: z
      .enum(['wallet', 'invoice'])
      .describe('`wallet`: its days were debited one by one, and the record says what they came to.'),
    state: z.enum(['open', 'issued', 'paid', 'overdue', 'void']).describe('`issued`: it is owed.'),
    totalCents: cents.describe('The sum of its lines, in cents.'),
    reference: z.string().nullable().describe('What a payment names. Null: nothing is owed.'),
    closedAt: z.iso.datetime().describe('When it was made.'),
    dueAt: z.iso.datetime().nullable().describe('Until when it has to be paid. Null: nothing is owed.'),
    paidAt: z.iso.datetime().nullable().describe('When it was paid. Null: it is not.'),
    lines: z
      .array(
        z.object({
          lineId,
          ...line,
          quantity: z.number().describe('How much was counted, over all days.'),
          free: z.number().describe('How much of that was free.'),
          cents: cents.describe('What it came to, in cents: half to even.'),
        }),
      )
      .describe('Each charge of each facility.'),
  })
  .meta({ id: 'MonthlyRecord' });

const readPosition = (text: string | undefined): RecordPosition | undefined => {
  if (text === undefined) return undefined;
  const [, month, id] = /^(\d{4}-\d{2}) (mrec_[0-9a-z]{16})$/.exec(text) ?? [];
  if (month === undefined || id === undefined)
    throw wrongField('query.after', 'unknown', 'must be the `next` of a page');
  return { month, id };
};

export const listMonthlyRecords = endpoint({
  id: 'monthly-records.list',
  method: 'GET',
  path: '/api/admin/saas-billing/org/:organisationId/monthly-records',
  summary: 'List the monthly records of an organisation',
  description:
    'Of the organisation and of its facilities, the newest month first. A record never changes but for being paid.',
  gate: { needs: 'super-admin', in: 'organisation' },
  params: z.object({ organisationId: OrgId.describe('The organisation.') }),
  query: z.strictObject(pageQuery),
  success: { status: 200, description: 'The records.', schema: pageSchema(Record) },
  examples: {
    params: { organisationId: 'org_0123456789abcdef' },
    success: {
      data: [
        {
          recordId: 'mrec_0123456789abcdef',
          payerKey: exampleOwner,
          month: '2026-01',
          billingMethod: 'invoice',
          state: 'issued',
          totalCents: 2_325,
          reference: '7K3M-Q0Z3',
          closedAt: '2026-02-01T02:00:00.000Z',
          dueAt: '2026-02-15T02:00:00.000Z',
          paidAt: null,
          lines: [
            {
              lineId: '1',
              facilityId: 'fac_0123456789abcdef',
              key: 'pricePerDoorDay',
              label: null,
              quantity: 93,
              free: 0,
              cents: 2_325,
            },
          ],
        },
      ],
      next: null,
    },
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ monthlyRecords }, { params: { organisationId }, query: { after, limit } }, { read }) =>
    read(async (tx) => {
      const rows = await monthlyRecords.page(tx, organisationId, readPosition(after), limit + 1);
      const { page, next } = pageOf(rows, limit, ({ month, recordId: id }) => `${month} ${id}`);
      return { data: [...page], next };
    }),
});

export const explainLine = endpoint({
  id: 'monthly-records.explain',
  method: 'GET',
  path: '/api/admin/saas-billing/explain/:recordId/:lineId',
  summary: 'Explain a line of a monthly record',
  description:
    'Day by day: what was counted, what of it was free, the price and the percentage that held, and the versions of the rates that say so. The days come to exactly the micros of the line; its cents are those, half to even.',
  gate,
  params: z.object({ recordId, lineId }),
  success: {
    status: 200,
    description: 'Where the line comes from.',
    schema: z.object({
      recordId,
      lineId,
      ...line,
      micros: z.int().describe('What its days came to, in millionths of the major unit.'),
      cents: cents.describe('The same in cents, half to even.'),
      data: z
        .array(
          z.object({
            day: z.iso.date().describe('The day (UTC).'),
            quantity: z.number().describe('How much was counted.'),
            free: z.number().describe('How much of that was free.'),
            price: z.number().describe('The price of one, or a custom charge’s amount of a month, in major units.'),
            percent: z.number().describe('What was added, in per cent.'),
            micros: z.int().describe('What it came to; parts of a micro go on to the next day.'),
            versions: z.array(z.string()).describe('The versions of rates that the day was opened with.'),
          }),
        )
        .describe('Each day that has it, the oldest first.'),
    }),
  },
  examples: {
    params: { recordId: 'mrec_0123456789abcdef', lineId: '1' },
    success: {
      recordId: 'mrec_0123456789abcdef',
      lineId: '1',
      facilityId: 'fac_0123456789abcdef',
      key: 'pricePerDoorDay',
      label: null,
      micros: 750_000,
      cents: 75,
      data: [
        {
          day: '2026-01-31',
          quantity: 3,
          free: 0,
          price: 0.25,
          percent: 0,
          micros: 750_000,
          versions: ['rv_0123456789abcdef'],
        },
      ],
    },
  },
  faults: { record_unknown: monthlyRecordsFaults.record_unknown },
  handle: ({ monthlyRecords }, { params }, { read }) =>
    read((tx) => monthlyRecords.explain(tx, params.recordId, params.lineId)),
});
