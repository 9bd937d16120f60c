import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

/** What staff at the panel may be told beside what the doors themselves refuse. */
const panelFaults = defineFaults({
  'panel.manager_only': {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'Only a manager may do this',
    help: 'Ending a lockdown, resetting a fire release and banning somebody need the role of a manager.',
  },
  'panel.no_rules_yet': {
    status: 409,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box has no access rules yet',
    help: 'They come from the cloud once the box is claimed and connected.',
  },
  'panel.unknown_person': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such person',
    help: 'The box knows nobody of this number any more. Ask again with what the person presents.',
  },
});

export const panelFault = faultsOf(panelFaults);
