import type { ComponentChildren } from 'preact';
import { Answered } from '../../kit/answered.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { contentWords } from '../../words/content-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { holdsOnPlatform } from '../session/rights.ts';

const MOST = 200;
/** What the choice calls the platform, which has no id. */
const EVERYBODY = '';

interface OfOrganisationProps {
  readonly label: string;
  /** What the platform is called there; left out where nothing is of the platform. */
  readonly everybody?: string;
  /** What somebody reads who administers nothing. */
  readonly none: string;
  readonly noneMore: string;
  /** Of the platform: undefined, by what it is called. Drawn anew for each. */
  readonly children: (organisationId: string | undefined, name: string) => ComponentChildren;
}

/** Whose things a page is about: one of the organisations that somebody administers, or the platform. It stands in the address. */
export const OfOrganisation = ({ label, everybody, none, noneMore, children }: OfOrganisationProps) => {
  const { ask, state } = useConsole();
  const { values, set } = useFilters();
  const now = state.value;
  const roles = 'session' in now ? now.session.roles : [];
  const query = useQuery({
    queryKey: ['organisations', 'mine'],
    queryFn: ({ signal }) => ask('GET /api/organisations', { query: { limit: MOST } }, { signal }),
    staleTime: 60_000,
  });
  return (
    <Answered query={query} what={contentWords.lookingAtOrganisations}>
      {({ data }) => {
        const ofPlatform = everybody !== undefined && holdsOnPlatform(roles, 'admin');
        const options: readonly (readonly [string, string])[] = [
          ...(ofPlatform ? [[EVERYBODY, everybody] as const] : []),
          ...data
            .filter(({ rights }) => rights.includes('admin'))
            .map(({ organisationId, name }) => [organisationId, name] as const),
        ];
        const [chosen, name = ''] =
          options.find(([id]) => id === (values.organisation ?? EVERYBODY)) ?? options[0] ?? [];
        if (chosen === undefined) return <Empty title={none}>{noneMore}</Empty>;
        return (
          <>
            <div class="filters">
              <Choice
                label={label}
                value={chosen}
                options={options}
                onChoice={(organisation) => set({ organisation })}
              />
            </div>
            <div class="stack" key={chosen}>
              {children(chosen === EVERYBODY ? undefined : chosen, name)}
            </div>
          </>
        );
      }}
    </Answered>
  );
};
