import type {
  ListedSession,
  Operations,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  Preferences,
  Session,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { ago, SESSION } from './ops-gym.kit.ts';

/** What a device is told that is a desk. */
export type DeskOfDevice = NonNullable<Operations['GET /api/session/desk']['answer']['desk']>;

/** Who is at the fake cloud, and what they have to prove it with. */
export interface FakeAccount {
  /** What whoever is signed in likes. */
  preferences: Preferences;
  /** Whoever is signed in, once they are. */
  session: Session;
  signedIn: boolean;
  /** Whether the session has stepped up: what is grave asks for that. */
  proven: boolean;
  passkeys: readonly Passkey[];
  sessions: readonly ListedSession[];
  hasTotp: boolean;
  /** Which desk the device is. */
  desk: DeskOfDevice | null;
}

export const fault = (error: string, message: string) => ({ error, message, request_id: 'req_0123456789abcdef' });

export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: { readonly [name: string]: unknown } | null;
  readonly header: (name: string) => string | undefined;
}
export type Answer = readonly [status: number, body?: object | undefined];

const session = (number: number, seconds: number, otherwise: Partial<ListedSession>): ListedSession => ({
  sessionId: `ses_${String(number).padStart(16, '0')}`,
  current: false,
  live: true,
  signedInBy: 'code',
  createdAt: ago(seconds),
  seenAt: ago(seconds / 2),
  endsAt: ago(-1_800),
  ip: '192.0.2.17',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ...otherwise,
});
export const SESSIONS: readonly ListedSession[] = [
  session(1, 1_200, { sessionId: 'ses_0123456789abcdef', current: true, signedInBy: 'passkey', seenAt: ago(10) }),
  session(2, 9_000, {
    ip: '198.51.100.4',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  }),
  session(3, 300_000, { live: false }),
];
export const PASSKEYS: readonly Passkey[] = [
  { passkeyId: 'pky_0123456789abcdef', label: 'Phone', createdAt: ago(2_600_000), lastUsedAt: ago(1_200) },
];

const CHALLENGE = { challenge: 'wYm1u0k5n3b4x6z8', timeout: 5_000 } as const;
export const REQUEST_OPTIONS: PasskeyRequestOptions = {
  ...CHALLENGE,
  rpId: 'localhost',
  userVerification: 'required',
};
export const CREATION_OPTIONS: PasskeyCreationOptions = {
  ...CHALLENGE,
  rp: { id: 'localhost', name: 'Gatehouse' },
  user: { id: 'dXNyXzAxMjM0NTY3ODlhYmNkZWY', name: SESSION.user.email, displayName: 'Kim Example' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
export const TOTP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Gatehouse:kim%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Gatehouse',
};

/** What behind the `#` of a link signs in. */
export const LINK_TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMnOpQ';
export const linkOf = (cloud: FakeAccount, { body }: Asked): Answer => {
  if (body?.token !== LINK_TOKEN) return [401, fault('code_ended', 'This link was used, or is over: make a new one.')];
  cloud.signedIn = true;
  return [200, SESSION];
};
export const stepUpOf = (cloud: FakeAccount, { body }: Asked): Answer => {
  if (body?.code !== '287082' && body?.passkey === undefined)
    return [403, fault('proof_wrong', 'This proves nothing.')];
  cloud.proven = true;
  return [200, { stepUpUntil: SESSION.endsAt }];
};
export const totpOf = (cloud: FakeAccount, { body }: Asked): Answer => {
  if (body?.code === undefined) return [200, { enrolled: false, ...TOTP }];
  cloud.hasTotp = true;
  return [200, { enrolled: true, secret: null, uri: null }];
};

export const USUAL_PREFERENCES: Preferences = {
  ...{ theme: 'system', density: 'comfortable', homeFacilityId: null, savedFilters: [], changedAt: null },
};
export const putPreferences = (cloud: Pick<FakeAccount, 'preferences'>, { body }: Asked): Answer => {
  cloud.preferences = { ...(body as unknown as Preferences), changedAt: ago(0) };
  return [200, cloud.preferences];
};
