import { useId } from 'preact/hooks';
import { wiringLabels } from '../../words/wiring-en.ts';

export interface Point {
  readonly bus: string;
  readonly unit: number;
  readonly channel: number;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onValue: (value: Value) => void;
}

/** One of several, as a field of a form. */
export const ChoiceField = <Value extends string>({ label, value, options, onValue }: ChoiceProps<Value>) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([one]) => one === currentTarget.value);
          if (chosen !== undefined) onValue(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};

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
      <ChoiceField
        label={wiringLabels.bus}
        value={at.bus}
        options={names.map((name) => [name, name] as const)}
        onValue={(bus) => onPoint({ ...at, bus })}
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
