import { useEffect } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { settingsLabels } from '../../words/partner-settings-en.ts';
import { usePartner, useQuery } from '../partner-console.ts';
import { AskedOfFacilities } from './asked-of-facilities.tsx';
import { Linking } from './linking.tsx';
import { SETTINGS } from './settings-query.ts';

/** How the integration of the account is set up. */
export const SettingsPage = () => {
  const { ask } = usePartner();
  const query = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => ask('GET /console/v1/settings', {}, { signal }),
  });
  useEffect(() => {
    document.title = `${partnerLabels.settings} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.settings}</h1>
        <p class="quiet">{settingsLabels.more}</p>
      </div>
      <Answered query={query} what={settingsLabels.looking}>
        {(settings) => (
          <>
            <Linking key={settings.linkingMethod} settings={settings} />
            <AskedOfFacilities settings={settings} />
          </>
        )}
      </Answered>
    </div>
  );
};
