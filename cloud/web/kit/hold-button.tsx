import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { labels } from '../words/labels-en.ts';
import { lockdownLabels } from '../words/lockdown-en.ts';
import { usePageTools } from './page-tools.ts';

/** Long enough to be meant, short enough for somebody in danger. The style sheet fills the button in the same time. */
const HELD_FOR = Milliseconds(1_000);

interface HoldButtonProps {
  readonly label: string;
  readonly busy: boolean;
  readonly onHeld: () => void;
}

/**
 * A button that is pressed and held, by finger, mouse, Enter or space. Who cannot hold is asked once more instead: a press that
 * no pointer made (`detail` of 0) is a screen reader's.
 */
export const HoldButton = ({ label, busy, onHeld }: HoldButtonProps) => {
  const { clock, announcer } = usePageTools();
  const [holding, setHolding] = useState(false);
  const [hinted, setHinted] = useState(false);
  const timer = useRef<{ cancel(): void } | undefined>(undefined);
  const dialog = useRef<HTMLDialogElement>(null);

  const begin = (): void => {
    if (busy || holding) return;
    setHolding(true);
    timer.current = clock.after(HELD_FOR, () => {
      setHolding(false);
      setHinted(false);
      onHeld();
    });
  };
  const end = (): void => {
    if (holding) {
      setHinted(true);
      announcer.say(lockdownLabels.hold);
    }
    timer.current?.cancel();
    setHolding(false);
  };
  useEffect(() => () => timer.current?.cancel(), []);

  return (
    <span class="hold">
      <button
        type="button"
        class="grave hold-button"
        data-holding={holding}
        aria-disabled={busy}
        onPointerDown={(event) => event.button === 0 && begin()}
        onPointerUp={end}
        onPointerLeave={end}
        onPointerCancel={end}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          if (!event.repeat) begin();
        }}
        onKeyUp={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          end();
        }}
        onBlur={end}
        onClick={(event) => event.detail === 0 && !busy && dialog.current?.showModal()}
      >
        <span class="hold-fill" aria-hidden="true" />
        <span class="hold-label">{busy ? lockdownLabels.ordering : label}</span>
      </button>
      {hinted && (
        <span class="hold-hint small">
          {lockdownLabels.hold}
          <button type="button" class="plain" onClick={() => dialog.current?.showModal()}>
            {lockdownLabels.cannotHold}
          </button>
        </span>
      )}
      <dialog ref={dialog} aria-label={label}>
        <h2>{label}</h2>
        <p>{lockdownLabels.waysOut}</p>
        <form method="dialog" class="buttons">
          <button type="submit" class="first grave" onClick={onHeld}>
            {label}
          </button>
          <button type="submit">{labels.back}</button>
        </form>
      </dialog>
    </span>
  );
};
