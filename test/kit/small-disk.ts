import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = 4_096;

/** A disk of its own for this folder, which has what is in it now, and so many bytes of room. Not everybody may mount one. */
export const mountSmallDisk = (folder: string, room: number): { readonly isMounted: boolean; unmount(): void } => {
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const taken = there.reduce((sum, path) => sum + (Math.ceil(statSync(path).size / BLOCK) + 1) * BLOCK, 0);
  const beside = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'));
  try {
    cpSync(folder, beside, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${taken + room}`, 'tmpfs', folder], { stdio: 'ignore' });
    cpSync(beside, folder, { recursive: true });
  } catch {
    return { isMounted: false, unmount: () => undefined };
  } finally {
    rmSync(beside, { recursive: true });
  }
  return { isMounted: true, unmount: () => void execFileSync('umount', ['--lazy', folder]) };
};
