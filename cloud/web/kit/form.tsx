import type { ComponentChildren } from 'preact';
import { DraftNote } from './draft-note.tsx';
import { Failed } from './states.tsx';
import type { Draft } from './use-draft.ts';

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
  /** Where what is typed survives a reload. */
  readonly draft?: Draft;
  /** What came of it, under the button: a secret that is shown once. */
  readonly after?: ComponentChildren;
}

/** What somebody fills in: its fields, one button, and under it why it was refused. */
export const Form = ({ class: layout = 'form', send, busy, error, onSend, children, draft, after }: FormProps) => (
  <form
    class={layout}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {draft !== undefined && <DraftNote draft={draft} />}
    {children}
    <button type="submit" class="first" aria-disabled={busy}>
      {send}
    </button>
    {after}
    {error !== undefined && <Failed error={error} />}
  </form>
);
