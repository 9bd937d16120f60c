import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ReleaseNote, signRelease } from '@gatehouse/shared/release/release-note.ts';
import fc from 'fast-check';
import { Header } from 'tar';
import { describe, expect, it } from 'vitest';
import { aRelease, aReleaseKey } from './testing/a-release.ts';
import { checkRoom, checkUnpacked, unpackRelease } from './unpack-release.ts';

const { key } = aReleaseKey();
const target = () => join(mkdtempSync(join(tmpdir(), 'unpack-')), '1.1.0');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

interface Entry {
  readonly path: string;
  readonly text?: string;
  readonly type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'Directory' | 'FIFO';
  readonly linkpath?: string;
}
const tarOf = (entries: readonly Entry[]): Buffer => {
  const blocks = entries.flatMap(({ path, text = '', type = 'File', linkpath }) => {
    const body = Buffer.from(type === 'File' ? text : '');
    const header = new Header({
      path,
      size: body.length,
      type,
      mode: 0o777,
      ...(linkpath === undefined ? {} : { linkpath }),
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
};

/** An archive with these entries, under a manifest of one file `a` with the text `hello`: signed, but dishonest. */
const dishonest = (entries: readonly Entry[], files = [{ path: 'a', text: 'hello' }]) => {
  const archive = join(mkdtempSync(join(tmpdir(), 'evil-')), 'x.tar.gz');
  const bytes = tarOf(entries);
  writeFileSync(archive, bytes);
  const note = signRelease(
    {
      v: 1,
      product: 'gatehouse-edge',
      version: '1.1.0',
      createdAt: '2026-11-20T10:00:00Z',
      floor: '1.0.0',
      archive: { size: bytes.length, sha256: sha256(bytes) },
      files: files.map(({ path, text }) => ({ path, size: text.length, sha256: sha256(text), mode: 0o444 as const })),
    },
    key,
  );
  return { archive, note };
};

describe('a release is unpacked', () => {
  it('with every file as it was signed, and its note beside', async () => {
    const { archive, note } = await aRelease({ version: '1.1.0', key });
    const folder = target();
    await unpackRelease(archive, folder, note);
    await checkUnpacked(folder, note.manifest);
    expect(readFileSync(join(folder, 'agent.mjs'), 'utf8')).toBe('// 1.1.0\n');
    expect(statSync(join(folder, 'agent.mjs')).mode & 0o777).toBe(0o444);
    expect(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))).toEqual(note);
  });

  it('the same archive each time it is packed', async () => {
    const [first, second] = [await aRelease({ version: '1.1.0', key }), await aRelease({ version: '1.1.0', key })];
    expect(first.note).toEqual(second.note);
  });

  it('not at all when the archive was cut short, or any byte of it was flipped', async () => {
    const { archive, note } = await aRelease({ version: '1.1.0', key });
    const whole = readFileSync(archive);
    const folder = target();
    const refused = () =>
      expect(unpackRelease(archive, folder, note)).rejects.toMatchObject({ name: 'ReleaseRefused' });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        writeFileSync(archive, bytes);
        await refused();
      }),
      { numRuns: 60 },
    );
    writeFileSync(archive, whole);
    truncateSync(archive, whole.length - 1);
    await refused();
    writeFileSync(archive, Buffer.concat([whole, Buffer.alloc(1)]));
    await refused();
    expect(existsSync(folder)).toBe(false);
  });

  it.each<[string, Entry[]]>([
    ['a path above', [{ path: '../a', text: 'hello' }]],
    ['an absolute path', [{ path: '/tmp/gatehouse-evil', text: 'hello' }]],
    [
      'a path not signed',
      [
        { path: 'a', text: 'hello' },
        { path: 'b', text: 'more' },
      ],
    ],
    ['a symbolic link', [{ path: 'a', type: 'SymbolicLink', linkpath: '/etc/passwd' }]],
    ['a hard link', [{ path: 'a', type: 'Link', linkpath: '/etc/passwd' }]],
    ['a device', [{ path: 'a', type: 'CharacterDevice' }]],
    ['a pipe', [{ path: 'a', type: 'FIFO' }]],
    [
      'one path twice',
      [
        { path: 'a', text: 'hello' },
        { path: 'a', text: 'hello' },
      ],
    ],
    ['other content', [{ path: 'a', text: 'hellO' }]],
    ['more content', [{ path: 'a', text: 'hello, and more' }]],
    ['nothing', []],
  ])('not at all when a signed archive holds %s', async (_what, entries) => {
    const { archive, note } = dishonest(entries);
    const folder = target();
    await expect(unpackRelease(archive, folder, note)).rejects.toMatchObject({ name: 'ReleaseRefused' });
    expect([existsSync(folder), existsSync('/tmp/gatehouse-evil'), existsSync(join(folder, '../a'))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('whatever folders the archive names of itself', async () => {
    const { archive, note } = dishonest([
      { path: '../', type: 'Directory' },
      { path: 'a', text: 'hello' },
    ]);
    const folder = target();
    await unpackRelease(archive, folder, note);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('hello');
  });

  it('or is refused, but never anything else, when the archive is any bytes at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), fc.boolean(), async (raw, packed) => {
        const honest = dishonest([{ path: 'a', text: 'hello' }]);
        const bytes = packed ? gzipSync(raw) : Buffer.from(raw);
        writeFileSync(honest.archive, bytes);
        const note: ReleaseNote = {
          ...honest.note,
          manifest: { ...honest.note.manifest, archive: { size: bytes.length, sha256: sha256(bytes) } },
        };
        await expect(unpackRelease(honest.archive, target(), note)).rejects.toMatchObject({ name: 'ReleaseRefused' });
      }),
      { numRuns: 80 },
    );
  });
});

describe('an unpacked release', () => {
  it('is noticed to be no longer what was signed', async () => {
    const { archive, note } = await aRelease({ version: '1.1.0', key, files: { 'agent.mjs': 'one' } });
    const folder = target();
    await unpackRelease(archive, folder, note);
    const changed = {
      ...note.manifest,
      files: note.manifest.files.map((file) => ({ ...file, sha256: sha256('two') })),
    };
    await expect(checkUnpacked(folder, changed)).rejects.toThrow('agent.mjs was changed');
    await expect(
      checkUnpacked(folder, { ...note.manifest, files: [{ path: 'b', size: 1, sha256: sha256('x'), mode: 0o444 }] }),
    ).rejects.toThrow('b is missing');
  });

  it('is not begun where the disk has no room', async () => {
    await checkRoom(tmpdir(), 1);
    await expect(checkRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ name: 'ReleaseRefused' });
  });
});
