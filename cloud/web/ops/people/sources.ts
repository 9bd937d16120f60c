import { useConsole, useQuery } from '../console.ts';

/** The partners who send members to a facility, by what staff call them. */
export const useSources = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['sources', facilityId],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/access-control/{facilityId}/sources', { path: { facilityId } }, { signal })).data,
    staleTime: 60_000,
  });
};

export type Sources = NonNullable<ReturnType<typeof useSources>['data']>;

/** What a partner is called; undefined of one that sends nothing here any more. */
export const nameOfPartner = (sources: Sources, partnerId: string): string | undefined =>
  sources.find((source) => source.partnerId === partnerId)?.partnerName;
