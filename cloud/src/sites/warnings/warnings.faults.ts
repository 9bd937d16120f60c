import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const warningsFaults = defineFaults({
  warning_unknown: callersFault(
    404,
    'No such warning at this facility',
    'List the warnings of the facility to see their ids. A warning that was closed and is raised again has a new one.',
  ),
  warning_stands: callersFault(
    409,
    'The cause of the warning is still there',
    'A warning of this kind closes by itself once its cause is gone; the runbook says what to do about each. Acknowledge it meanwhile, so that others see that somebody looks after it.',
  ),
  warning_of_another_kind: callersFault(
    409,
    'This cannot be done from a warning of this kind',
    'Only a warning of a scope key that opens nothing can be answered by mapping the key, and only such a one has members whom it hurts.',
  ),
});

export const warningsFault = faultsOf(warningsFaults);
