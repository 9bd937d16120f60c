import { useConsole, useQuery } from '../console.ts';

/** So many clubs are shown by name. */
export const CLUBS_SHOWN = 200;

/** The clubs of an organisation, or of all, by name. */
export const useClubs = (organisationId: string | undefined) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['clubs', organisationId ?? null],
    queryFn: ({ signal }) => ask('GET /api/facilities', { query: { organisationId, limit: CLUBS_SHOWN } }, { signal }),
    staleTime: 60_000,
  });
};

/** An agreement as those who administer it see it. */
export const useAgreement = (agreementId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['agreements', 'one', agreementId],
    queryFn: ({ signal }) => ask('GET /api/admin/agreements/{agreementId}', { path: { agreementId } }, { signal }),
  });
};
