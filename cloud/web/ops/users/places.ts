import type { Answer } from '../../client/client.ts';
import type { HeldRole } from '../../client/platform-api.gen.ts';
import { userWords } from '../../words/users-en.ts';
import { useConsole, useQuery } from '../console.ts';

const MOST = 200;

/** The organisations and facilities that whoever is there has to do with, by name. */
export interface Places {
  readonly organisations: Answer<'GET /api/organisations'>['data'];
  readonly facilities: Answer<'GET /api/facilities'>['data'];
}

export const usePlaces = () => {
  const { ask } = useConsole();
  return useQuery<Places>({
    queryKey: ['places'],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST };
      const [organisations, facilities] = await Promise.all([
        ask('GET /api/organisations', { query }, { signal }),
        ask('GET /api/facilities', { query }, { signal }),
      ]);
      return { organisations: organisations.data, facilities: facilities.data };
    },
    staleTime: 60_000,
  });
};

/** What somebody holds, in words: `Facility manager at Harbour Gym`. */
export const heldIn = ({ organisations, facilities }: Places, { role, scope, scopeId }: HeldRole): string => {
  if (scope === 'platform') return userWords.held(role, undefined);
  const place =
    scope === 'organisation'
      ? organisations.find(({ organisationId }) => organisationId === scopeId)
      : facilities.find(({ facilityId }) => facilityId === scopeId);
  return userWords.held(role, place?.name ?? userWords.somewhere);
};
