import { Hours } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { wrongField } from '../../kit/http/validate.ts';
import type { Period } from './audit-windows.ts';

/** 9999-12-31T23:59:59Z: the last second that a date can name. */
const LAST_SECOND = 253_402_300_799;
const UnixSeconds = z.coerce.number<string | number>().int().min(0).max(LAST_SECOND).optional();

export const unixTimes = {
  startTime: UnixSeconds.describe('Unix seconds.'),
  endTime: UnixSeconds.describe('Unix seconds. Now, unless given.'),
};

const IsoTime = z.iso.datetime({ offset: true }).optional();
export const isoTimes = {
  from: IsoTime.describe('Not before this time.'),
  to: IsoTime.describe('Before this time.'),
};

/** What the request calls the two ends. */
interface PeriodNames {
  readonly part: 'query' | 'body';
  readonly from: string;
  readonly to: string;
}

const DEFAULT_SPAN = Hours(24);

/** What is counted: the last 24 hours unless told otherwise, however far back that is. Names are those of the fields. */
export const countedPeriod = (
  given: { readonly from: number | undefined; readonly to: number | undefined },
  now: number,
  names: PeriodNames,
): Period => {
  const period = { from: given.from ?? now - DEFAULT_SPAN, to: given.to ?? now };
  mustEndLater(period, names);
  return period;
};

export const mustEndLater = ({ from, to }: Period, names: PeriodNames): void => {
  if (from >= to) throw wrongField(`${names.part}.${names.from}`, 'not_before', `must lie before ${names.to}`);
};

export const ofUnix = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1_000;
export const ofIso = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);
