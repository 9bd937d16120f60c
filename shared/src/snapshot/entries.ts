import { z } from 'zod';
import { FacilityEntry } from './facility-entry.ts';

/** What a PIN is recognised by, and nothing to read it from: scrypt with N = 2^14, r = 8, p = 1, 32 bytes. */
export const PinVerifier = z.strictObject({ salt: z.base64().max(64), key: z.base64().length(44) });
export type PinVerifier = z.infer<typeof PinVerifier>;

/** How somebody makes themselves known at a door. A short id opens nothing without a PIN. */
export const CredentialKind = z.enum(['member', 'card', 'short_id']);
export type CredentialKind = z.infer<typeof CredentialKind>;

/**
 * Somebody as the box knows them: a compiled record, and the keyed hashes of everything that they may present. The entry's
 * id is the person's number at the facility, which is all that facts of access name.
 */
export const PersonEntry = z.strictObject({
  /** The bytes that `compilePerson` made. */
  record: z.base64(),
  keys: z
    .array(
      z.strictObject({
        kind: CredentialKind,
        /** `presentedHash` as 22 characters of base64url. */
        hash: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
        /** A card that asks for a PIN as well. */
        pin: z.boolean().optional(),
      }),
    )
    .max(200),
  pin: PinVerifier.optional(),
  /** A door stays released for its longer hold when they enter. */
  extended: z.literal(true).optional(),
  /** AES-256-GCM under the facility's name key: 12 bytes nonce, ciphertext, 16 bytes tag. Opened by a staff sign-in only. */
  name: z.base64().max(1_000).optional(),
});
export type PersonEntry = z.infer<typeof PersonEntry>;

/** Somebody who may sign in at the panel. */
export const StaffEntry = z.strictObject({
  name: z.string().min(1).max(120),
  role: z.enum(['staff', 'manager']),
  pin: PinVerifier,
  /** The facility's name key, wrapped (AES-256-GCM) under a key that scrypt makes of the PIN and `salt`. */
  nameKey: z.strictObject({ salt: z.base64().max(64), wrapped: z.base64().max(120) }).optional(),
});
export type StaffEntry = z.infer<typeof StaffEntry>;

/** An outage pass that no longer counts, by its id, until nobody could show it any more. */
export const RevokedPassEntry = z.strictObject({ untilS: z.int().nonnegative() });

const entry = <const Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) =>
  z.strictObject({
    kind: z.literal(kind),
    id: z.string().max(64),
    /** The snapshot's revision that this entry came with. */
    revision: z.int().positive(),
    /** Null: there is no such entry any more. */
    data: data.nullable(),
  });

/**
 * One thing that a box knows. A snapshot is a set of them, at most one for each kind and id. What a newer cloud says besides is
 * kept, and counts in the hash: a box that knows nothing of it yet still takes the rest.
 */
export const SnapshotEntry = z.discriminatedUnion('kind', [
  entry('facility', FacilityEntry.loose()),
  entry('person', PersonEntry.loose()),
  entry('staff', StaffEntry.loose()),
  entry('revoked_pass', RevokedPassEntry.loose()),
]);
export type SnapshotEntry = z.infer<typeof SnapshotEntry>;
export type EntryKind = SnapshotEntry['kind'];
