import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const cuaFaults = defineFaults({
  cua_unknown: callersFault(
    404,
    'No such agreement with somebody',
    'There is no agreement with somebody with this id, or it is not yours to see. List them to see which there are.',
  ),
  cua_subject_unknown: callersFault(
    404,
    'Nobody like that at this club',
    'The user holds nothing at this club or its organisation, or the partner has sent no such member of this club.',
  ),
  cua_open: callersFault(
    409,
    'They are asked already',
    'The same person is asked for the same agreement at this club, and has neither signed nor declined. Send that one again, or withdraw it first.',
  ),
  cua_state: callersFault(
    409,
    'That cannot be done to it as it stands',
    'Drafts are sent; what is sent is sent again, extended or withdrawn until its link has ended; what is signed ends.',
  ),
  cua_signed: callersFault(
    409,
    'It is signed',
    'What somebody has signed is not deleted. End it, if it is not to hold any longer.',
  ),
});
export const cuaFault = faultsOf(cuaFaults);
