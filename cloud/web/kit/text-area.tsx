import { useId } from 'preact/hooks';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly maxLength: number;
  readonly rows?: number;
  /** What may be written there. */
  readonly more?: string;
  /** What is wrong with it, in words; empty where nothing is. */
  readonly problem?: string;
}

/** A field for some lines of text, with its label and what is wrong with it. */
export const TextArea = ({ label, value, onText, maxLength, rows = 3, more = '', problem = '' }: TextAreaProps) => {
  const id = useId();
  return (
    <div class="field whole">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-says`}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <p id={`${id}-says`} class={problem === '' ? 'quiet small' : 'problem'}>
        {problem === '' ? more : problem}
      </p>
    </div>
  );
};
