import { useCallback, useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { claimLabels } from '../../words/boxes-en.ts';
import { labels } from '../../words/labels-en.ts';
import { ChooseGym } from '../boxes/choose-gym.tsx';
import { ROUTES } from '../routes.ts';
import { claimCodeIn } from './claim-code.ts';
import { Claimed, type ClaimedBox } from './claimed.tsx';
import { CodeEntry } from './code-entry.tsx';
import { CompareBox } from './compare-box.tsx';

/**
 * The code that the address brought. It stands behind the `#`, so no server gets it, and it stays there while somebody signs
 * in, also where a phone loads the page anew on the way; once the box is claimed it is worth nothing, and goes.
 */
const useCodeOfAddress = () => {
  const [code, show] = useState(() => claimCodeIn(location.hash));
  useEffect(() => {
    const changed = (): void => show(claimCodeIn(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const setCode = useCallback((next: string | undefined): void => {
    history.replaceState(null, '', `${ROUTES.claim}${location.search}${next === undefined ? '' : `#${next}`}`);
    show(next);
  }, []);
  return [code, setCode] as const;
};

/** A box becomes one of a gym: its code, which gym, what has to be compared, and how a wrong gym is undone. */
export const ClaimPage = () => {
  const [code, setCode] = useCodeOfAddress();
  const { query } = useLocation();
  const [gym, setGym] = useState<FacilityListed>();
  const [claimed, setClaimed] = useState<ClaimedBox>();
  useEffect(() => {
    document.title = `${claimLabels.title} · ${labels.product}`;
  }, []);
  const done = (box: ClaimedBox): void => {
    setCode(undefined);
    setClaimed(box);
  };
  return (
    <div class="claim">
      <div>
        <h1 tabIndex={-1}>{claimed === undefined ? claimLabels.title : claimLabels.claimed}</h1>
        <p class="quiet">{claimed === undefined ? claimLabels.more : claimLabels.claimedMore}</p>
      </div>
      {claimed !== undefined && <Claimed box={claimed} moved={setClaimed} />}
      {claimed === undefined && code === undefined && <CodeEntry onCode={setCode} />}
      {claimed === undefined && code !== undefined && (
        <>
          <section class="panel">
            <p class="claim-code">
              <code>{code}</code>
              <button type="button" class="plain" onClick={() => setCode(undefined)}>
                {claimLabels.otherCode}
              </button>
            </p>
            <ChooseGym legend={claimLabels.gym} chosen={gym} preferred={query.gym} onChoose={setGym} />
          </section>
          {gym !== undefined && (
            <CompareBox
              key={`${gym.facilityId} ${code}`}
              code={code}
              gym={gym}
              claimed={done}
              otherCode={() => setCode(undefined)}
            />
          )}
        </>
      )}
    </div>
  );
};
