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
});
export const smsFault = faultsOf(smsFaults);
