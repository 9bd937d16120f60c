import type { Person } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useConsole, useQuery } from '../console.ts';
import { nameOf } from '../members/member-name.ts';

const isNobody = (error: unknown): boolean => error instanceof RefusedError && error.refusal.status === 404;

/** What the partner calls a member; null where no partner has sent them, or there is no member to ask about. */
export const useSentName = (facilityId: string, member: Person['members'][number] | undefined) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['member', facilityId, member, 'name'],
    queryFn: async ({ signal }) => {
      if (member === undefined) return null;
      const path = { facilityId, ...member };
      const asked = ask('GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}', { path }, { signal });
      return asked.then(nameOf).catch((error) => {
        if (isNobody(error)) return null;
        throw error;
      });
    },
  });
};
