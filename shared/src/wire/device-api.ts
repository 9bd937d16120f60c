import { z } from 'zod';
import { DoorConfig } from '../door/door-config.ts';
import { LockdownOverride } from '../door/lockdown.ts';
import { MaintenanceOverride } from '../door/maintenance.ts';
import { BoxId, FacilityId } from '../ids/ids.ts';
import { PublicKey } from './device-keys.ts';
import { DoorsHash } from './doors-hash.ts';
import { WiringHash } from './wiring-hash.ts';

/** What box and cloud say to each other over HTTPS, under `/edge/v1`. Proofs are compact JWS made with the box's key. */

/** A code that staff read off the box: 8 characters without look-alikes (Crockford base 32), 40 bits, 10 minutes. */
export const ClaimCode = z
  .string()
  .transform((text) => text.toUpperCase().replaceAll('-', ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, 'must be 8 characters as shown on the box'))
  .meta({ id: 'ClaimCode' });

/** POST /edge/v1/claims: "here I am, and this is my code". Proves the key it brings. Sent again until bound. */
export const ClaimProof = z.discriminatedUnion('v', [
  z.strictObject({ v: z.literal(2), boxId: BoxId, publicKey: PublicKey, code: ClaimCode }),
  /** From boxes of earlier releases, and to clouds of such: nobody can find it by the code alone. */
  z.strictObject({
    v: z.literal(1),
    boxId: BoxId,
    publicKey: PublicKey,
    /** SHA-256 of `<boxId>:<code>` in hex. */
    codeHash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
]);
export type ClaimProof = z.infer<typeof ClaimProof>;
export const ClaimRequest = z.strictObject({ proof: z.string().max(4_096) });

/** The cloud's command signing keys, pinned by the box when it is claimed. */
export const CommandKey = z.strictObject({ kid: z.string().min(1).max(64), publicKey: PublicKey });
export type CommandKey = z.infer<typeof CommandKey>;

export const ClaimAnswer = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting'), expiresInSeconds: z.int().nonnegative() }),
  z.strictObject({
    status: z.literal('claimed'),
    facilityId: FacilityId,
    commandKeys: z.array(CommandKey).min(1).max(2),
  }),
]);
export type ClaimAnswer = z.infer<typeof ClaimAnswer>;

/** GET /edge/v1/claim-page: where people claim boxes in a browser. The box appends its code as a fragment, which browsers send to nobody. */
export const ClaimPageAnswer = z.strictObject({
  url: z.url({ protocol: /^https$/, error: 'must be an https address' }).max(300),
});

/** POST /edge/v1/challenges gives a fresh challenge, so that no clock of the box matters; then POST /edge/v1/tokens. */
export const ChallengeAnswer = z.strictObject({ challenge: z.string().max(400), expiresInSeconds: z.int().positive() });
export const TokenProof = z.strictObject({ v: z.literal(1), boxId: BoxId, challenge: z.string().max(400) });
export const TokenAudience = z.enum(['mqtt', 'edge']);
export type TokenAudience = z.infer<typeof TokenAudience>;
export const TokenRequest = z.strictObject({ proof: z.string().max(4_096), audience: TokenAudience });
export const TokenAnswer = z.strictObject({
  token: z.string().max(2_000),
  expiresInSeconds: z.int().positive(),
  /** Where the broker is, `mqtts://host:port`. */
  brokerUrl: z.string().max(300),
});

/**
 * GET /edge/v1/time: the one question that a box asks over a connection whose certificate's dates it cannot judge. The answer
 * counts for its signature, made with the command key for this nonce alone, and for nothing else.
 */
const TimeNonce = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'must be 22 to 64 characters of base64url');
export const TimeQuery = z.strictObject({ nonce: TimeNonce.describe('Random: the signed answer repeats it.') });
export const TimeAnswer = z.strictObject({ jws: z.string().max(1_000) });
/** What is signed. No other text that the command key signs reads like it. */
export const SignedTime = z.strictObject({
  v: z.literal(1),
  says: z.literal('time'),
  nonce: TimeNonce,
  wallMs: z.int().nonnegative(),
});
export type SignedTime = z.infer<typeof SignedTime>;

/** POST /edge/v1/certificates: the box's certificate for its panel or broker, signed by the facility's authority. */
export const CertificateRequest = z.strictObject({ csr: z.string().max(4_096) });
export const CertificateAnswer = z.strictObject({
  certificate: z.string().max(16_384),
  /** What phones and LAN devices are to trust, PEM: first the authority that signed, then its successor if there is one. */
  authorities: z.array(z.string().max(16_384)).min(1).max(2),
});
export type CertificateAnswer = z.infer<typeof CertificateAnswer>;

/** GET /edge/v1/desired-state: everything the box should be. Newest wins whole; there is no partial state. */
export const DesiredState = z.strictObject({
  v: z.literal(1),
  revision: z.int().nonnegative(),
  facility: z.strictObject({ id: FacilityId, name: z.string().max(200), timezone: z.string().max(120) }),
  beaconSeconds: z.int().min(1).max(60).default(5),
  commandKeys: z.array(CommandKey).min(1).max(2),
  doors: z.array(DoorConfig).max(64),
  /** What the cloud's staff wish for maintenance and lockdown. The box takes each once, if nobody changed it meanwhile. */
  maintenanceWishes: z.array(MaintenanceOverride).max(64).default([]),
  lockdownWishes: z.array(LockdownOverride).max(64).default([]),
  // Only for boxes that ask for them: those of earlier releases refuse what they do not know.
  /** Numbers of another epoch say nothing: the cloud's database was restored since. */
  epoch: z.uuid().optional(),
  /** `doorsHashOf(doors)`: which doors these are, whatever the number says. */
  doorsHash: DoorsHash.optional(),
  /** The doors are from before a restore, and nobody has confirmed them yet: a box that has doors keeps its own. */
  held: z.boolean().optional(),
  /** For boxes that have a person confirm their wiring: what that is called, and what staff answer for, by door. */
  wiring: z
    .strictObject({ hash: WiringHash, acknowledged: z.record(z.string().max(40), z.array(z.string().max(40)).max(20)) })
    .optional(),
  /** A `SignedState` of all the rest, by a key that signs commands. */
  signature: z.string().max(4_000).optional(),
});
export type DesiredState = z.infer<typeof DesiredState>;
