import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { BoxId } from '../ids/ids.ts';
import { canonicalJson, type Json } from '../json/canonical.ts';
import type { DesiredState } from './device-api.ts';
import { type SigningKey, signJws, verifyJws } from './jws.ts';

/** What the cloud signs of a desired state: whose it is, and a hash of all of it but the signature. */
const SignedState = z.strictObject({
  v: z.literal(1),
  says: z.literal('desired-state'),
  boxId: BoxId,
  /** SHA-256 of the canonical JSON (RFC 8785), hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const hashOf = (state: object): string => {
  const { signature: _, ...rest } = state as { readonly [key: string]: Json | undefined };
  return createHash('sha256').update(canonicalJson(rest)).digest('hex');
};

/** The same state always comes out the same: its ETag stands for both. */
export const signState = (boxId: BoxId, state: DesiredState, key: SigningKey): DesiredState => {
  const signed: z.infer<typeof SignedState> = { v: 1, says: 'desired-state', boxId, hash: hashOf(state) };
  return { ...state, signature: signJws(signed, key) };
};

/** Looks at an answer as it came, before anything of it is read: members that a schema would add are not signed. Never throws. */
export const signatureOf = (
  answer: unknown,
  boxId: BoxId,
  keyFor: (kid: string) => KeyObject | undefined,
): 'good' | 'bad' | 'none' => {
  if (typeof answer !== 'object' || answer === null) return 'bad';
  const { signature } = answer as { readonly signature?: unknown };
  if (signature === undefined) return 'none';
  const verified = typeof signature === 'string' ? verifyJws(signature, keyFor) : undefined;
  const said = verified?.ok === true ? SignedState.safeParse(verified.payload).data : undefined;
  if (said === undefined || said.boxId !== boxId) return 'bad';
  try {
    return said.hash === hashOf(answer) ? 'good' : 'bad';
  } catch {
    return 'bad'; // JSON can carry what canonical JSON cannot: half of a character.
  }
};
