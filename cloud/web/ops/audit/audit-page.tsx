import { Answered } from '../../kit/answered.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { auditWords } from '../../words/audit-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { holdsOnPlatform } from '../session/rights.ts';
import { AuditChain } from './audit-chain.tsx';
import { AuditCharts } from './audit-charts.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilters } from './audit-filters.tsx';

const ORGANISATIONS_MAX = 1_000;

/** What was asked of the platform, by whom, and what came of it; whether anything of that is gone; how much it was. */
export const AuditPage = () => {
  const { ask, state } = useConsole();
  const { values } = useFilters();
  const now = state.value;
  const roles = 'session' in now ? now.session.roles : [];
  const readsAll = holdsOnPlatform(roles, 'super-admin');
  const query = useQuery({
    queryKey: ['audit', 'organisations'],
    queryFn: ({ signal }) =>
      ask('GET /api/admin/audit-logs/user-organisations', { query: { limit: ORGANISATIONS_MAX } }, { signal }),
    staleTime: 60_000,
  });
  return (
    <PlainPage title={auditWords.title} more={auditWords.more}>
      <Answered query={query} what={auditWords.lookingAtOrganisations}>
        {({ data: organisations }) => {
          const organisationId = values.organisation ?? (readsAll ? undefined : organisations[0]?.organisationId);
          if (organisationId === undefined && !readsAll)
            return <Empty title={auditWords.noOrganisations}>{auditWords.noOrganisationsMore}</Empty>;
          return (
            <>
              <AuditFilters organisations={organisations} organisationId={organisationId} readsAll={readsAll} />
              <AuditEntries organisationId={organisationId} />
            </>
          );
        }}
      </Answered>
      <AuditCharts />
      {holdsOnPlatform(roles, 'global-admin') && <AuditChain />}
    </PlainPage>
  );
};
