import { useConsole, useQuery } from '../console.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}
/** What a scope key or a zone may open: doors, and access scopes, by name. */
export interface Targets {
  readonly doors: readonly Named[];
  readonly scopes: readonly Named[];
}

/** Asked for once, by whatever on the page wants to know. */
export const useTargets = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery<Targets>({
    queryKey: ['targets', facilityId],
    queryFn: async ({ signal }) => {
      const path = { facilityId };
      const [doors, scopes] = await Promise.all([
        ask('GET /api/access-control/{facilityId}/door-states', { path }, { signal }),
        ask('GET /api/access-control/{facilityId}/scopes', { path }, { signal }),
      ]);
      return {
        doors: doors.data.map(({ doorId, name }) => ({ id: doorId, name })),
        scopes: scopes.data.map(({ scopeId, name }) => ({ id: scopeId, name })),
      };
    },
    staleTime: 60_000,
  });
};
