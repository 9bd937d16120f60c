import type { AgreementForPeople } from '../../client/platform-api.gen.ts';
import { useConsole, useQuery } from '../console.ts';

/** What people at a club are asked for, or were once. */
export const useAskable = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['askable', facilityId],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/agreements/for-people/{facilityId}', { path: { facilityId } }, { signal })).data,
    staleTime: 60_000,
  });
};

export const titleOf = (askable: readonly AgreementForPeople[] | undefined, agreementId: string): string =>
  askable?.find((one) => one.agreementId === agreementId)?.title ?? agreementId;
