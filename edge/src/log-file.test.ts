import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { openLogFile } from './log-file.ts';

const line = (n: number) => `${JSON.stringify({ level: 30, n, text: 'x'.repeat(200) })}\n`;
const folder = () => mkdtempSync(join(tmpdir(), 'logs-'));

describe('the log file', () => {
  it('keeps the newest lines in bounds, in private files', async () => {
    const dir = folder();
    const log = openLogFile(join(dir, 'edge.log'), { clock: new ManualClock(), onTrouble: () => {}, size: '4K' });
    for (let n = 0; n < 400; n++) log.write(line(n));
    await log.close();
    const names = readdirSync(dir).sort();
    expect(names).toEqual(['edge.log', 'edge.log.1', 'edge.log.2', 'edge.log.3', 'edge.log.4', 'edge.log.5']);
    const sizes = names.map((name) => statSync(join(dir, name)));
    expect(sizes.every(({ size, mode }) => size < 5_000 && (mode & 0o777) === 0o600)).toBe(true);
    const lines = ['edge.log.2', 'edge.log.1', 'edge.log']
      .flatMap((name) => readFileSync(join(dir, name), 'utf8').trim().split('\n'))
      .filter(Boolean)
      .map((text) => JSON.parse(text).n as number);
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, i) => 400 - lines.length + i));
  });

  it('that cannot be written costs lines, says so, and goes on when it can', async () => {
    const dir = folder();
    const path = join(dir, 'edge.log');
    mkdirSync(path); // In the way.
    const clock = new ManualClock();
    const troubles: string[] = [];
    const log = openLogFile(path, { clock, onTrouble: (why) => troubles.push(why) });
    log.write(line(1));
    await vi.waitFor(() => expect(troubles).toHaveLength(1));
    log.write(line(2));
    log.write(line(3));
    rmSync(path, { recursive: true });
    await clock.advance(Minutes(1));
    log.write(line(4));
    await log.close();
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(lines).toMatchObject([{ msg: 'Log lines were dropped.', lines: 2 }, { n: 4 }]);
  });
});
