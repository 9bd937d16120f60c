import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sessionLabels } from '../words/session-en.ts';

interface EndedDialogProps {
  /** What signs in again. */
  readonly children: ComponentChildren;
  readonly leave: () => void;
}

/** Over the page that was open: what was typed there stays, and what was sent goes out again once somebody is back. */
export const EndedDialog = ({ children, leave }: EndedDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="ended" aria-labelledby="ended-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="ended-title">{sessionLabels.ended}</h2>
      <p class="quiet">{sessionLabels.endedMore}</p>
      {children}
      <button type="button" class="plain" onClick={leave}>
        {sessionLabels.somebodyElse}
      </button>
    </dialog>
  );
};
