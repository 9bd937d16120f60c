import { Days } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { wrongField } from '../../kit/http/validate.ts';

const USUAL = Days(30);
const MOST = Days(366);

const seconds = z.coerce.number<string | number>().int().min(0).max(9_999_999_999).optional();
export const windowFields = {
  fromDate: seconds.describe('Unix seconds, inclusive. 30 days before `toDate` unless given.'),
  toDate: seconds.describe('Unix seconds, exclusive. Now unless given; 366 days after `fromDate` at most.'),
};

/** ms since 1970, from (inclusive) to (exclusive). */
export interface MoneyWindow {
  readonly from: number;
  readonly to: number;
}

/** The time that a list is about. Throws a 400. */
export const windowOf = (
  asked: { readonly fromDate?: number | undefined; readonly toDate?: number | undefined },
  now: number,
): MoneyWindow => {
  const to = asked.toDate === undefined ? now : asked.toDate * 1_000;
  const from = asked.fromDate === undefined ? Math.max(0, to - USUAL) : asked.fromDate * 1_000;
  if (from >= to) throw wrongField('query.fromDate', 'not_before', 'must lie before toDate');
  if (to - from > MOST) throw wrongField('query.fromDate', 'too_long', 'may lie 366 days before toDate at most');
  return { from, to };
};
