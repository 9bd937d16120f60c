import type { Answer } from '../../client/client.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Empty } from '../../kit/states.tsx';
import { integrationWords, partnersWords } from '../../words/partners-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';
import { SetUp } from './set-up.tsx';
import { SwitchOff } from './switch-off.tsx';

export type Integration = Answer<'GET /api/access-control/{facilityId}/integrations'>['data'][number];
type Source = Answer<'GET /api/access-control/{facilityId}/sources'>['data'][number];

/** The partners of a facility: which are on, when each last sent something, and what comes of switching one off. */
export const IntegrationsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="integrations" title={integrationWords.title}>
    {({ facility }) => <Integrations facilityId={facilityId} organisationId={facility.organisationId} />}
  </FacilityFrame>
);

interface IntegrationsProps {
  readonly facilityId: string;
  readonly organisationId: string;
}

const Integrations = ({ facilityId, organisationId }: IntegrationsProps) => {
  const { ask, state } = useConsole();
  const now = state.value;
  const manages = 'session' in now && holdsAt(now.session.roles, 'facility-manager', { facilityId, organisationId });
  const administers = 'session' in now && holdsAt(now.session.roles, 'org-admin', { organisationId });
  const query = useQuery({
    queryKey: ['integrations', facilityId],
    queryFn: async ({ signal }) => {
      const path = { facilityId };
      const [integrations, sources] = await Promise.all([
        ask('GET /api/access-control/{facilityId}/integrations', { path }, { signal }),
        ask('GET /api/access-control/{facilityId}/sources', { path }, { signal }),
      ]);
      return { integrations: integrations.data, sources: sources.data };
    },
  });
  return (
    <section class="stack" aria-labelledby="integrations-title">
      <div>
        <h1 id="integrations-title" tabIndex={-1}>
          {integrationWords.title}
        </h1>
        <p class="quiet">{integrationWords.more}</p>
      </div>
      <Answered query={query} what={integrationWords.looking}>
        {({ integrations, sources }) =>
          integrations.length === 0 ? (
            <Empty title={integrationWords.none}>{integrationWords.noneMore}</Empty>
          ) : (
            integrations.map((integration) => (
              <OneIntegration
                key={integration.partnerId}
                facilityId={facilityId}
                integration={integration}
                source={sources.find(({ partnerId }) => partnerId === integration.partnerId)}
                {...{ manages, administers }}
              />
            ))
          )
        }
      </Answered>
    </section>
  );
};

interface OneIntegrationProps {
  readonly facilityId: string;
  readonly integration: Integration;
  readonly source: Source | undefined;
  /** Whether whoever is there may switch it, and may see its account. */
  readonly manages: boolean;
  readonly administers: boolean;
}

const OneIntegration = ({ facilityId, integration, source, manages, administers }: OneIntegrationProps) => {
  const ago = useAgo();
  const { partnerId, name, enabled, linkingLabel, linkingIdentifier, customFields, customValues } = integration;
  const pushed = source?.lastPushAt ?? null;
  return (
    <article class="panel stack" aria-labelledby={`is-${partnerId}`}>
      <div class="record-head">
        <h2 id={`is-${partnerId}`}>
          <bdi>{name}</bdi>
        </h2>
        <span class="fact" data-tone={enabled ? 'calm' : 'held'}>
          {partnersWords.isOn(enabled)}
        </span>
        {source?.suspended === true && (
          <span class="fact" data-tone="alarm">
            {integrationWords.suspended}
          </span>
        )}
        <span class="quiet small">
          {pushed === null ? integrationWords.neverPushed : integrationWords.pushed(ago(pushed))}
        </span>
        {administers && <a href={addressOf('partner', { partnerId })}>{integrationWords.account}</a>}
      </div>
      {(linkingIdentifier !== null || customFields.length > 0) && (
        <dl class="rows">
          {linkingIdentifier !== null && (
            <>
              <dt>
                <bdi>{linkingLabel}</bdi>
              </dt>
              <dd>
                <bdi>{linkingIdentifier}</bdi>
              </dd>
            </>
          )}
          {customFields.map(({ key, label }) => (
            <Value key={key} label={label} value={customValues[key]} />
          ))}
        </dl>
      )}
      {manages && (
        <Disclosed summary={integrationWords.setUp}>
          <SetUp key={JSON.stringify(integration)} facilityId={facilityId} integration={integration} />
        </Disclosed>
      )}
      {manages && enabled && <SwitchOff facilityId={facilityId} integration={integration} />}
    </article>
  );
};

const Value = ({ label, value = '–' }: { readonly label: string; readonly value: string | undefined }) => (
  <>
    <dt>
      <bdi>{label}</bdi>
    </dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
);
