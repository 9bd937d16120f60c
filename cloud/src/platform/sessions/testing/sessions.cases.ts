import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { createAuthenticator } from './authenticator.ts';
import { aPasskey, askedCode, PAGE, signedIn, somebody, withCookie } from './signing-in.ts';

/** Somebody who has signed in with a passkey, and so stepped up. */
const steppedUp = async (api: PlatformApi) => {
  const { user } = await somebody(api);
  return { user, ...(await signedIn(api, user.id, 'passkey')) };
};
const anAuthenticator = async (api: PlatformApi, userId: string): Promise<void> => {
  const row = { user_id: userId, secret_sealed: '', last_step: 0, created_at: 0, confirmed_at: 0 };
  await api.world.db.write((tx) => tx.insertInto('totp').values(row).execute());
};
const NO_SESSION = { sessionId: 'ses_0000000000000000' };
const NO_PASSKEY = { passkeyId: 'pky_0000000000000000' };

/** A desk, and the cookie of the device that it is. */
const aDesk = async ({ world }: PlatformApi, facilityId = world.facilityId) => {
  const { db, sessions } = world;
  const desk = { facilityId, label: 'Reception', by: 'user:test' };
  const { token, row } = await db.write((tx) => sessions.desks.enrol(tx, desk));
  return { deskId: row.id, headers: withCookie('__Host-desk', token) };
};
/** Somebody who works at the facility and has this PIN. */
const withPin = async (api: PlatformApi, pin: string) => {
  const { user } = await somebody(api);
  const { db, sessions } = api.world;
  const hashed = await sessions.desks.hashPin(pin);
  await db.write((tx) => sessions.desks.setPin(tx, user.id, hashed));
  return user;
};

let asked = 0;

export const sessionsCases: PlatformCases = {
  'sessions.send-code': async () => {
    asked += 1;
    return { headers: PAGE, body: { email: `asks-${asked}@example.com` } };
  },
  'sessions.sign-in': async (api) => {
    const { email } = (await somebody(api)).user;
    const { browser, code } = await askedCode(api, email);
    return { headers: withCookie('__Host-pre', browser), body: { email, code } };
  },
  'sessions.sign-in-by-link': async (api) => {
    const { user } = await somebody(api);
    const { token } = await api.world.db.write((tx) => api.world.sessions.links.make(tx, user.id, 'test'));
    return { headers: PAGE, body: { token } };
  },
  'sessions.passkey-options': async () => ({ headers: PAGE }),
  'sessions.sign-in-by-passkey': async (api) => {
    const passkey = await aPasskey(api, (await somebody(api)).user.id);
    const options = api.world.sessions.passkeys.requestOptions('browser');
    return { headers: withCookie('__Host-pre', 'browser'), body: passkey.get(options) };
  },
  'sessions.whoami': async () => ({}),
  'sessions.sign-out': async (api) => ({ allowed: (await steppedUp(api)).headers }),
  'sessions.step-up': async (api) => {
    const { user } = await somebody(api);
    const { headers } = await signedIn(api, user.id);
    const passkey = await aPasskey(api, user.id);
    const cookie = `${headers.cookie}; __Host-pre=browser`;
    const options = api.world.sessions.passkeys.requestOptions('browser');
    return { allowed: { ...headers, cookie }, body: { passkey: passkey.get(options) } };
  },
  'sessions.list': async () => ({ query: { limit: '10' } }),
  'sessions.end': async (api) => {
    const { superAdmin, otherOrgAdmin } = api.callers;
    const { sessionId } = await signedIn(api, superAdmin.user.id);
    const foreign = { sessionId: (await signedIn(api, otherOrgAdmin.user.id)).sessionId };
    return { params: { sessionId }, foreign, missing: NO_SESSION };
  },
  'sessions.end-of-user': async (api) => {
    const of = async (userId: string) => ({ userId, sessionId: (await signedIn(api, userId)).sessionId });
    return {
      params: await of((await somebody(api)).user.id),
      foreign: await of(api.callers.otherOrgAdmin.user.id),
      missing: { userId: 'usr_zzzzzzzzzzzzzzzz', ...NO_SESSION },
    };
  },
  'passkeys.list': async () => ({}),
  'passkeys.options': async (api) => ({ allowed: (await steppedUp(api)).headers }),
  'passkeys.create': async (api) => {
    const { user, sessionId, headers } = await steppedUp(api);
    const { db, sessions } = api.world;
    const options = await db.read((tx) => sessions.passkeys.creationOptions(tx, user, sessionId));
    return { allowed: headers, body: { label: 'Phone', response: createAuthenticator().create(options) } };
  },
  'passkeys.delete': async (api) => {
    const { user, headers } = await steppedUp(api);
    const { passkeyId } = await aPasskey(api, user.id);
    const foreign = { passkeyId: (await aPasskey(api, (await somebody(api)).user.id)).passkeyId };
    return { params: { passkeyId }, allowed: headers, foreign, missing: NO_PASSKEY };
  },
  'desks.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'desks.enrol': async (api) => ({
    params: { facilityId: api.world.facilityId },
    allowed: (await steppedUp(api)).headers,
    body: { label: 'Reception' },
  }),
  'desks.remove': async (api) => ({
    params: { facilityId: api.world.facilityId, deskId: (await aDesk(api)).deskId },
    foreign: { deskId: (await aDesk(api, api.otherFacilityId)).deskId },
    missing: { deskId: 'dsk_0000000000000000' },
  }),
  'desk-pin.read': async () => ({}),
  'desk-pin.set': async (api) => ({ allowed: (await steppedUp(api)).headers, body: { pin: '493027' } }),
  'desk-pin.delete': async () => ({}),
  'desks.read': async (api) => ({ headers: (await aDesk(api)).headers }),
  'desks.sign-in': async (api) => ({
    headers: (await aDesk(api)).headers,
    body: { userId: (await withPin(api, '493027')).id, pin: '493027' },
  }),
  'totp.read': async () => ({}),
  'totp.enrol': async (api) => ({ allowed: (await steppedUp(api)).headers, body: {} }),
  'totp.delete': async (api) => {
    const { user, headers } = await steppedUp(api);
    await anAuthenticator(api, user.id);
    return { allowed: headers };
  },
};
