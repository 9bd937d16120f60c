import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readFileIfAny, readOrMakePrivateFile, writePrivateFile } from './private-file.ts';

describe('a private file', () => {
  let path: string;
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'private-')), 'secrets', 'key');
  });

  it('is for its owner only, and so is the folder that is made for it', () => {
    writePrivateFile(path, 'secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readFileIfAny(path)).toBe('secret');
  });

  it('is replaced whole, and leaves no draft behind', () => {
    writePrivateFile(path, 'a long first text');
    writePrivateFile(path, 'short');
    expect(readFileSync(path, 'utf8')).toBe('short');
    expect(readdirSync(dirname(path))).toEqual(['key']);
  });

  it('is made once', async () => {
    expect(await readOrMakePrivateFile(path, () => 'first')).toBe('first');
    expect(await readOrMakePrivateFile(path, () => 'second')).toBe('first');
  });

  it('is the same for everybody when another process was faster', async () => {
    const made = await readOrMakePrivateFile(path, () => {
      writePrivateFile(path, 'theirs');
      return 'mine';
    });
    expect(made).toBe('theirs');
    expect(readdirSync(dirname(path))).toEqual(['key']);
  });

  it('is nothing when it is not there, and an error when it cannot be read', () => {
    expect(readFileIfAny(path)).toBeUndefined();
    writePrivateFile(path, 'a file');
    expect(() => readFileIfAny(join(path, 'below-a-file'))).toThrow(/ENOTDIR/);
    writeFileSync(path, '');
    expect(readFileIfAny(path)).toBe('');
  });
});
