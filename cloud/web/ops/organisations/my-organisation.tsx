import type { ComponentChildren } from 'preact';
import type { Organisation } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { useConsole, useQuery } from '../console.ts';

const MOST = 200;

interface MyOrganisationProps {
  readonly words: {
    readonly organisation: string;
    readonly lookingAtOrganisations: string;
    readonly noOrganisation: string;
    readonly noOrganisationMore: string;
  };
  readonly children: (organisation: Organisation) => ComponentChildren;
}

/** One of the organisations that somebody administers, as the address says, and a choice of the others. */
export const MyOrganisation = ({ words, children }: MyOrganisationProps) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const query = useQuery({
    queryKey: ['organisations', 'mine'],
    queryFn: ({ signal }) => ask('GET /api/organisations', { query: { limit: MOST } }, { signal }),
    staleTime: 60_000,
  });
  return (
    <Answered query={query} what={words.lookingAtOrganisations}>
      {({ data }) => {
        const mine = data.filter(({ rights }) => rights.includes('org-admin'));
        const chosen = mine.find(({ organisationId }) => organisationId === values.organisation) ?? mine[0];
        if (chosen === undefined) return <Empty title={words.noOrganisation}>{words.noOrganisationMore}</Empty>;
        return (
          <>
            <div class="filters">
              <Choice
                label={words.organisation}
                value={chosen.organisationId}
                options={mine.map(({ organisationId, name }) => [organisationId, name])}
                onChoice={(organisation) => set({ organisation })}
              />
            </div>
            {children(chosen)}
          </>
        );
      }}
    </Answered>
  );
};
