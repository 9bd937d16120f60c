import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const doorControllersFaults = defineFaults({
  configuration_refused: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'A box cannot drive its doors so',
    help: 'Nothing was changed. `problems` names each door, its field and the rule: two doors that share a relay, an input that is used twice, a bus or a channel that the box does not have, a magnet without an exit button or a fire input. What may be right all the same (`input_shared`, `magnet_without_exit`, `magnet_without_fire`) is taken once `acknowledged` of the door names the rule.',
  },
  configuration_outdated: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Somebody else has changed this meanwhile',
    help: 'Each change names the version that it was made looking at (`expectedVersion`). Read the configuration again, then decide again.',
  },
  controller_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such door controller',
    help: 'List the door controllers of the facility to see their ids. One that was decommissioned can be looked at, and changed no more.',
  },
  version_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such version of the configuration',
    help: 'Versions count from 1. The history of the configuration lists them.',
  },
  restore_impossible: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'A door of that version is not free',
    help: 'A door that the version had was removed since, or another box drives it. Give it back to this box first, or change the doors one by one.',
  },
});

export const doorControllersFault = faultsOf(doorControllersFaults);
