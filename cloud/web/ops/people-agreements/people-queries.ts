import type { CuaConfigAgreement } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useConsole, useQuery } from '../console.ts';

const MOST = 200;

/**
 * What may be asked of people at a club, as those who administer agreements see it; null for somebody who manages the club and
 * administers none.
 */
export const useAskable = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask } = useConsole();
  return useQuery<readonly CuaConfigAgreement[] | null>({
    queryKey: ['askable', organisationId],
    queryFn: async ({ signal }) => {
      try {
        // Without an organisation those of the platform come as well, to whom they are shown.
        const { data } = await ask('GET /api/admin/cua-config-agreements', { query: { limit: MOST } }, { signal });
        return data.filter((one) => one.organisationId === null || one.organisationId === organisationId);
      } catch (error) {
        if (error instanceof RefusedError && error.refusal.status === 403) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
};

export const titleOf = (askable: readonly CuaConfigAgreement[] | null | undefined, agreementId: string): string =>
  askable?.find((one) => one.agreementId === agreementId)?.title ?? agreementId;
