import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const alarmsFaults = defineFaults({
  alarm_unknown: callersFault(
    404,
    'No such alarm at this facility',
    'List the alarms of the facility to see their ids. One that came again long after it was over is a new one.',
  ),
  alarm_over: callersFault(
    409,
    'This alarm is over',
    'Nobody has to see to it any more. If its cause comes again, there is a new alarm.',
  ),
  alarm_owned: callersFault(
    409,
    'Somebody else has this alarm',
    'Whoever acknowledged it sees to it. They can hand it over or give it back, and so can whoever manages the facility.',
  ),
  alarm_not_yours: callersFault(
    409,
    'This alarm is not yours to give',
    'Only its owner, or who manages the facility, hands it over, gives it back or says that it is over. Acknowledge it first where nobody has it.',
  ),
  alarm_person_unknown: callersFault(
    422,
    'This user does not work at the facility',
    'Alarms are told to, and owned by, users who are staff of the facility, by a role there or in its organisation. Give them the role first.',
  ),
  alarm_full: callersFault(
    409,
    'Nothing more can be written down of this alarm',
    'An alarm keeps 500 entries. Say that it is over: if its cause comes again, there is a new one.',
  ),
  alarm_kind_unknown: callersFault(422, 'No such kind of alarm', 'The kinds there are, `GET /api/alarm-kinds` lists.'),
});

export const alarmsFault = faultsOf(alarmsFaults);
