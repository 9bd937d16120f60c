import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { FacilityId } from '../ids/ids.ts';
import { type SigningKey, signJws, verifyJws } from '../wire/jws.ts';

/** A day is longer than a phone shop needs to be reached; what must outlast it is a grant. */
export const PASS_HOURS_MAX = 24;
export const PASS_USES_MAX = 50;

/**
 * What the cloud signs (compact JWS, Ed25519) so that somebody whom a box has not heard of gets in while the box hears
 * nothing: for one facility, some of its doors, a short while, and one phone.
 */
export const OutagePass = z.strictObject({
  v: z.literal(1),
  /** So that no other text of the cloud's is taken for a pass. */
  is: z.literal('outage-pass'),
  passId: z.string().regex(/^pass_[0-9a-z]{16}$/),
  facilityId: FacilityId,
  /** `presentedHash` of the member: a box that knows them as banned, disabled or blocked lets nobody in by the pass. */
  member: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  /** Doors by their index at the facility. */
  doors: z.array(z.int().min(0).max(1_023)).min(1).max(64),
  /** The phone's ECDSA P-256 public key: a compressed point (SEC 1, 2.3.3), base64url. Its codes prove that the phone is there. */
  phone: z.string().regex(/^[A-Za-z0-9_-]{44}$/),
  /** Unix seconds, `[fromS, untilS)`. */
  fromS: z.int().nonnegative(),
  untilS: z.int().nonnegative(),
  /** How often each box lets it open a door. */
  uses: z.int().min(1).max(PASS_USES_MAX),
});
export type OutagePass = z.infer<typeof OutagePass>;

export const signPass = (pass: OutagePass, key: SigningKey): string => signJws(OutagePass.parse(pass), key);

/** The pass, if one of the facility's keys signed it; undefined for anything else, however odd. */
export const readPass = (jws: string, keyFor: (kid: string) => KeyObject | undefined): OutagePass | undefined => {
  const verified = verifyJws(jws, keyFor);
  return verified.ok ? OutagePass.safeParse(verified.payload).data : undefined;
};
