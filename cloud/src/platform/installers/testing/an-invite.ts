import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';

/** What is behind the `#` of the newest link that was sent to an address. */
export const linkTokenSentTo = async ({ world }: Pick<PlatformApi, 'world'>, email: string): Promise<string> => {
  const mails = await world.db.read((tx) =>
    tx.selectFrom('mail').where('recipient', '=', email).select('text_body').orderBy('created_at').execute(),
  );
  const tokens = mails.flatMap(({ text_body }) => /\/ops\/sign-in\/invite#([\w-]{43})$/m.exec(text_body)?.[1] ?? []);
  const token = tokens.at(-1);
  if (token === undefined) throw new Bug(`no invite was sent to ${email}`);
  return token;
};

/** Somebody is invited, however many were before. */
export const anInvite = async (
  { world }: Pick<PlatformApi, 'world'>,
  { email = 'kim@wires.example', facilityId = world.facilityId } = {},
) => {
  const { db, installers } = world;
  await forgetTurns({ world });
  const by = { by: 'user:test', byName: 'Sam Example' };
  const invite = await db.write((tx) => installers.invite(tx, { facilityId, email, name: 'Kim', ...by }));
  return { invite, userId: invite.user_id, token: await linkTokenSentTo({ world }, email) };
};

const forgetTurns = ({ world }: Pick<PlatformApi, 'world'>) =>
  world.db.write((tx) => tx.deleteFrom('sign_in_turn').execute());

/** None is open, and none was sent. */
export const forgetInvites = async ({ world }: Pick<PlatformApi, 'world'>): Promise<void> => {
  await forgetTurns({ world });
  await world.db.write((tx) => tx.deleteFrom('installer_invite').execute());
};
