import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type Json } from '../json/canonical.ts';
import { importPublicKey } from '../wire/device-keys.ts';
import { compareVersions, ReleaseVersion } from './release-version.ts';

const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

export const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 192 * 1024 * 1024;
const FILES_MAX = 5_000;

/** A path inside a release: plain names joined by slashes; none begins with a dot but the letters of a file's own kind. */
const ReleasePath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9@_][A-Za-z0-9@_+.-]*(?:\/[A-Za-z0-9@_][A-Za-z0-9@_+.-]*)*$/, 'must be a plain relative path');

/** Everything a release states about itself: what is in it, and which versions may never run again after it. */
export const ReleaseManifest = z
  .strictObject({
    v: z.literal(1),
    product: z.literal('gatehouse-edge'),
    version: ReleaseVersion,
    createdAt: z.iso.datetime(),
    /** The security floor: a box that has kept this release refuses every version below it from then on. */
    floor: ReleaseVersion,
    archive: z.strictObject({ size: z.int().min(1).max(ARCHIVE_BYTES_MAX), sha256: Sha256Hex }),
    files: z
      .array(
        z.strictObject({
          path: ReleasePath,
          size: z.int().nonnegative().max(UNPACKED_BYTES_MAX),
          sha256: Sha256Hex,
          /** Permission bits: no file of a release is writable, and none is set-user-id. */
          mode: z.union([z.literal(0o444), z.literal(0o555)]),
        }),
      )
      .min(1)
      .max(FILES_MAX),
  })
  .refine(({ files }) => new Set(files.map(({ path }) => path.toLowerCase())).size === files.length, {
    path: ['files'],
    error: 'name a path twice',
  })
  .refine(({ files }) => files.reduce((sum, { size }) => sum + size, 0) <= UNPACKED_BYTES_MAX, {
    path: ['files'],
    error: `are together larger than ${UNPACKED_BYTES_MAX} bytes`,
  })
  .refine(({ floor, version }) => compareVersions(floor, version) <= 0, {
    path: ['floor'],
    error: 'is above the version itself',
  });
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** A manifest and the signature over it, apart from the archive: a box believes nothing that it has not checked first. */
export const ReleaseNote = z.strictObject({
  manifest: ReleaseManifest,
  /** Ed25519 (RFC 8032) over `signedText`, base64url. */
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/, 'must be 64 bytes in base64url'),
});
export type ReleaseNote = z.infer<typeof ReleaseNote>;

/** What is signed: a line that says what for, then the manifest as canonical JSON (RFC 8785). */
const signedText = (manifest: ReleaseManifest): Buffer =>
  Buffer.from(`gatehouse release 1\n${canonicalJson(manifest as Json)}`, 'utf8');

/** Signs a manifest with the release key (Ed25519). */
export const signRelease = (manifest: ReleaseManifest, key: KeyObject): ReleaseNote => ({
  manifest,
  signature: sign(null, signedText(manifest), key).toString('base64url'),
});

/** Why a note is not believed. */
export type NoteRefusal = 'malformed' | 'wrong_signature';

/** Reads a note and checks its signature against the release key (raw Ed25519, base64url). Never throws for bad input. */
export const verifyRelease = (
  note: unknown,
  publicKey: string,
): { readonly ok: true; readonly note: ReleaseNote } | { readonly ok: false; readonly why: NoteRefusal } => {
  const parsed = ReleaseNote.safeParse(note);
  if (!parsed.success) return { ok: false, why: 'malformed' };
  const { manifest, signature } = parsed.data;
  const genuine = verify(null, signedText(manifest), importPublicKey(publicKey), Buffer.from(signature, 'base64url'));
  return genuine ? { ok: true, note: parsed.data } : { ok: false, why: 'wrong_signature' };
};
