import { useId } from 'preact/hooks';
import type { FacilityTime } from './facility-time.ts';

interface LocalTimeFieldProps {
  readonly label: string;
  /** ISO 8601; undefined while nobody has said. */
  readonly value: string | undefined;
  readonly time: FacilityTime;
  readonly onMoment: (moment: string) => void;
  /** What is wrong with it, in words; empty where nothing is. */
  readonly problem?: string;
}

/** Asks for a moment, by the clocks of a facility. */
export const LocalTimeField = ({ label, value, time, onMoment, problem = '' }: LocalTimeFieldProps) => {
  const id = useId();
  const ms = Date.parse(value ?? '');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={Number.isNaN(ms) ? '' : time.fieldOf(ms)}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={({ currentTarget }) => {
          const moment = time.momentOf(currentTarget.value);
          if (moment !== undefined) onMoment(new Date(moment).toISOString());
        }}
      />
      <p id={`${id}-problem`} class="problem">
        {problem}
      </p>
    </div>
  );
};
