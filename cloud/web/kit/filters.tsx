import { useId } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

/** What a page is narrowed to stands in its address: it can be sent to somebody, and a reload keeps it. */
export const useFilters = () => {
  const { path, query, route } = useLocation();
  /** Changes some; an empty one is not in the address. No step back is needed for each of them. */
  const set = (changed: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(Object.entries({ ...query, ...changed }).filter(([, value]) => value !== ''));
    route(next.size === 0 ? path : `${path}?${next}`, true);
  };
  return { values: query as Readonly<Record<string, string | undefined>>, set };
};

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** What may be chosen, with its words. */
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChoice: (value: Value) => void;
}

/** What may be chosen, by the words of a closed list of the API, in their order. */
export const optionsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries(words) as unknown as readonly (readonly [value: Value, words: string])[];

/** One of a few. */
export const Choice = <Value extends string>({ label, value, options, onChoice }: ChoiceProps<Value>) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoice(currentTarget.value as Value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
};

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A text that counts once somebody leaves the field or presses Enter: nothing is searched for at every stroke of a key. */
export const TextFilter = ({ label, value, onText }: TextFilterProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        maxLength={200}
        value={value}
        onChange={({ currentTarget }) => onText(currentTarget.value.trim())}
      />
    </div>
  );
};
