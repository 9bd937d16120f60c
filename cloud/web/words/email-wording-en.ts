import type { EmailMapping, MailVariable } from '../client/platform-api.gen.ts';

/** The words of how e-mails are worded. */
export const wordingWords = {
  title: 'Wording of e-mails',
  more: 'Every kind of e-mail that the platform sends. It goes by the wording of its gym, then of the organisation, then of the platform.',
  looking: 'the wordings',
  of: 'Whose e-mails',
  everybody: 'Everybody’s',
  none: 'No e-mails of yours to word',
  noneMore: 'Whoever administers an organisation words its e-mails.',
  state: ({ mappingId, enabled, locale }: EmailMapping): string => {
    if (mappingId === null) return 'As it was made';
    return enabled ? `Worded in ${locale}` : `Worded in ${locale}, switched off`;
  },
  word: 'Word it',
  change: 'Change the wording',
  another: 'Word it in another language',
  variables: 'What may stand in it',
  variable: ({ name, about, needed }: MailVariable): string =>
    `{{${name}}}: ${about}${needed ? ' It has to stand in every wording.' : ''}`,
  locale: 'Language',
  localeMore: 'A tag such as de or pt-BR.',
  subject: 'Subject',
  text: 'Text',
  html: 'The same as HTML',
  htmlMore: 'May be left empty: then it is sent as text alone.',
  fromName: 'From whom it says it is',
  fromNameMore: 'Empty: as the mail server is set up.',
  replyTo: 'Where answers go',
  replyToMore: 'Empty: to the sender.',
  enabled: 'It counts',
  save: 'Save the wording',
  saved: 'The next e-mail is worded so.',
  preview: 'Show an example',
  previewOf: 'An example',
  sendMe: 'Send me one',
  sentTo: (to: string): string => `It is on its way to ${to}.`,
  remove: 'Remove the wording',
  removeMore: 'E-mails go by the wording of the next wider place, in the end as they were made.',
  removed: 'The wording is removed.',
} as const;
