import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const pushesFaults = defineFaults({
  subscription_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such subscription of yours',
    help: 'There is no subscription with this id, or it is somebody else’s. A subscription is also removed when the browser’s push service says that it is gone.',
  },
  subscription_refused: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'This is no subscription of a browser',
    help: 'The endpoint must be the https address of a push service on the public internet, without a port, and the keys those that the browser made with it. Send what `PushSubscription.toJSON()` gives, unchanged.',
  },
});
export const pushesFault = faultsOf(pushesFaults);
