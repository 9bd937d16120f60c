import type { BatchKind } from '../../kit/ingest/batch-kind.ts';
import { guessOf, readTime } from '../../kit/ingest/iso-time.ts';
import { CheckInItem } from './check-in-item.ts';

/** The columns that a check-in brings. */
export interface CheckInFields {
  readonly check_in_id: string | null;
  readonly member_id: string;
  /** Unix milliseconds. */
  readonly occurred_at: number;
  readonly check_in_type: string | null;
  readonly source: string | null;
  readonly class_id: string | null;
}
export interface CheckInRow {
  /** In the extended format; where it names no offset, the facility's zone says which instant that is. */
  readonly at: string;
  /** Those that were sent. */
  readonly fields: Pick<CheckInFields, 'member_id'> & Partial<CheckInFields>;
}

/** Check-ins as partners push them. */
export const batchKind: BatchKind<CheckInItem, CheckInItem, CheckInRow> = {
  url: import.meta.url,
  arrayKey: 'check_ins',
  idKeys: ['check_in_id', 'member_id'],
  item: CheckInItem,
  identity: ['check_in_id', 'member_id', 'timestamp'],
  judge: (item, _found, faults) => {
    // Without an identifier the type is part of what makes it the same check-in.
    const type = faults.find(({ path }) => path === 'check_in_type');
    if (type !== undefined && typeof item.check_in_id !== 'string') return { skip: type.reason };
    const { text, kind } = readTime(item.timestamp);
    return { ready: { ...item, timestamp: text }, guesses: guessOf('timestamp', 'moment', kind) };
  },
  build: (item) => ({
    at: item.timestamp,
    fields: {
      member_id: item.member_id,
      ...sent('check_in_id', item.check_in_id),
      ...sent('check_in_type', item.check_in_type),
      ...sent('source', item.source),
      ...sent('class_id', item.class_id),
    },
  }),
};

const sent = <K extends keyof CheckInFields>(name: K, value: CheckInFields[K] | undefined): Partial<CheckInFields> =>
  value === undefined ? {} : { [name]: value };
