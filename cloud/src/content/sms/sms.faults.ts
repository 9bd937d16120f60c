import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const smsFaults = defineFaults({
  sms_unknown: callersFault(404, 'No such text message', 'There is no text message with this id that you may see.'),
  sms_over: callersFault(
    409,
    'Nothing is left of the text message to cancel',
    'All of it was handed over, or it was cancelled before. Read it to see what became of each recipient.',
  ),
  sms_opted_out: callersFault(
    409,
    'They have opted out by themselves',
    'Whoever has this number has answered STOP. Only they can take that back, by texting START to the number that they had texts from.',
  ),
  not_configured: {
    status: 503,
    blame: 'us',
    retry: 'never',
    title: 'This installation is not connected to such a service',
    help: 'Whoever runs the installation has not configured the outside service that this needs. The runbook says which settings it takes.',
  },
});
export const smsFault = faultsOf(smsFaults);
