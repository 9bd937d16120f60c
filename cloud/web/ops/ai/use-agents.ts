import { useConsole, useQuery } from '../console.ts';

/** The agents that have a cap or have asked a model. */
export const useAgents = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['ai', facilityId, 'agents'],
    queryFn: ({ signal }) =>
      ask('GET /api/clubs/{clubID}/ai-credits/agents', { path: { clubID: facilityId } }, { signal }),
  });
};
