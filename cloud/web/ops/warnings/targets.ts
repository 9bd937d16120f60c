import { useConsole, useQuery } from '../console.ts';

/** What something may open at a facility: its doors and its access scopes, by name. */
export const useTargets = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['targets', facilityId],
    queryFn: async ({ signal }) => {
      const path = { facilityId };
      const [doors, scopes] = await Promise.all([
        ask('GET /api/access-control/{facilityId}/door-states', { path }, { signal }),
        ask('GET /api/access-control/{facilityId}/scopes', { path }, { signal }),
      ]);
      return {
        doors: doors.data.map(({ doorId, name }) => ({ id: doorId as string, name })),
        scopes: scopes.data.map(({ scopeId, name }) => ({ id: scopeId as string, name })),
      };
    },
    staleTime: 60_000,
  });
};
