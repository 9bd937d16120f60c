import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReleaseNote } from '@gatehouse/shared/release/release-note.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { packRelease } from '../../release/pack-release.ts';

/** A release key, for tests. */
export const aReleaseKey = () => {
  const key = importPrivateKey(newDeviceKey().privateKeyPem);
  return { key, publicKey: exportPublicKey(key) };
};

/** A small release, really packed and signed. */
export const aRelease = async (options: {
  readonly version: string;
  readonly key: ReturnType<typeof aReleaseKey>['key'];
  readonly floor?: string;
  readonly files?: Readonly<Record<string, string>>;
}): Promise<{ readonly archive: string; readonly note: ReleaseNote; readonly notePath: string }> => {
  const { version, key, floor = '0.0.0' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const files = options.files ?? { 'agent.mjs': `// ${version}\n`, 'static/index.html': '<p>'.repeat(2_000) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const out = mkdtempSync(join(tmpdir(), 'packed-'));
  const packed = await packRelease({ folder, out, version, floor, createdAt: new Date('2026-11-20T10:00:00Z'), key });
  return {
    archive: packed.archive,
    notePath: packed.note,
    note: JSON.parse(readFileSync(packed.note, 'utf8')) as ReleaseNote,
  };
};
