import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { connectHttps, postText } from './raw-client.ts';

/** One start of the demo on an empty data folder, in ms from the start of its process. */
export interface DemoStart {
  readonly screenMs: number;
  readonly unlockedMs: number;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** What a newcomer does: `npm run demo`, and as soon as the first screen is there, the line that opens the front door. */
export const startDemoOnce = async (): Promise<DemoStart> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'));
  const began = systemClock.monoMs();
  const child = spawn('npm', ['run', '--silent', 'demo', '--', '--data', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  try {
    const line = await lineOf(() => printed, child);
    const screenMs = systemClock.monoMs() - began;
    await unlockBy(line);
    return { screenMs, unlockedMs: systemClock.monoMs() - began };
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
    // npm is the first to end: what it has started still tidies up.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

interface UnlockLine {
  readonly caFile: string;
  readonly key: string;
  readonly url: URL;
  readonly body: string;
}

const LINE = /curl -sS --cacert (\S+) -u (\S+): -X POST '([^']+\/unlock)' .*-d '([^']+)'/;
const LAST_LINE = 'Ctrl-C stops everything';

const lineOf = async (printed: () => string, child: { readonly exitCode: number | null }): Promise<UnlockLine> => {
  while (!printed().includes(LAST_LINE)) {
    if (child.exitCode !== null) throw new Error(`the demo ended:\n${printed()}`);
    await sleep(systemClock, Milliseconds(5));
  }
  const [, caFile, key, url, body] = LINE.exec(printed()) ?? [];
  if (caFile === undefined || key === undefined || url === undefined || body === undefined)
    throw new Error(`no line that unlocks a door:\n${printed()}`);
  return { caFile: join(ROOT, caFile), key, url: new URL(url), body };
};

const unlockBy = async ({ caFile, key, url, body }: UnlockLine): Promise<void> => {
  const connection = await connectHttps(Number(url.port), readFileSync(caFile, 'utf8'));
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const answer = await connection.ask(postText(url.pathname, body, { Authorization: authorization }));
  connection.close();
  if (!answer.includes('"status":"unlocked"')) throw new Error(answer);
};
