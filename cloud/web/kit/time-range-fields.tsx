import { rangeWords } from '../words/ranges-en.ts';
import type { FacilityTime } from './facility-time.ts';
import { Choice } from './filters.tsx';
import { LocalTimeField } from './local-time-field.tsx';
import { usePageTools } from './page-tools.ts';
import { boundsOf, type Last, lastOf, type RangeValues } from './time-range.ts';

interface TimeRangeProps {
  readonly values: RangeValues;
  /** What stands in the address from now on; an empty one does not. */
  readonly set: (changed: Readonly<Record<'last' | 'from' | 'to', string>>) => void;
  readonly time: FacilityTime;
  /** What may be chosen beside two times. */
  readonly lasts: readonly Last[];
  /** What it is while nobody has chosen; without it everything is. */
  readonly otherwise?: Last;
}

const ANY = '';
const BETWEEN = 'between';

/** Asks for a period: so far back from now, or between two times by the clocks of the facility. */
export const TimeRange = ({ values, set, time, lasts, otherwise }: TimeRangeProps) => {
  const { serverNow } = usePageTools();
  const isBetween = values.from !== undefined || values.to !== undefined;
  const chosen = isBetween ? BETWEEN : (lastOf(values, otherwise) ?? ANY);
  const choose = (value: string): void => {
    const { from = '', to = '' } = value === BETWEEN ? boundsOf(values, serverNow(), otherwise ?? '24h') : {};
    set({ last: value === BETWEEN || value === otherwise ? '' : value, from, to });
  };
  const bound = (name: 'from' | 'to') => (
    <LocalTimeField
      label={rangeWords[name](time.zone(serverNow()))}
      value={values[name]}
      time={time}
      onMoment={(moment) => set({ last: '', from: values.from ?? '', to: values.to ?? '', [name]: moment })}
    />
  );
  return (
    <>
      <Choice
        label={rangeWords.when}
        value={chosen}
        options={[
          ...(otherwise === undefined ? ([[ANY, rangeWords.any]] as const) : []),
          ...lasts.map((last) => [last, rangeWords.lasts[last]] as const),
          [BETWEEN, rangeWords.between],
        ]}
        onChoice={choose}
      />
      {isBetween && bound('from')}
      {isBetween && bound('to')}
    </>
  );
};
