import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';

/** What differs from the last commit, new files too, relative to the repository. */
export const changedFiles = (): string[] => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const paths = [
    ...git('diff', '--name-only', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return paths.filter((path) => path !== '' && existsSync(join(ROOT, path)));
};
