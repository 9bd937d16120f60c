import type { Console } from '../console.ts';

/** What every page of a facility asks for first. */
export const facilityQuery = ({ ask }: Pick<Console, 'ask'>, facilityId: string) => ({
  queryKey: ['facility', facilityId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    ask('GET /api/facilities/{facilityId}', { path: { facilityId } }, { signal }),
  staleTime: 60_000,
});
