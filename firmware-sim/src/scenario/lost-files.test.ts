import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loseFile } from './lost-files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lost-files-'));
  for (const name of ['box.db', 'box.db-wal', 'box.db-shm', 'journal.db']) writeFileSync(join(dir, name), name);
});
afterEach(() => rmSync(dir, { recursive: true }));
const text = (name: string) => readFileSync(join(dir, name), 'utf8');

describe('a file that a scenario takes from the agent', () => {
  it.each([
    ['emptied', ''],
    ['damaged', 'no such thing as it was '],
  ] as const)('is %s, with what would heal it, and no other', (how, left) => {
    loseFile(dir, 'box.db', how);
    expect(text('box.db')).toBe(left);
    expect(existsSync(join(dir, 'box.db-wal')) || existsSync(join(dir, 'box.db-shm'))).toBe(false);
    expect(text('journal.db')).toBe('journal.db');
  });

  it('is deleted', () => {
    loseFile(dir, 'box.db', 'deleted');
    expect(existsSync(join(dir, 'box.db'))).toBe(false);
  });

  it('is a slip of the author where the agent has none', () => {
    expect(() => loseFile(dir, 'access.db', 'emptied')).toThrow('the agent has no access.db');
  });
});
