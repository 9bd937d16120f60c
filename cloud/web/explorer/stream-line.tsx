import { explorerLabels as labels, explorerWords as words } from '../words/explorer-en.ts';
import type { Looked } from './document.ts';
import { isResumable } from './resuming.ts';
import type { Streaming } from './streaming.ts';

interface StreamLineProps {
  readonly streaming: Streaming;
  readonly looked: Looked;
  /** Runs what is written once more. */
  readonly run: () => void;
}

/** How the subscription does that was run last, and the way to go on with it. */
export const StreamLine = ({ streaming, looked, run }: StreamLineProps) => {
  const { is, messages, cursor, says } = streaming.stream.value;
  const subscribes = looked.is === 'read' && looked.operation.operation === 'subscription';
  if (!subscribes) return null;
  const resumable = isResumable(looked.operation);
  return (
    <section class="stream" aria-label={labels.subscription}>
      <p role="status" class={is === 'waiting' ? 'stale' : 'figures'}>
        {is === 'live' && labels.live} {is !== 'none' && words.messages(messages)} {says}
      </p>
      <p class="quiet small">{resumable ? labels.resumable : labels.notResumable}</p>
      {is === 'over' && resumable && cursor !== undefined && (
        <button
          type="button"
          onClick={() => {
            streaming.resumeNext();
            run();
          }}
        >
          {labels.resume}
        </button>
      )}
    </section>
  );
};
