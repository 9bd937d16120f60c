import { useId } from 'preact/hooks';

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`; empty while no day is chosen. */
  readonly value: string;
  readonly onDay: (day: string) => void;
  /** What it means that no day is chosen, or which may be. */
  readonly more?: string;
}

/** A field for a day. */
export const DateField = ({ label, value, onDay, more = '' }: DateFieldProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        aria-describedby={`${id}-says`}
        onInput={({ currentTarget }) => onDay(currentTarget.value)}
      />
      <p id={`${id}-says`} class="quiet small">
        {more}
      </p>
    </div>
  );
};
