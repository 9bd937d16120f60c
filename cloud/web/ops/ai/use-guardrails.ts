import { useConsole, useQuery } from '../console.ts';

/** What holds for requests of several programs together. */
export const useGuardrails = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['ai', facilityId, 'guardrails'],
    queryFn: ({ signal }) =>
      ask('GET /api/clubs/{clubID}/ai-credits/guardrails', { path: { clubID: facilityId } }, { signal }),
  });
};
