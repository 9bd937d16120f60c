import type { FacilityTime } from '../../kit/facility-time.ts';
import { maintenanceWords } from '../../words/maintenance-en.ts';

export type Mode = 'force-open' | 'force-closed';

/** Ends at a time of the facility's clock, or once somebody ends it. */
export const AT_TIME = 'at';
export const BY_HAND = '';
const HOURS = [1, 2, 4, 8, 12] as const;
const HOUR_MS = 3_600_000;

/** When a maintenance may end. What holds a door open always ends by itself. */
export const endsOf = (mode: Mode): readonly (readonly [end: string, words: string])[] => [
  ...HOURS.map((hours) => [String(hours), maintenanceWords.afterHours(hours)] as const),
  [AT_TIME, maintenanceWords.atTime],
  ...(mode === 'force-open' ? [] : ([[BY_HAND, maintenanceWords.byHand]] as const)),
];

interface ChosenEnd {
  readonly end: string;
  /** Of a time: as a field for local times has it. */
  readonly field: string;
  readonly time: Pick<FacilityTime, 'momentOf'>;
  readonly nowMs: number;
}

/** The moment that was chosen, in ms since 1970; undefined for one that somebody ends, `wrong` for none that is to come. */
export const endOf = ({ end, field, time, nowMs }: ChosenEnd): number | undefined | 'wrong' => {
  if (end === BY_HAND) return undefined;
  if (end !== AT_TIME) return nowMs + Number(end) * HOUR_MS;
  const moment = time.momentOf(field);
  return moment === undefined || moment <= nowMs ? 'wrong' : moment;
};
