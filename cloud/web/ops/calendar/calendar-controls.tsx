import { useId } from 'preact/hooks';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { calendarWords } from '../../words/calendar-en.ts';
import { useConsole } from '../console.ts';
import type { SeenDoor } from '../doors/seen-door.ts';
import { dateAfter } from './calendar-geometry.ts';

const A_WEEK = 7;
const MOST = 31;
const CHOICES = [1, A_WEEK, 14, MOST];

/** What the address says is shown: the first day (today unless it says another), how many days, and which door. */
export const shownOf = ({ from, days, opens }: Readonly<Record<string, string | undefined>>) => {
  const many = Number(days ?? A_WEEK);
  return {
    from: from !== undefined && /^\d{4}-\d\d-\d\d$/.test(from) ? from : undefined,
    days: Number.isInteger(many) && many >= 1 && many <= MOST ? many : A_WEEK,
    door: opens || undefined,
  };
};

interface CalendarControlsProps {
  readonly time: FacilityTime;
  readonly doors: readonly SeenDoor[];
  /** The first day that is shown, as the cloud answered it. */
  readonly firstDay: string | undefined;
}

/** Which days and which door are shown: what is chosen stands in the address. */
export const CalendarControls = ({ time, doors, firstDay }: CalendarControlsProps) => {
  const id = useId();
  const { serverNow } = useConsole();
  const { values, set } = useFilters();
  const { days, door, from } = shownOf(values);
  const first = from ?? firstDay ?? time.fieldOf(serverNow()).slice(0, 10);
  return (
    <>
      <div class="filters">
        <Choice
          label={calendarWords.door}
          value={door ?? ''}
          options={[['', calendarWords.allDoors], ...doors.map(({ doorId, name }) => [doorId, name] as const)]}
          onChoice={(opens) => set({ opens })}
        />
        <div class="field">
          <label for={id}>{calendarWords.firstDay}</label>
          <input
            id={id}
            type="date"
            value={first}
            onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          />
        </div>
        <Choice
          label={calendarWords.howMany}
          value={String(days)}
          options={[...new Set([...CHOICES, days])]
            .sort((a, b) => a - b)
            .map((n) => [String(n), calendarWords.days(n)])}
          onChoice={(chosen) => set({ days: chosen === String(A_WEEK) ? '' : chosen })}
        />
      </div>
      <div class="buttons">
        <button type="button" onClick={() => set({ from: dateAfter(first, -days) })}>
          {calendarWords.earlier}
        </button>
        <button type="button" aria-disabled={from === undefined} onClick={() => set({ from: '' })}>
          {calendarWords.today}
        </button>
        <button type="button" onClick={() => set({ from: dateAfter(first, days) })}>
          {calendarWords.later}
        </button>
        <button type="button" onClick={() => window.print()}>
          {calendarWords.print}
        </button>
      </div>
    </>
  );
};
