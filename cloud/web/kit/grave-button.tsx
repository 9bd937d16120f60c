import { useId } from 'preact/hooks';
import { words } from '../words/en.ts';
import { useAge } from './ages.tsx';
import type { News } from './live.ts';

/** Older than this, a view is no ground to move a door on. */
const FRESH_MS = 5_000;

interface GraveButtonProps {
  readonly label: string;
  /** What the decision hangs on, as it was seen: "Locked, closed". */
  readonly seen: string;
  readonly news: News<unknown>;
  readonly busy: boolean;
  readonly tone?: 'first' | 'grave' | undefined;
  readonly onPress: () => void;
}

/**
 * A button for what cannot be undone. It works on a view younger than 5 s only, says what it was decided on, and never moves:
 * it stays in its place and keeps the focus while it waits for newer word.
 */
export const GraveButton = ({ label, seen, news, busy, tone = 'first', onPress }: GraveButtonProps) => {
  const age = useAge(news);
  const fresh = age !== undefined && age <= FRESH_MS;
  const says = useId();
  return (
    <div class="grave-action">
      <button
        type="button"
        class={tone === 'grave' ? 'first grave large' : 'first large'}
        aria-disabled={!fresh || busy}
        aria-describedby={says}
        onClick={() => fresh && !busy && onPress()}
      >
        {label}
      </button>
      <p id={says} class={fresh ? 'quiet small' : 'waiting small'}>
        {fresh ? words.asSeen(seen, age) : words.viewTooOld(age)}
      </p>
    </div>
  );
};
