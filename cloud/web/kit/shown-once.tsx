import { useEffect, useRef } from 'preact/hooks';
import { keyLabels } from '../words/partner-keys-en.ts';
import { CopyButton } from './copy-button.tsx';

/** A key that is shown this once: it stands here until the page is left, and nowhere else. */
export const ShownOnce = ({ text, stored }: { readonly text: string; readonly stored: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [text]);
  return (
    <section class="panel shown-once" aria-labelledby="shown-once">
      <h2 id="shown-once" ref={title} tabIndex={-1}>
        {keyLabels.shownOnce}
      </h2>
      <p>
        <code class="secret">{text}</code>
      </p>
      <div class="buttons">
        <CopyButton first text={text} label={keyLabels.copy} />
        <button type="button" onClick={stored}>
          {keyLabels.stored}
        </button>
      </div>
    </section>
  );
};
