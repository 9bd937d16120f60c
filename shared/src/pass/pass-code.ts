import { createPublicKey, ECDH, type KeyObject, verify } from 'node:crypto';

/** How long a code is shown before the phone makes the next one, in seconds. */
export const CODE_STEP_S = 15;
/** How far a phone's clock may be off, in steps. */
const STEPS_OFF = 2;
/** How a text begins that may be a shown pass. */
export const SHOWN_PASS_PREFIX = 'GH1~';
const SHOWN = /^GH1~([A-Za-z0-9_.-]{20,4000})~([0-9a-z]{1,9})~([A-Za-z0-9_-]{86})$/;

/** What a phone shows, as a QR code or by NFC: a pass and the code of the moment. */
export interface ShownPass {
  /** The pass as it was signed. */
  readonly jws: string;
  /** Unix seconds divided by `CODE_STEP_S`. */
  readonly step: number;
  /** ECDSA P-256 with SHA-256 over `codeText`, as IEEE P1363 (64 bytes). */
  readonly signature: Buffer;
}

/** What the phone signs. */
export const codeText = (passId: string, step: number): string => `gatehouse pass ${passId} ${step}`;

/** `GH1~<pass>~<step in base 36>~<signature in base64url>`. */
export const shownText = ({ jws, step, signature }: ShownPass): string =>
  `GH1~${jws}~${step.toString(36)}~${signature.toString('base64url')}`;

/** Takes apart what a reader read; undefined for everything that is no shown pass. */
export const readShown = (text: string): ShownPass | undefined => {
  const [, jws, step, signature] = SHOWN.exec(text) ?? [];
  if (jws === undefined || step === undefined || signature === undefined) return undefined;
  return { jws, step: Number.parseInt(step, 36), signature: Buffer.from(signature, 'base64url') };
};

/** Whether a phone that is at most half a minute off may show this step at some time in `[fromS, toS]` (Unix seconds). */
export const isStepNow = (step: number, { fromS, toS }: { readonly fromS: number; readonly toS: number }): boolean =>
  step >= Math.floor(fromS / CODE_STEP_S) - STEPS_OFF && step <= Math.floor(toS / CODE_STEP_S) + STEPS_OFF;

/** Whether the phone of the pass made the code. Never throws, whatever the key. */
export const isOfPhone = (shown: ShownPass, { passId, phone }: { passId: string; phone: string }): boolean => {
  const key = phoneKey(phone);
  if (key === undefined) return false;
  return verify(
    'sha256',
    Buffer.from(codeText(passId, shown.step)),
    { key, dsaEncoding: 'ieee-p1363' },
    shown.signature,
  );
};

/** The key of a compressed point; undefined for 33 bytes that are none. */
export const phoneKey = (phone: string): KeyObject | undefined => {
  try {
    const point = ECDH.convertKey(phone, 'prime256v1', 'base64url', undefined, 'uncompressed') as Buffer;
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, format: 'jwk' });
  } catch {
    return undefined;
  }
};
