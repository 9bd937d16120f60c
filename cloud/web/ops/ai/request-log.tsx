import { useState } from 'preact/hooks';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { aiWords } from '../../words/ai-en.ts';
import { aiRequestLabels, aiRequestWords } from '../../words/ai-requests-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiLog } from './ai-types.ts';
import type { RequestFilters } from './request-filters.ts';
import { useNames } from './use-names.ts';

const A_PAGE = 50;

interface RequestLogProps {
  readonly at: AtFacility;
  readonly filters: RequestFilters;
}

/** Each request that is over, the newest first. */
export const RequestLog = ({ at: { facility, time }, filters }: RequestLogProps) => {
  const { ask, serverNow } = useConsole();
  const { facilityId } = facility;
  // What ends meanwhile would move every page: pages are of what had ended when the first of them was asked for.
  const [endTs] = useState(() => Math.floor(serverNow() / 1_000));
  const nameOf = useNames(facilityId);
  return (
    <Pages<AiLog>
      of={['ai', facilityId, 'logs', filters, endTs]}
      what={aiRequestLabels.lookingAtLog}
      empty={<Empty title={aiRequestLabels.noRequests}>{aiRequestLabels.noRequestsMore}</Empty>}
      read={async (after, signal) => {
        const { data, page, hasMore } = await ask(
          'GET /api/clubs/{clubID}/ai-credits/logs',
          {
            path: { clubID: facilityId },
            query: { ...filters, endTs, page: Number(after ?? 1), pageSize: A_PAGE },
          },
          { signal },
        );
        return { data, next: hasMore ? String(page + 1) : null };
      }}
    >
      {(requests) => (
        <FiguresTable
          title={aiRequestLabels.log}
          columns={[
            ...[aiRequestLabels.when, aiRequestLabels.status, aiRequestLabels.model, aiRequestLabels.who],
            ...[aiRequestLabels.tokens, aiRequestLabels.costs, aiRequestLabels.time, aiRequestLabels.firstToken],
          ]}
          rows={requests.map((one) => ({
            key: one.generationId,
            name: time.exactly(Date.parse(one.at)),
            cells: [
              aiRequestWords.ended(one),
              <bdi key="model">{one.model}</bdi>,
              <bdi key="who">{nameOf(one)}</bdi>,
              ...[aiRequestWords.tokens(one), aiWords.exactly(one.costMicros)],
              ...[one.ms, one.firstTokenMs].map(aiRequestWords.ms),
            ],
          }))}
        />
      )}
    </Pages>
  );
};
