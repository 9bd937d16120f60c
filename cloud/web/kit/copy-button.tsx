import { useEffect, useState } from 'preact/hooks';
import { labels } from '../words/labels-en.ts';

/** Copies a text, and says whether that worked: where a browser refuses it, the text is there to be selected. */
export const CopyButton = ({ text, label, first = false }: { text: string; label: string; first?: boolean }) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => setOutcome(undefined), [text]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  return (
    <span class="copy">
      <button type="button" class={first ? 'first' : undefined} onClick={() => void copy()}>
        {label}
      </button>
      <span class="quiet small" role="status">
        {outcome === 'copied' && labels.copied}
        {outcome === 'refused' && labels.notCopied}
      </span>
    </span>
  );
};
