import { closeSync, existsSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailure } from './stage.ts';

/** What the agent keeps of its own. Not what it is told: its configuration, its boards. */
export const FILES = [
  'box.db',
  'access.db',
  'journal.db',
  'doors-kept-1.json',
  'doors-kept-2.json',
  'access-roster.json',
] as const;
export const HARMS = ['emptied', 'damaged', 'deleted'] as const;
export type LostFile = (typeof FILES)[number];
export type Harm = (typeof HARMS)[number];

const NONSENSE = 'no such thing as it was ';

/** Does to a file what power cuts and failing cards do. What SQLite keeps beside it goes with it: it would heal the file. */
export const loseFile = (dataDir: string, name: LostFile, how: Harm): void => {
  const path = join(dataDir, name);
  if (!existsSync(path)) throw new StepFailure(`the agent has no ${name}`);
  for (const beside of ['-wal', '-shm']) rmSync(`${path}${beside}`, { force: true });
  if (how === 'deleted') rmSync(path);
  else if (how === 'emptied') truncateSync(path, 0);
  else overwrite(path);
};

const overwrite = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, NONSENSE.repeat(Math.ceil(statSync(path).size / NONSENSE.length)), 0);
  } finally {
    closeSync(file);
  }
};
