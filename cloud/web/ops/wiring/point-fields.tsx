import { useId } from 'preact/hooks';
import { Choice } from '../../kit/filters.tsx';
import { wiringLabels } from '../../words/wiring-en.ts';

export interface Point {
  readonly bus: string;
  readonly unit: number;
  readonly channel: number;
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onNumber: (value: number) => void;
}

const NumberField = ({ label, value, min, max, onNumber }: NumberProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.valueAsNumber;
          if (Number.isInteger(typed) && typed >= min && typed <= max) onNumber(typed);
        }}
      />
    </div>
  );
};

interface PointFieldsProps<At extends Point> {
  readonly at: At;
  /** The buses of the box, by name. */
  readonly buses: readonly string[];
  readonly onPoint: (at: At) => void;
}

/** Where a wire ends: bus, board and channel. */
export const PointFields = <At extends Point>({ at, buses, onPoint }: PointFieldsProps<At>) => {
  const names = [...new Set([...buses, at.bus])];
  return (
    <div class="point">
      <Choice
        label={wiringLabels.bus}
        value={at.bus}
        options={names.map((name) => [name, name] as const)}
        onChoice={(bus) => onPoint({ ...at, bus })}
      />
      <NumberField
        label={wiringLabels.unit}
        value={at.unit}
        min={1}
        max={247}
        onNumber={(unit) => onPoint({ ...at, unit })}
      />
      <NumberField
        label={wiringLabels.channel}
        value={at.channel}
        min={0}
        max={31}
        onNumber={(channel) => onPoint({ ...at, channel })}
      />
    </div>
  );
};
