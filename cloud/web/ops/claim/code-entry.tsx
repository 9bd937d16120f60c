import { useId, useState } from 'preact/hooks';
import { claimLabels } from '../../words/boxes-en.ts';
import { claimCodeIn } from './claim-code.ts';
import { ScanCode } from './scan-code.tsx';

/** The code that the panel of a box shows: typed, or read with the camera. */
export const CodeEntry = ({ onCode }: { readonly onCode: (code: string) => void }) => {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const field = useId();
  return (
    <section class="panel">
      <form
        class="claim-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const code = claimCodeIn(typed);
          if (code !== undefined) return onCode(code);
          setWrong(true);
          document.getElementById(field)?.focus();
        }}
      >
        <div class="field">
          <label for={field}>{claimLabels.code}</label>
          <input
            id={field}
            class="digits"
            type="text"
            autocomplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            maxLength={100}
            value={typed}
            aria-invalid={wrong}
            aria-describedby={`${field}-hint ${field}-problem`}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setWrong(false);
            }}
          />
          <p id={`${field}-hint`} class="quiet small">
            {claimLabels.codeHint}
          </p>
          <p id={`${field}-problem`} class="problem" role="alert">
            {wrong ? claimLabels.codeWrong : ''}
          </p>
        </div>
        <button type="submit" class="first">
          {claimLabels.next}
        </button>
      </form>
      <ScanCode onCode={onCode} />
    </section>
  );
};
