import { useConsole, useQuery } from '../console.ts';

/** The models that there are, with what they cost a facility. */
export const useModels = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['ai', facilityId, 'models'],
    queryFn: ({ signal }) =>
      ask('GET /api/clubs/{clubID}/ai-credits/models', { path: { clubID: facilityId } }, { signal }),
    staleTime: 60_000,
  });
};
