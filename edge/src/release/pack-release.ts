import { createHash, type KeyObject } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ReleaseManifest,
  ReleaseManifest as Schema,
  signRelease,
} from '@gatehouse/shared/release/release-note.ts';
import { create } from 'tar';

export interface PackOptions {
  /** The unpacked release. */
  readonly folder: string;
  readonly out: string;
  readonly version: string;
  readonly floor: string;
  readonly createdAt: Date;
  readonly key: KeyObject;
}

export interface Packed {
  /** The signed note: what `gatehouse cloud release add` takes. The archive lies beside. */
  readonly note: string;
  readonly archive: string;
  readonly manifest: ReleaseManifest;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const filesOf = (folder: string, under = ''): string[] =>
  readdirSync(join(folder, under), { withFileTypes: true })
    .flatMap((entry) => {
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      return entry.isDirectory() ? filesOf(folder, path) : [path];
    })
    .sort();

/** Packs a folder as a release: an archive of its regular files, and a signed note that names every byte of it. */
export const packRelease = async (options: PackOptions): Promise<Packed> => {
  const { folder, out, version, floor, createdAt, key } = options;
  const paths = filesOf(folder);
  for (const path of paths) chmodSync(join(folder, path), path.startsWith('bin/') ? 0o555 : 0o444);
  const archive = join(out, `gatehouse-edge-${version}.tar.gz`);
  // The same files give the same archive: no times, no owners, an order of its own.
  await create(
    { cwd: folder, file: archive, gzip: { level: 9 }, portable: true, mtime: createdAt, noDirRecurse: true },
    paths,
  );
  const packed = readFileSync(archive);
  const manifest = Schema.parse({
    v: 1,
    product: 'gatehouse-edge',
    version,
    createdAt: createdAt.toISOString(),
    floor,
    archive: { size: packed.length, sha256: sha256(packed) },
    files: paths.map((path) => {
      const bytes = readFileSync(join(folder, path));
      return { path, size: bytes.length, sha256: sha256(bytes), mode: statSync(join(folder, path)).mode & 0o777 };
    }),
  });
  const note = join(out, `gatehouse-edge-${version}.json`);
  writeFileSync(note, `${JSON.stringify(signRelease(manifest, key), null, 2)}\n`);
  return { note, archive, manifest };
};
