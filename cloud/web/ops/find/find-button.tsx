import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';

/** Opens, from every page and by Ctrl-K, the dialogue that finds anything. Its script comes when it is wanted first. */
export const FindButton = () => {
  const { announcer } = useConsole();
  const [Dialog, setDialog] = useState<FunctionComponent<{ readonly onClose: () => void }>>();
  const [open, setOpen] = useState(false);
  const find = (): void => {
    // Whatever asks something of its own is answered first.
    if (document.querySelector('dialog[open]') !== null) return;
    setOpen(true);
    import('./find-dialog.tsx').then(
      ({ FindDialog }) => setDialog(() => FindDialog),
      () => {
        setOpen(false);
        announcer.say(labels.states.notLoaded);
      },
    );
  };
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      find();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        class="plain find-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={find}
      >
        <svg class="glass" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="6.5" cy="6.5" r="4.5" />
          <path d="M10 10l4.5 4.5" />
        </svg>
        <span class="find-word">{labels.find.button}</span>
        <span class="keys small" aria-hidden="true">
          {labels.find.keys}
        </span>
      </button>
      {open && Dialog !== undefined && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
};
