import { Choice, optionsOf, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { aiRequestLabels, SOURCES, STATUSES } from '../../words/ai-requests-en.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { AiFrame, useHolds } from './ai-frame.tsx';
import { Cost } from './cost.tsx';
import { filtersIn } from './request-filters.ts';
import { RequestLog } from './request-log.tsx';
import { useKeys } from './use-keys.ts';
import { useModels } from './use-models.ts';

/** What was asked of models at a facility: what it cost, and each request. */
export const AiRequestsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <AiFrame facilityId={facilityId} page="aiRequests">
    {(at) => <Managed at={at} />}
  </AiFrame>
);

const Managed = ({ at }: { readonly at: AtFacility }) =>
  useHolds(at, 'facility-manager') ? (
    <Requests at={at} />
  ) : (
    <section class="panel" aria-label={aiRequestLabels.requests}>
      <Empty title={aiRequestLabels.onlyManagers} />
    </section>
  );

const Requests = ({ at }: { readonly at: AtFacility }) => {
  const { facilityId } = at.facility;
  const { values, set } = useFilters();
  const filters = filtersIn(values);
  const { model = '', keyHash = '', source = '', status = '' } = filters;
  const models = useModels(facilityId).data?.data ?? [];
  const keys = useKeys(facilityId).data?.data ?? [];
  const any = ['', aiRequestLabels.any] as const;
  const named = new Map([...keys.map((one) => [one.keyHash, one.label] as const)]);
  // What is narrowed to stands there also where it is to be had no more.
  if (keyHash !== '' && !named.has(keyHash)) named.set(keyHash, keyHash.slice(0, 8));
  const known = new Set([...models.map((one) => one.model), ...(model === '' ? [] : [model])]);
  return (
    <>
      <div class="filters">
        <Choice
          label={aiRequestLabels.model}
          value={model}
          options={[any, ...[...known].map((one) => [one, one] as const)]}
          onChoice={(chosen) => set({ model: chosen })}
        />
        <Choice
          label={aiRequestLabels.key}
          value={keyHash}
          options={[any, ...named]}
          onChoice={(chosen) => set({ key: chosen })}
        />
        <Choice<string>
          label={aiRequestLabels.source}
          value={source}
          options={[any, ...optionsOf(SOURCES)]}
          onChoice={(chosen) => set({ source: chosen })}
        />
      </div>
      <Cost at={at} filters={filters} />
      <section class="panel stack" aria-labelledby="log-title">
        <div class="section-head">
          <h2 id="log-title">{aiRequestLabels.log}</h2>
          <Choice<string>
            label={aiRequestLabels.status}
            value={status}
            options={[any, ...optionsOf(STATUSES)]}
            onChoice={(chosen) => set({ status: chosen })}
          />
        </div>
        <RequestLog key={JSON.stringify(filters)} at={at} filters={filters} />
      </section>
    </>
  );
};
