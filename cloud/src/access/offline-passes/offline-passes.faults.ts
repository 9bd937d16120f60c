import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const offlinePassesFaults = defineFaults({
  outage_pass_refused: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'The member would not get in within the pass’s time',
    help: 'A pass opens no door that the rules keep shut. Ask for the member’s access to see why: a plan that has ended, hours that do not come within the pass’s time, a scope key that the facility has not mapped, or something that is not of your data.',
  },
});

export const offlinePassesFault = faultsOf(offlinePassesFaults);
