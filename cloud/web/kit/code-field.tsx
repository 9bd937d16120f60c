import { useId, useState } from 'preact/hooks';

interface CodeFieldProps {
  readonly label: string;
  readonly send: string;
  /** Whether sending it is the first thing to do here. */
  readonly first: boolean;
  /** Not for who looks over a shoulder: a PIN, which stays the same. */
  readonly hidden?: boolean;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** Six digits, of an authenticator or a PIN. The field is empty again afterwards: a code counts once, and a PIN is not left standing. */
export const CodeField = ({ label, send, first, hidden = false, busy, onCode }: CodeFieldProps) => {
  const [code, setCode] = useState('');
  const field = useId();
  const shown = {
    id: field,
    class: 'digits',
    inputMode: 'numeric',
    required: true,
    maxLength: 12,
    value: code,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setCode(currentTarget.value.replace(/\D/g, '').slice(0, 6)),
  } as const;
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
        {hidden ? (
          <input {...shown} type="password" autocomplete="off" />
        ) : (
          <input {...shown} autocomplete="one-time-code" />
        )}
      </div>
      <button type="submit" class={first ? 'first' : undefined} aria-disabled={busy}>
        {send}
      </button>
    </form>
  );
};
