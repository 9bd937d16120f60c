import { useEffect, useRef, useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Empty } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { KeyRow } from './key-row.tsx';
import { MakeKey } from './make-key.tsx';
import { useKeys } from './use-keys.ts';

/** The keys of the account. A new one is on this page until it is left, and nowhere else. */
export const KeysPage = () => {
  const [made, setMade] = useState<string>();
  const keys = useKeys();
  useEffect(() => {
    document.title = `${partnerLabels.keys.title} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.keys.title}</h1>
        <p class="quiet">{partnerLabels.keys.more}</p>
      </div>
      {made !== undefined && <ShownOnce text={made} stored={() => setMade(undefined)} />}
      <section class="panel" aria-labelledby="keys-usable">
        <h2 id="keys-usable">{partnerLabels.keys.usable}</h2>
        <Answered query={keys} what={partnerLabels.keys.looking}>
          {({ data }) => {
            const [usable, ended] = [data.filter(isUsable), data.filter((key) => !isUsable(key))];
            return (
              <>
                {usable.length === 0 && <Empty title={partnerLabels.keys.none}>{partnerLabels.keys.noneMore}</Empty>}
                <ul class="owned">
                  {usable.map((key) => (
                    <KeyRow key={key.keyId} secret={key} onMade={setMade} />
                  ))}
                </ul>
                {ended.length > 0 && (
                  <details>
                    <summary>{partnerLabels.keys.ended}</summary>
                    <ul class="owned">
                      {ended.map((key) => (
                        <KeyRow key={key.keyId} secret={key} onMade={setMade} />
                      ))}
                    </ul>
                  </details>
                )}
              </>
            );
          }}
        </Answered>
      </section>
      <MakeKey onMade={setMade} />
    </div>
  );
};

const isUsable = ({ status }: { readonly status: 'active' | 'revoked' }): boolean => status === 'active';

const ShownOnce = ({ text, stored }: { readonly text: string; readonly stored: () => void }) => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [text]);
  return (
    <section class="panel shown-once" aria-labelledby="shown-once">
      <h2 id="shown-once" ref={title} tabIndex={-1}>
        {partnerLabels.keys.shownOnce}
      </h2>
      <p>
        <code class="secret">{text}</code>
      </p>
      <div class="buttons">
        <CopyButton first text={text} label={partnerLabels.keys.copy} />
        <button type="button" onClick={stored}>
          {partnerLabels.keys.stored}
        </button>
      </div>
    </section>
  );
};
