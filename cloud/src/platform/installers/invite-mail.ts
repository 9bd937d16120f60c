/** What somebody is told who is to install doors at a gym. The link lets nobody in: it says what it is about, and asks them to sign in. */
export const inviteMail = ({
  to,
  name,
  gym,
  by,
  link,
}: {
  readonly to: string;
  readonly name: string;
  readonly gym: string;
  /** Who invites, as people know them. */
  readonly by: string;
  readonly link: string;
}) => ({
  to,
  subject: 'You are invited to install doors at a gym',
  text: `Hello ${name},

${by} invites you to install doors at ${gym}, with Gatehouse.

Open this on the phone or the laptop that you have with you there:
${link}

It asks for this address and sends a code to it: nobody gets in with the link alone. You can then claim the box by the
code on its panel, wire its doors, and try them one after the other. You see nothing of the people who train there.

It ends by itself 48 hours after this e-mail was sent. Should you need longer, ask ${by}, who can send it again.

If you do not know what this is about, do nothing.
`,
});
