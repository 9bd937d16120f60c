import type { BatchKind } from '../../ingest/batch-kind.ts';
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
  readonly recordKey: string;
  /** Those of the optional ones that were sent. */
  readonly fields: Pick<CheckInFields, 'member_id' | 'occurred_at'> & Partial<CheckInFields>;
}

/** Check-ins as partners push them. */
export const batchKind: BatchKind<CheckInItem, CheckInItem, CheckInRow> = {
  url: import.meta.url,
  arrayKey: 'check_ins',
  idKeys: ['check_in_id', 'member_id'],
  item: CheckInItem,
  judge: (item) => ({ ready: item }),
  build: (item) => {
    const occurredAt = Date.parse(item.timestamp);
    return {
      recordKey: recordKeyOf(item, occurredAt),
      fields: {
        member_id: item.member_id,
        occurred_at: occurredAt,
        ...sent('check_in_id', item.check_in_id),
        ...sent('check_in_type', item.check_in_type),
        ...sent('source', item.source),
        ...sent('class_id', item.class_id),
      },
    };
  },
};

/** What makes it the same check-in: the partner's identifier, or else who, when, and of which kind. */
const recordKeyOf = ({ check_in_id: id, check_in_type: type, member_id: member }: CheckInItem, occurredAt: number) =>
  typeof id === 'string' ? `id ${id}` : `at ${occurredAt} ${JSON.stringify([member, type ?? null])}`;

const sent = <K extends keyof CheckInFields>(name: K, value: CheckInFields[K] | undefined): Partial<CheckInFields> =>
  value === undefined ? {} : { [name]: value };
