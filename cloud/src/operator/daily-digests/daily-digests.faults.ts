import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const dailyDigestsFaults = defineFaults({
  daily_digest_not_subscribed: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'Nobody gets this daily digest',
    help: 'The user gets no daily digest here. A subscription ends by itself once its user has lost the right to it or was deleted.',
  },
});
export const dailyDigestsFault = faultsOf(dailyDigestsFaults);
