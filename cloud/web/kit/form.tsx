import type { ComponentChildren } from 'preact';
import { Failed } from './states.tsx';

interface FormProps {
  /** How it is laid out. */
  readonly class?: 'form' | 'panel form' | 'target';
  /** What its button says. */
  readonly send: string;
  readonly busy: boolean;
  /** Why it was refused; undefined while it was not. */
  readonly error: unknown;
  /** Looks at what was typed, and sends it. Enter in a field does it as well. */
  readonly onSend: () => void;
  readonly children: ComponentChildren;
  /** What came of it, under the button: a secret that is shown once. */
  readonly after?: ComponentChildren;
}

/** What somebody fills in: its fields, one button, and under it why it was refused. */
export const Form = ({ class: layout = 'form', send, busy, error, onSend, children, after }: FormProps) => (
  <form
    class={layout}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
    <button type="submit" class="first" aria-disabled={busy}>
      {send}
    </button>
    {after}
    {error !== undefined && <Failed error={error} />}
  </form>
);
