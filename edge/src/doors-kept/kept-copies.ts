import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { KeptState } from './kept-state.ts';
import type { Copy } from './settle-kept.ts';

const Written = z.strictObject({
  v: z.literal(1),
  line: z.uuid(),
  version: z.int().nonnegative(),
  state: KeptState,
});

export const KEPT_FILES = ['doors-kept-1.json', 'doors-kept-2.json'] as const;

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Those of the copies that are what was written. */
export const readCopies = (dataDir: string, log: Log): readonly Copy[] =>
  KEPT_FILES.flatMap((name) => {
    try {
      const [sum, text = ''] = readFileSync(join(dataDir, name), 'utf8').split('\n');
      if (sum !== checksum(text)) throw new Error('it is not what was written');
      const { line, version, state } = Written.parse(JSON.parse(text));
      return [{ line, version, state }];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.error({ err: error, name }, 'A copy of what stands over the doors is lost: it is made anew.');
      return [];
    }
  });

const sync = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Writes both copies, one after the other: each is on the disk under its name, or the one before is. Off the main thread. */
export const writeCopies = async (dataDir: string, copy: Copy): Promise<void> => {
  const text = canonicalJson({ v: 1, ...copy } as unknown as Json);
  for (const name of KEPT_FILES) {
    const path = join(dataDir, name);
    const draft = await open(`${path}.new`, 'w', 0o600);
    try {
      await draft.writeFile(`${checksum(text)}\n${text}\n`);
      await draft.sync();
    } finally {
      await draft.close();
    }
    await rename(`${path}.new`, path);
    await sync(dirname(path));
  }
};
