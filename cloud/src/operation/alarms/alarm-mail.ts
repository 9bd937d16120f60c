import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { mailKind } from '../../platform/mail/mail.module.ts';
import { listOf, type Telling, whatOf } from './alarm-words.ts';

const variables = {
  facility: { about: 'What the gym is called.', as: 'line', example: 'Harbour Gym' },
  what: { about: 'The alarm, or how many there are.', as: 'line', example: 'A door was forced: Front door' },
  alarms: {
    about: 'Each of them, one a line.',
    as: 'text',
    example: '- A door was forced: Front door (for 2 minutes)',
    needed: true,
  },
  next: { about: 'What follows, in a sentence.', as: 'line', example: 'Nobody else is told after you.' },
  link: {
    about: 'Where they see who has it, and take it.',
    as: 'link',
    example: 'https://gatehouse.example/ops/facilities/fac_0123456789abcdef/warnings',
    needed: true,
  },
} as const;
const textOf = (first: string): string => `${first}

{{alarms}}

{{next}}
See who has it, and take it: {{link}}
`;

export const ALARM_RAISED = mailKind({
  kind: 'alarm.raised',
  summary: 'To whoever is told of an alarm at a gym.',
  of: 'facility',
  variables,
  builtIn: { subject: '{{what}} · {{facility}}', text: textOf('At {{facility}} this needs somebody now:') },
});

export const ALARM_HANDED_OVER = mailKind({
  kind: 'alarm.handed-over',
  summary: 'To whoever is handed an alarm by somebody else.',
  of: 'facility',
  variables,
  builtIn: {
    subject: 'Handed to you: {{what}} · {{facility}}',
    text: textOf('At {{facility}} this was handed to you:'),
  },
});

/** An e-mail of what people are told, with where to go. */
export const alarmMail = (
  { facility, alarms, next, handed = false }: Telling,
  { to, facilityId, link }: { readonly to: string; readonly facilityId: FacilityId; readonly link: string },
) => ({
  kind: handed ? ALARM_HANDED_OVER : ALARM_RAISED,
  to,
  facilityId,
  values: {
    facility,
    what: whatOf(alarms),
    alarms: listOf(alarms)
      .map((line) => `- ${line}`)
      .join('\n'),
    next,
    link,
  },
});
