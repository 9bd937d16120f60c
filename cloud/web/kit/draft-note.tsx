import { draftLabels, draftWords } from '../words/drafts-en.ts';
import { usePageTools } from './page-tools.ts';
import type { Draft } from './use-draft.ts';

/** Says of a form that it has in it what somebody typed before, and takes that away on a word. */
export const DraftNote = ({ draft: { restoredAt, discard } }: { readonly draft: Draft }) => {
  const { ticks, clock } = usePageTools();
  void ticks.value;
  if (restoredAt === undefined) return null;
  return (
    <p class="draft">
      {draftWords.restored(clock.wallMs() - restoredAt)}{' '}
      <button type="button" class="plain" onClick={discard}>
        {draftLabels.discard}
      </button>
    </p>
  );
};
