import { mailKind } from '../mail/mail.module.ts';

/** What somebody is told whom another organisation invites: where they look at it, and that nothing happens unless they accept. */
export const INVITATION = mailKind({
  kind: 'user.invited',
  summary: 'To whoever has an account and is invited to work with places of another organisation.',
  of: 'platform',
  variables: {
    email: { about: 'Whom somebody invites.', as: 'line', example: 'sam@example.com' },
    places: { about: 'The places, one a line.', as: 'text', example: '- Harbour Gym\n- Riverside', needed: true },
    invitations: {
      about: 'Where they look at what they are invited to.',
      as: 'link',
      example: 'https://gatehouse.example/api/users/invitations',
      needed: true,
    },
  },
  builtIn: {
    subject: 'You are invited at Gatehouse',
    text: `Hello,

somebody invites {{email}} to work with these places at Gatehouse:

{{places}}

They see neither your name nor anything else of you unless you accept. With a key of yours in the header x-api-key,
GET {{invitations}}
shows what you are invited to, and
PUT {{invitations}}/{invitationId}/accepted
accepts it. To decline, do nothing: an invitation ends after 30 days.
`,
  },
});

export const invitationMail = (to: string, places: readonly string[], platformUrl: string) => ({
  kind: INVITATION,
  to,
  values: {
    email: to,
    places: places.map((place) => `- ${place}`).join('\n'),
    invitations: `${platformUrl}/api/users/invitations`,
  },
});
