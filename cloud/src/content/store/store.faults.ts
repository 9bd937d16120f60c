import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const storeFaults = defineFaults({
  store_refused: callersFault(
    422,
    'The online store does not take this',
    'The message, and `errors`, name each field that the store refuses, and say why in its own words. Fields that the request leaves out come from the facility: correct them there, or send them.',
  ),
  store_busy: {
    status: 409,
    blame: 'caller',
    retry: 'after-delay',
    title: 'The location is being updated already',
    help: 'Another request updates the location of this facility at the online store, or one did and its answer was lost. Send this one again after the time in Retry-After.',
  },
});
export const storeFault = faultsOf(storeFaults);
