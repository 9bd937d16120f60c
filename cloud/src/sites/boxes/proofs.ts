import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import type { z } from 'zod';
import { boxesFault } from './boxes.faults.ts';

export const proofRefused = () => boxesFault('proof_refused', 'The proof was not accepted.');

/** Opens a JWS that a box signed and checks it against the key it names itself, or that we know for it. */
export const openProof = <S extends z.ZodType>(proof: string, schema: S, publicKey: string): z.infer<S> => {
  const verified = verifyJws(proof, () => importPublicKey(publicKey));
  const parsed = verified.ok ? schema.safeParse(verified.payload) : undefined;
  if (!parsed?.success) throw proofRefused();
  return parsed.data;
};

/** Reads the payload of a JWS whose signature is not known to be right yet, to learn which key to check it with. */
export const peek = <S extends z.ZodType>(proof: string, schema: S): z.infer<S> => {
  try {
    const payload: unknown = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return schema.parse(payload);
  } catch {
    throw proofRefused();
  }
};
