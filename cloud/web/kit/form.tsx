import type { ComponentChildren } from 'preact';
import { DraftNote } from './draft-note.tsx';
import { Failed } from './states.tsx';
import type { Draft } from './use-draft.ts';

/**
 * Why a form keeps no draft: it is filled in within seconds (`short`); nothing is typed, and what is chosen hangs on what is
 * shown (`chosen`); what stands there is nobody else's to find (`secret`); or it is an act of that moment, to be decided anew by
 * whoever comes back (`moment`).
 */
export type Undrafted = 'short' | 'chosen' | 'secret' | 'moment';

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
  /** Where what is typed survives a reload, or why it does not. */
  readonly draft: Draft | Undrafted;
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
    {typeof draft === 'object' && <DraftNote draft={draft} />}
    {children}
    <button type="submit" class="first" aria-disabled={busy}>
      {send}
    </button>
    {after}
    {error !== undefined && <Failed error={error} />}
  </form>
);
