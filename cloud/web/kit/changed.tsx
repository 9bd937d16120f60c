import { useState } from 'preact/hooks';
import { RefusedError } from '../client/request-errors.ts';
import { contentWords } from '../words/content-en.ts';

/** Whether it was refused because somebody had saved it before. */
export const isChanged = (error: unknown): boolean =>
  error instanceof RefusedError && error.refusal.status === 409 && error.refusal.code === 'changed';

/**
 * The revision that a form was opened on: it is what is sent as `expectedRevision`, however much newer what was read
 * meanwhile is. `moveOn` has the form stand on what is there now.
 */
export const useRevision = (known: number) => {
  const [base, setBase] = useState(known);
  return { base, moveOn: (to: number = known) => setBase(to) };
};

interface ChangedProps {
  /** Who saved it, and when; undefined until that was read. */
  readonly by?: string | undefined;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Somebody saved it while somebody else typed: nothing of either is lost before somebody has decided. */
export const Changed = ({ by, onTheirs, onMine }: ChangedProps) => (
  <div class="failed" role="alert">
    <p class="failed-title">{contentWords.changed}</p>
    <p>
      {by !== undefined && <bdi>{by}</bdi>} {contentWords.changedMore}
    </p>
    <div class="buttons">
      <button type="button" onClick={onTheirs}>
        {contentWords.takeTheirs}
      </button>
      <button type="button" onClick={onMine}>
        {contentWords.keepMine}
      </button>
    </div>
  </div>
);
