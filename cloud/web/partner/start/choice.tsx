import { useId } from 'preact/hooks';

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly at: number;
  readonly choose: (at: number) => void;
}

/** One of some names, by where it stands: names may be alike. */
export const Choice = ({ label, options, at, choose }: ChoiceProps) => {
  const field = useId();
  return (
    <div class="field">
      <label for={field}>{label}</label>
      <select id={field} value={String(at)} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
        {options.map((name, index) => (
          <option key={`${index} ${name}`} value={String(index)}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
};
