import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { minorOfMicros } from '../ledger/ledger.module.ts';
import type { DayLine } from '../rates/rates.module.ts';

/** One charge of one facility in a month. */
export interface RecordLine {
  /** Within its record, from 1 on. */
  readonly lineId: string;
  readonly facilityId: FacilityId;
  /** A charge key, or `custom:` and the id of a custom charge. */
  readonly key: string;
  readonly label: string | null;
  /** Thousandths. */
  readonly quantity: number;
  readonly free: number;
  readonly micros: number;
  readonly cents: number;
}

type Sum = Omit<RecordLine, 'lineId' | 'cents'>;

/** Adds up the lines of days, by charge. */
export const sumLines = (facilityId: FacilityId, lines: readonly DayLine[]): Sum[] => {
  const sums = new Map<string, { -readonly [Field in keyof Sum]: Sum[Field] }>();
  for (const { key, label, quantity, free, micros } of lines) {
    const sum = sums.get(key) ?? { facilityId, key, label, quantity: 0, free: 0, micros: 0 };
    sum.quantity += quantity;
    sum.free += free;
    sum.micros += micros;
    sum.label = label;
    sums.set(key, sum);
  }
  return [...sums.values()];
};

/** Lines of a record: cents are made of each once, half to even, and what the record comes to is their sum. */
export const recordOf = (sums: readonly Sum[], currency: string) => {
  const lines = sums
    .filter(({ quantity, micros }) => quantity !== 0 || micros !== 0)
    .map((sum, at): RecordLine => ({ lineId: String(at + 1), ...sum, cents: minorOfMicros(sum.micros, currency) }));
  return {
    lines,
    totalCents: lines.reduce((total, { cents }) => total + cents, 0),
    micros: lines.reduce((total, { micros }) => total + micros, 0),
  };
};
