import { usePartner, useQuery } from '../partner-console.ts';

export const KEYS = ['keys'];

/** The keys of the account. */
export const useKeys = () => {
  const { ask } = usePartner();
  return useQuery({ queryKey: KEYS, queryFn: ({ signal }) => ask('GET /console/v1/keys', {}, { signal }) });
};
