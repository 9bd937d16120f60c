import { useConsole, useQuery } from '../console.ts';

/** The keys of a facility, without those that were deleted. */
export const useKeys = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['ai', facilityId, 'keys'],
    queryFn: ({ signal }) =>
      ask('GET /api/clubs/{clubID}/ai-credits/keys', { path: { clubID: facilityId } }, { signal }),
  });
};
