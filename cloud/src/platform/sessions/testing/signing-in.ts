import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { ClientAnswer } from '../../../kit/http/testing/https-client.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { SignedInBy } from '../sessions.tables.ts';
import { SEND_CODE } from '../staff-realm.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';

/** What a page of the console sends beside its cookie. */
export const PAGE = {
  'sec-fetch-site': 'same-origin',
  'x-console': '1',
  'content-type': 'application/json',
} as const;

/** The headers of a browser that has this cookie, and of a page in it. */
export const withCookie = (name: '__Host-ops' | '__Host-pre' | '__Host-desk', value: string) => ({
  ...PAGE,
  cookie: `${name}=${value}`,
});

/** What an answer sets a cookie to; empty where it takes it away. */
export const cookieOf = ({ headers }: Pick<ClientAnswer, 'headers'>, name: string): string | undefined =>
  headers['set-cookie']
    ?.map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1])
    .find((value) => value !== undefined);

/** Somebody who holds something and has never signed in. */
export const somebody = async (api: PlatformApi) =>
  api.aCaller(randomId('s').slice(2), { right: 'facility-manager', scope: 'facility', scopeId: api.world.facilityId });

/** Signs a user in without the API: the headers that their browser sends from now on. */
export const signedIn = async ({ world }: Pick<PlatformApi, 'world'>, userId: string, by: SignedInBy = 'code') => {
  const browser = { remoteAddress: '192.0.2.7', userAgent: 'Mozilla/5.0' };
  const { token, session } = await world.db.write((tx) =>
    world.sessions.begin(tx, { subjectId: userId, by, ...browser }),
  );
  return { token, sessionId: session.id, headers: withCookie('__Host-ops', token) };
};

/** Carries out the jobs that send codes. */
export const sendCodes = async ({ world }: PlatformApi): Promise<void> => {
  const kind = world
    .collected('jobs')
    .flat()
    .find(({ name }) => name === SEND_CODE);
  const jobs = await world.db.write((tx) =>
    tx.deleteFrom('job').where('kind', '=', SEND_CODE).returning('payload').execute(),
  );
  for (const { payload } of jobs) await kind?.run(JSON.parse(payload) as never, {} as never);
};

/** The newest code that was sent to an address. */
export const codeSentTo = async (api: PlatformApi, email: string): Promise<string> => {
  await sendCodes(api);
  const mails = await api.world.db.read((tx) =>
    tx.selectFrom('mail').where('recipient', '=', email).where('sensitive', '=', 1).select('text_body').execute(),
  );
  const code = /^\d{6}$/m.exec(mails.at(-1)?.text_body ?? '')?.[0];
  if (code === undefined) throw new Bug(`no code was sent to ${email}`);
  return code;
};

let asked = 0;
/** A code for a browser, asked for from a network of its own. */
export const askedCode = async (api: PlatformApi, email: string) => {
  const { db, sessions } = api.world;
  asked += 1;
  const remoteAddress = `2001:db8:0:${asked}::1`;
  const browser = await db.write((tx) => sessions.codes.ask(tx, { email, remoteAddress }));
  return { browser, code: await codeSentTo(api, email) };
};

/** A passkey of a user, and its authenticator. */
export const aPasskey = async (
  { world }: PlatformApi,
  userId: string,
): Promise<Authenticator & { passkeyId: string }> => {
  const { db, sessions, users } = world;
  const authenticator = createAuthenticator();
  const user = await db.read((tx) => users.findById(tx, userId));
  if (user === undefined) throw new Bug('there is no such user');
  const options = await db.read((tx) => sessions.passkeys.creationOptions(tx, user, 'ses_test'));
  const proof = await sessions.passkeys.checkNew(authenticator.create(options), 'ses_test');
  if (proof === undefined) throw new Bug('a passkey was not taken');
  const { id } = await db.write((tx) => sessions.passkeys.add(tx, userId, { proof, label: 'Test' }));
  return { ...authenticator, passkeyId: id };
};
