import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const explorerFaults = defineFaults({
  explorer_not_built: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The explorer could not be made',
    help: 'It is a page that the cloud makes for the first who asks, and that could not be done: the log says why, by the request id. The API is not concerned, and neither are doors. It is tried again after half a minute.',
  },
});

export const explorerFault = faultsOf(explorerFaults);
