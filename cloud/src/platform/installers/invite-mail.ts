import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { mailKind } from '../mail/mail.module.ts';

/** What somebody is told who is to install doors at a gym. The link lets nobody in: it says what it is about, and asks them to sign in. */
export const INSTALLER_INVITED = mailKind({
  kind: 'installer.invited',
  summary: 'To whoever is invited to install doors at a gym.',
  of: 'facility',
  variables: {
    name: { about: 'What they are called.', as: 'line', example: 'Ada' },
    by: { about: 'Who invites, as people know them.', as: 'line', example: 'Sam Rivers' },
    gym: { about: 'What the gym is called.', as: 'line', example: 'Harbour Gym' },
    link: {
      about: 'Where they begin.',
      as: 'link',
      example: 'https://gatehouse.example/ops/sign-in/invite',
      needed: true,
    },
  },
  builtIn: {
    subject: 'You are invited to install doors at a gym',
    text: `Hello {{name}},

{{by}} invites you to install doors at {{gym}}, with Gatehouse.

Open this on the phone or the laptop that you have with you there:
{{link}}

It asks for this address and sends a code to it: nobody gets in with the link alone. You can then claim the box by the
code on its panel, wire its doors, and try them one after the other. You see nothing of the people who train there.

It ends by itself 48 hours after this e-mail was sent. Should you need longer, ask {{by}}, who can send it again.

If you do not know what this is about, do nothing.
`,
  },
});

export const inviteMail = ({
  to,
  facilityId,
  ...values
}: {
  readonly to: string;
  readonly facilityId: FacilityId;
  readonly name: string;
  readonly gym: string;
  readonly by: string;
  readonly link: string;
}) => ({ kind: INSTALLER_INVITED, to, facilityId, values });
