import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const briefingsFaults = defineFaults({
  briefing_not_subscribed: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'Nobody gets this briefing',
    help: 'The user gets no briefing here. A subscription ends by itself once its user has lost the right to it or was deleted.',
  },
});
export const briefingsFault = faultsOf(briefingsFaults);
