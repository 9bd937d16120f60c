import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleaseHome } from '@gatehouse/edge/update/release-home.ts';
import { SUPERVISOR } from '@gatehouse/edge/update/testing/a-home.ts';
import { aRelease, aReleaseKey } from '@gatehouse/edge/update/testing/a-release.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';

/** Goal F8 at a reduced count; `UPDATE_RUNS=100` for the whole. `UPDATE_SEED` repeats a run. */
const RUNS = Number(process.env.UPDATE_RUNS ?? 6);
const SEED = process.env.UPDATE_SEED ?? String(Math.trunc(systemClock.wallMs()));
const OLD = '1.0.0';
const NEW = '1.1.0';
const STARTS_MAX = 3;
/** Instead of 14 minutes. */
const TRIAL_SECONDS = 6;

const { key } = aReleaseKey();
const module = (name: string) => JSON.stringify(import.meta.resolve(`@gatehouse/edge/update/${name}.ts`));

/** A stand-in for the agent: it updates by the agent's own code, and is well or not as its version is meant to be. */
const agent = (what: string) => `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
const { openReleaseHome } = await import(${module('release-home')});
const { unpackRelease } = await import(${module('unpack-release')});
const folder = process.env.GATEHOUSE_HOME;
const home = openReleaseHome(folder);
const version = basename(dirname(fileURLToPath(import.meta.url)));
appendFileSync(join(folder, 'ran'), version + '\\n');
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
setInterval(() => {}, 1_000);
${what}
`;
const UPDATES = `
const note = JSON.parse(readFileSync(join(folder, 'offered.json'), 'utf8'));
const to = note.manifest.version;
const given = home.state().undone.some((undone) => undone.version === to);
if (to !== version && !given && home.state().trial === null) {
  home.tidy({ versions: [version], drafts: [] });
  const draft = join(home.draftFolder(), to);
  await unpackRelease(join(folder, 'offered.tar.gz'), draft, note);
  home.place(draft, to);
  home.switchTo({ to, from: version, offer: 1, floor: note.manifest.floor });
  process.exit(75);
}`;
const KINDS = {
  good: 'setTimeout(() => home.state().trial && home.confirm(version), 150);',
  crashing: 'setTimeout(() => process.exit(1), 100);',
  silent: '',
} as const;
type Kind = keyof typeof KINDS;

const random = (run: number, what: string): number =>
  createHash('sha256').update(`${SEED} ${run} ${what}`).digest().readUInt32BE(0) / 2 ** 32;

const aBox = async (kind: Kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'f8-'));
  const files = {
    'agent.mjs': agent(KINDS[kind]),
    'large.bin': createHash('sha512').update('x').digest('hex').repeat(2_000),
  };
  const release = await aRelease({ version: NEW, floor: OLD, key, files });
  copyFileSync(release.archive, join(folder, 'offered.tar.gz'));
  copyFileSync(release.notePath, join(folder, 'offered.json'));
  mkdirSync(join(folder, 'releases', OLD), { recursive: true });
  writeFileSync(join(folder, 'releases', OLD, 'agent.mjs'), agent(UPDATES));
  writeFileSync(join(folder, 'releases', OLD, 'release.json'), '{}');
  symlinkSync(join('releases', OLD), join(folder, 'current'));
  const ran = () =>
    existsSync(join(folder, 'ran')) ? readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n') : [];
  const power = (): ChildProcess =>
    spawn(process.execPath, [SUPERVISOR, '--home', folder, '--trial-seconds', String(TRIAL_SECONDS)], {
      stdio: 'ignore',
      detached: true, // A group of its own, so that a cut takes supervisor and agent at the same moment.
    });
  const cut = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await gone;
  };
  return { folder, home: openReleaseHome(folder), ran, power, cut };
};

describe('an update of a box whose power is cut at random points', () => {
  const [good, ...others] = Array.from({ length: RUNS }, (_, run) => run);
  const NAME = `[F8] leaves it running, with the new version or the old one back (seed ${SEED}, run %i)`;
  const power = async (run: number) => {
    const kind = (['good', 'crashing', 'silent'] as const)[run % 3] ?? 'good';
    const box = await aBox(kind);
    const cuts = 1 + Math.floor(random(run, 'cuts') * 4);
    for (let cut = 0; cut < cuts; cut++) {
      const child = box.power();
      // Anywhere from before the first line to well within the trial.
      await sleep(systemClock, Milliseconds(random(run, `at ${cut}`) * 2_000));
      await box.cut(child);
    }
    const startedMs = systemClock.monoMs();
    const before = box.ran().length;
    const child = box.power();
    try {
      await eventually(() => box.ran().length > before, 'the box runs a release');
      if (kind === 'good') {
        await eventually(() => box.home.current() !== OLD || box.home.state().undone.length > 0, 'it is decided');
        await eventually(() => box.home.state().trial === null, 'the trial ends');
        // Who is cut three times before it has confirmed cannot be told from one that crashes.
        const unlucky = cuts >= STARTS_MAX && box.home.current() === OLD;
        const { undone } = box.home.state();
        expect([box.home.current(), undone.length]).toEqual(unlucky ? [OLD, 1] : [NEW, 0]);
      } else {
        const back = () => box.home.current() === OLD && box.home.state().undone.length === 1;
        await eventually(back, 'the old release is back', Seconds(30));
        await eventually(() => box.ran().at(-1) === OLD, 'the old release runs');
        expect(box.home.state()).toMatchObject({ floor: null, trial: null });
        // The time of the trial, the stop, and the pauses between starts.
        expect(systemClock.monoMs() - startedMs).toBeLessThan((TRIAL_SECONDS + 12) * 1_000);
      }
      expect(child.exitCode).toBeNull();
    } finally {
      await box.cut(child);
    }
  };
  it.each([good ?? 0])(NAME, { timeout: 90_000 }, power);
  it.each(others)(NAME, { timeout: 90_000, tags: 'long' }, power);
});
