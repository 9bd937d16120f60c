import { z } from 'zod';

/** What browsers and authenticators say (WebAuthn Level 3, section 5.1): its names, and bounds of ours. */
const bytes = (most: number, what: string) => z.base64url().min(1).max(most).describe(`${what} (base64url).`);
/** What browsers may leave out, or say null for. */
const maybeBytes = (most: number, what: string) =>
  z
    .base64url()
    .min(1)
    .max(most)
    .nullable()
    .optional()
    .describe(`${what} (base64url); null where the browser does not say.`);
const credentialId = bytes(1_400, 'The credential, as its authenticator calls it');
const type = z.literal('public-key').describe('Always so.');
const attachment = z
  .enum(['platform', 'cross-platform'])
  .nullable()
  .optional()
  .describe('Whether the authenticator is part of the device; null where the browser does not say.');
const extensions = z
  .strictObject({
    credProps: z
      .strictObject({ rk: z.boolean().optional().describe('Whether the authenticator finds the passkey by itself.') })
      .optional()
      .describe('What the browser says of the passkey.'),
  })
  .optional()
  .describe('What came of extensions.');
const challenge = z.string().describe('To be signed, once (base64url).');
const timeout = z.int().describe('How long the browser waits, in milliseconds.');
const verification = z.literal('required').describe('The authenticator asks for its PIN or the like.');

/** `AuthenticationResponseJSON` */
export const Assertion = z
  .strictObject({
    id: credentialId,
    rawId: credentialId,
    response: z
      .strictObject({
        clientDataJSON: bytes(4_000, 'What the browser says it asked for'),
        authenticatorData: bytes(4_000, 'What the authenticator says of itself'),
        signature: bytes(2_000, 'Its signature of both'),
        userHandle: maybeBytes(100, 'Whose passkey it is'),
      })
      .describe('What the authenticator answered.'),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    type,
  })
  .meta({ id: 'PasskeyAssertion' });

/** `RegistrationResponseJSON` */
export const Registration = z
  .strictObject({
    id: credentialId,
    rawId: credentialId,
    response: z
      .strictObject({
        clientDataJSON: bytes(4_000, 'What the browser says it asked for'),
        attestationObject: bytes(20_000, 'The new passkey, and what vouches for its authenticator'),
        authenticatorData: maybeBytes(4_000, 'What the authenticator says of itself'),
        transports: z.array(z.string().max(20)).max(10).optional().describe('How the authenticator is reached.'),
        publicKeyAlgorithm: z.int().min(-70_000).max(70_000).optional().describe('The kind of key (COSE).'),
        publicKey: maybeBytes(4_000, 'The public key'),
      })
      .describe('What the authenticator answered.'),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    type,
  })
  .meta({ id: 'PasskeyRegistration' });

const CLIENT_DATA = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';
export const AN_ASSERTION: z.input<typeof Assertion> = {
  id: 'q83vEjRWeJA',
  rawId: 'q83vEjRWeJA',
  response: {
    clientDataJSON: CLIENT_DATA,
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQD-example',
    userHandle: 'dXNyXzAxMjM0NTY3ODlhYmNkZWY',
  },
  clientExtensionResults: {},
  type: 'public-key',
};
export const A_REGISTRATION: z.input<typeof Registration> = {
  id: 'q83vEjRWeJA',
  rawId: 'q83vEjRWeJA',
  response: { clientDataJSON: CLIENT_DATA, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
  clientExtensionResults: {},
  type: 'public-key',
};

/** `PublicKeyCredentialRequestOptionsJSON` */
export const RequestOptions = z
  .object({
    challenge,
    timeout,
    rpId: z.string().describe('Whose passkeys: the host name of the console.'),
    userVerification: verification,
  })
  .meta({ id: 'PasskeyRequestOptions' });
export const REQUEST_OPTIONS: z.input<typeof RequestOptions> = {
  challenge: 'wYm1u0k5n3b4x6z8',
  timeout: 300_000,
  rpId: 'gym.example.com',
  userVerification: 'required',
};

/** `PublicKeyCredentialCreationOptionsJSON` */
export const CreationOptions = z
  .object({
    rp: z
      .object({
        id: z.string().describe('The host name of the console.'),
        name: z.string().describe('What people call it.'),
      })
      .describe('Whose passkeys.'),
    user: z
      .object({
        id: z.string().describe('What the authenticator calls the user (base64url).'),
        name: z.string().describe('The e-mail.'),
        displayName: z.string().describe('The name.'),
      })
      .describe('Whom it is for.'),
    challenge,
    pubKeyCredParams: z
      .array(z.object({ type, alg: z.int().describe('COSE.') }))
      .describe('The kinds of key that are taken, the best first.'),
    timeout,
    excludeCredentials: z
      .array(z.object({ type, id: z.string().describe('As its authenticator calls it (base64url).') }))
      .describe('Those that the user has: an authenticator that holds one of them makes no other.'),
    authenticatorSelection: z
      .object({
        residentKey: verification,
        requireResidentKey: z.boolean().describe('Always true: the authenticator finds it by itself.'),
        userVerification: verification,
      })
      .describe('What the authenticator has to be able to do.'),
    attestation: z.literal('none').describe('Nothing has to vouch for the authenticator.'),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export const CREATION_OPTIONS: z.input<typeof CreationOptions> = {
  rp: { id: 'gym.example.com', name: 'Gatehouse' },
  user: { id: 'dXNyXzAxMjM0NTY3ODlhYmNkZWY', name: 'sam@example.com', displayName: 'Sam Rivers' },
  challenge: 'wYm1u0k5n3b4x6z8',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
