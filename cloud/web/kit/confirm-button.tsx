import { useId, useRef } from 'preact/hooks';
import { labels } from '../words/labels-en.ts';

interface ConfirmButtonProps {
  /** What it does and to what, as the dialogue says it too. */
  readonly label: string;
  /** What comes of it that cannot be undone. */
  readonly more: string;
  readonly busy: boolean;
  /** What may be done in its place. */
  readonly instead?: { readonly label: string; readonly onChosen: () => void };
  /** It asks: what was on the page then is what is decided on. */
  readonly onAsked?: () => void;
  readonly onConfirmed: () => void;
}

/** A button for what cannot be undone and hangs on no state of a door: it asks once more. */
export const ConfirmButton = ({ label, more, busy, instead, onAsked, onConfirmed }: ConfirmButtonProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-disabled={busy}
        onClick={() => {
          if (busy) return;
          onAsked?.();
          dialog.current?.showModal();
        }}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-labelledby={title}>
        <h2 id={title}>
          <bdi>{label}</bdi>
        </h2>
        <p>{more}</p>
        <form method="dialog" class="buttons">
          <button type="submit" class="first grave" onClick={onConfirmed}>
            {label}
          </button>
          {instead !== undefined && (
            <button type="submit" onClick={instead.onChosen}>
              {instead.label}
            </button>
          )}
          <button type="submit">{labels.back}</button>
        </form>
      </dialog>
    </>
  );
};
