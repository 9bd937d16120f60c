import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { mailKind } from '../../platform/mail/mail.module.ts';
import { type Email, htmlOf, textOf } from './email.ts';

const variables = {
  title: { about: 'The most urgent of it, in a line.', as: 'line', example: 'All quiet at Harbour Gym' },
  report: {
    about: 'All of it, with why its reader gets it.',
    as: 'report',
    example: {
      text: 'All quiet at Harbour Gym since Sat 21 Nov 07:00: 1 entry, 4 remote unlocks.\n',
      html: '<p>All quiet at Harbour Gym since Sat 21 Nov 07:00: 1 entry, 4 remote unlocks.</p>',
    },
    needed: true,
  },
} as const;
const builtIn = {
  subject: '{{title}}',
  text: '{{report}}',
  html: [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>{{title}}</title></head>',
    '<body style="font:16px/1.5 sans-serif;max-width:40em;margin:0 auto;padding:16px">',
    '<h1 style="font-size:1.25em">{{title}}</h1>',
    '{{report}}',
    '</body></html>',
    '',
  ].join('\n'),
};

export const FACILITY_DIGEST = mailKind({
  kind: 'daily-digest.facility',
  summary: 'To whoever wants to hear each morning or week how a gym does.',
  of: 'facility',
  variables,
  builtIn,
});

export const PLATFORM_DIGEST = mailKind({
  kind: 'daily-digest.platform',
  summary: 'To global admins who want to hear each morning or week how all gyms do.',
  of: 'platform',
  variables,
  builtIn,
});

export const digestMail = (
  email: Email,
  { to, facilityId }: { readonly to: string; readonly facilityId: FacilityId | undefined },
) => ({
  kind: facilityId === undefined ? PLATFORM_DIGEST : FACILITY_DIGEST,
  to,
  facilityId,
  values: { title: email.subject, report: { text: textOf(email), html: htmlOf(email) } },
});
