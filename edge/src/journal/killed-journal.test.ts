// @module-tag exhaustive
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyJournalFile } from './verify-journal.ts';

const FAKE = new URL('../fakes/journal-on-disk.ts', import.meta.url).href;
const TIME = new URL('../../../shared/src/time/system-clock.ts', import.meta.url).href;

/** A process that records as fast as it can, says each number once it is on the disk, and hears of no end. */
const writer = (dir: string, { keepAcknowledged }: { readonly keepAcknowledged: number }) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { journalOnDisk } = await import('${FAKE}');
       const { systemClock } = await import('${TIME}');
       const { journal } = journalOnDisk('${dir}', systemClock, { keepAcknowledged: ${keepAcknowledged} });
       for (;;) {
         const made = await Promise.all([1, 2, 3].map(() => journal.record({ kind: 'agent.stopping', data: { why: 'x' } })));
         journal.acknowledge(journal.standing().lastSeq - 1);
         process.stdout.write(made.map(([fact]) => fact.seq + '\\n').join(''));
       }`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );

/** Eight processes one after the other: none is waited for by the clock, and on a busy machine they take what they take. */
const PATIENCE_MS = 120_000;

describe('a journal whose process is killed', { timeout: PATIENCE_MS }, () => {
  it.each([
    ['while it writes', 50_000],
    ['while it writes and prunes what the cloud has', 5],
  ])('%s has every fact it acknowledged, and its chain holds', async (_when, keepAcknowledged) => {
    const dir = mkdtempSync(join(tmpdir(), 'killed-'));
    for (let round = 0; round < 4; round++) {
      const child = writer(dir, { keepAcknowledged });
      const ended = once(child, 'close');
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.length > 200 + round * 333) child.kill('SIGKILL');
      });
      await ended;
      const acknowledged = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
      expect(acknowledged).toBeGreaterThan(0);
      const verdict = verifyJournalFile(join(dir, 'journal.db'));
      expect(verdict).toMatchObject({ ok: true });
      if (!verdict.ok) continue;
      expect(verdict.lastSeq).toBeGreaterThanOrEqual(acknowledged);
      if (keepAcknowledged < 100) expect(verdict.firstSeq).toBeGreaterThan(1);
    }
  });
});
