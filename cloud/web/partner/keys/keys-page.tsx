import { useEffect } from 'preact/hooks';
import { KeyPanels } from '../../kit/key-panels.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { usePartner } from '../partner-console.ts';
import { KEYS, useKeys } from './use-keys.ts';

/** The keys of the account. */
export const KeysPage = () => {
  const { ask, queries } = usePartner();
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
      <KeyPanels
        query={keys}
        what={partnerLabels.keys.looking}
        none={{ title: partnerLabels.keys.none, more: partnerLabels.keys.noneMore }}
        changed={() => queries.invalidateQueries({ queryKey: KEYS })}
        // An answer that was lost is not answered again, so there is no key to send it with a second time.
        make={async (type, label) => (await ask('POST /console/v1/keys', { body: { type, label } })).key}
        rotate={async (keyId, overlapDays) =>
          (await ask('POST /console/v1/keys/{keyId}/rotate', { path: { keyId }, body: { overlapDays } })).key
        }
        revoke={async (keyId) => void (await ask('DELETE /console/v1/keys/{keyId}', { path: { keyId } }))}
      />
    </div>
  );
};
