import type { WholeMember } from '../../client/platform-api.gen.ts';
import { useConsole, useQuery } from '../console.ts';

/** Rules change seldom, and members wait: what was explained is asked for again now and then. */
const EVERY_MS = 15_000;

/** What the rules say of a member now, at one door or at all. */
export const useExplained = (facilityId: string, { partnerId, memberId }: WholeMember, doorId?: string) => {
  const { ask } = useConsole();
  const path = { facilityId, partnerId, memberId };
  return useQuery({
    queryKey: ['explained', path, doorId],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/explain',
        { path, query: doorId === undefined ? {} : { doorId } },
        { signal },
      ),
    refetchInterval: EVERY_MS,
  });
};
