import type { ComponentChildren } from 'preact';
import { contentWords } from '../words/content-en.ts';
import { useAgo } from './ages.tsx';
import { useAttempt } from './attempt.ts';
import { Changed, isChanged, useRevision } from './changed.tsx';
import { usePageTools } from './page-tools.ts';

interface Known {
  readonly revision: number;
  readonly changedBy: { readonly name: string | null };
  readonly changedAt: string;
}

/** What a form does to a record that others change as well. Without a record it makes one. */
export const useSave = (known: Known | undefined, queryKey: readonly unknown[]) => {
  const { announcer, queries } = usePageTools();
  const { busy, error, run } = useAttempt();
  const { base, moveOn } = useRevision(known?.revision ?? 0);
  const ago = useAgo();
  /** The work is given the revision that the form stands on, and resolves with what was made of it. */
  const save = (said: string, work: (expectedRevision: number) => Promise<{ readonly revision: number } | undefined>) =>
    run(async () => {
      try {
        const saved = await work(base);
        announcer.say(said);
        if (saved !== undefined) moveOn(saved.revision);
      } finally {
        // Where somebody else was quicker, what they have saved is shown as well.
        await queries.invalidateQueries({ queryKey });
      }
    });
  /** What stands under the button where somebody else was quicker. */
  const conflict = (takeTheirs: () => void): ComponentChildren =>
    isChanged(error) && (
      <Changed
        by={known && contentWords.changedBy(known.changedBy.name ?? contentWords.somebody, ago(known.changedAt))}
        onTheirs={() =>
          void run(async () => {
            takeTheirs();
            moveOn();
          })
        }
        onMine={() => void run(async () => moveOn())}
      />
    );
  return { busy, save, conflict, error: isChanged(error) ? undefined : error };
};
