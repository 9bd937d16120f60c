import { useId, useState } from 'preact/hooks';

interface CodeFieldProps {
  readonly label: string;
  readonly send: string;
  /** Whether sending it is the first thing to do here. */
  readonly first: boolean;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** The six digits that an authenticator shows. A code counts once, so the field is empty again afterwards. */
export const CodeField = ({ label, send, first, busy, onCode }: CodeFieldProps) => {
  const [code, setCode] = useState('');
  const field = useId();
  return (
    <form
      class="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || code.length !== 6) return document.getElementById(field)?.focus();
        onCode(code);
        setCode('');
      }}
    >
      <div class="field">
        <label for={field}>{label}</label>
        <input
          id={field}
          class="digits"
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={12}
          value={code}
          onInput={({ currentTarget }) => setCode(currentTarget.value.replace(/\D/g, '').slice(0, 6))}
        />
      </div>
      <button type="submit" class={first ? 'first' : undefined} aria-disabled={busy}>
        {send}
      </button>
    </form>
  );
};
