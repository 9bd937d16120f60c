import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '../wire/device-keys.ts';
import { type ReleaseManifest, ReleaseNote, signRelease, verifyRelease } from './release-note.ts';
import { compareVersions, newerVersion, ReleaseVersion } from './release-version.ts';

const key = importPrivateKey(newDeviceKey().privateKeyPem);
const publicKey = exportPublicKey(key);
const sha256 = 'a'.repeat(64);
const manifest: ReleaseManifest = {
  v: 1,
  product: 'gatehouse-edge',
  version: '1.4.0',
  createdAt: '2026-11-20T10:00:00Z',
  floor: '1.2.0',
  archive: { size: 1_000, sha256 },
  files: [
    { path: 'agent.mjs', size: 10, sha256, mode: 0o444 },
    { path: 'node_modules/@serialport/x/a.node', size: 20, sha256, mode: 0o555 },
  ],
};
const verdict = (note: unknown) => {
  const verified = verifyRelease(note, publicKey);
  return verified.ok ? 'ok' : verified.why;
};
const withPath = (path: string) => ({ ...manifest, files: [{ path, size: 1, sha256, mode: 0o444 as const }] });

describe('a release note', () => {
  it('is believed with the signature of the release key, whatever the order of its members', () => {
    const note = signRelease(manifest, key);
    expect(verdict(note)).toBe('ok');
    const turned = Object.fromEntries(Object.entries(note.manifest).reverse());
    expect(verdict({ signature: note.signature, manifest: turned })).toBe('ok');
  });

  it('is refused with the signature of another key', () =>
    expect(verdict(signRelease(manifest, importPrivateKey(newDeviceKey().privateKeyPem)))).toBe('wrong_signature'));

  it('is refused when any byte of it was flipped', () => {
    const text = JSON.stringify(signRelease(manifest, key));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length - 1 }), fc.integer({ min: 1, max: 127 }), (at, mask) => {
        const flipped = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ mask) + text.slice(at + 1);
        let note: unknown;
        try {
          note = JSON.parse(flipped);
        } catch {
          return;
        }
        const same = ReleaseNote.safeParse(note);
        // The last letter of a signature in base64url has bits that mean nothing.
        if (
          same.success &&
          Buffer.from(same.data.signature, 'base64url').equals(Buffer.from(JSON.parse(text).signature, 'base64url')) &&
          JSON.stringify(same.data.manifest) === JSON.stringify(manifest)
        )
          return;
        expect(verdict(note)).not.toBe('ok');
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    '../evil',
    '/etc/passwd',
    'a/../b',
    'a//b',
    './a',
    'a/.',
    '.hidden',
    'a\\b',
    'a/b/',
    '',
    'a\0b',
    'ä',
    'a b',
  ])('is refused with the path %j, signed or not', (path) =>
    expect(verdict(signRelease(withPath(path), key))).toBe('malformed'),
  );

  it('is refused with two files of one path, with a floor above itself, with a writable file, or with too much in it', () => {
    const [first] = manifest.files;
    if (first === undefined) throw new Error('no file');
    const refused = (change: object) => verdict(signRelease({ ...manifest, ...change } as ReleaseManifest, key));
    expect(refused({ files: [first, { ...first, path: 'Agent.mjs' }] })).toBe('malformed');
    expect(refused({ floor: '1.4.1' })).toBe('malformed');
    expect(refused({ files: [{ ...first, mode: 0o4755 }] })).toBe('malformed');
    expect(refused({ files: [1, 2].map((n) => ({ ...first, path: `f${n}`, size: 100 * 1024 * 1024 })) })).toBe(
      'malformed',
    );
    expect(refused({ product: 'gatehouse-cloud' })).toBe('malformed');
  });

  it('is refused, not thrown over, whatever else is there', () => {
    fc.assert(
      fc.property(fc.anything(), (note) => {
        expect(verdict(note)).toBe('malformed');
      }),
    );
  });
});

describe('versions', () => {
  const version = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((parts) => parts.join('.'));
  it('are ordered as numbers, not as text', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0);
    expect(newerVersion('0.9.0', undefined)).toBe('0.9.0');
    expect(newerVersion('0.9.0', '0.10.0')).toBe('0.10.0');
  });
  it('are totally ordered', () =>
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        expect(compareVersions(a, b) === 0).toBe(a === b);
        if (compareVersions(a, b) < 0 && compareVersions(b, c) < 0) expect(compareVersions(a, c)).toBeLessThan(0);
      }),
    ));
  it.each(['1.2', '1.2.3-rc', '01.2.3', 'v1.2.3', '1.2.3.4', ''])('are not %j', (text) =>
    expect(ReleaseVersion.safeParse(text).success).toBe(false),
  );
});
