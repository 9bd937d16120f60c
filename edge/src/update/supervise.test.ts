import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openReleaseHome } from './release-home.ts';
import { aHome, end, STAND_IN, SUPERVISOR } from './testing/a-home.ts';

const OLD = '1.0.0';
const NEW = '1.1.0';
const wish = { to: NEW, from: OLD, offer: 3, floor: '1.0.0' };
const soon = (check: () => void) => vi.waitFor(check, { timeout: 12_000, interval: 20 });

describe('the supervisor', () => {
  const running: ChildProcess[] = [];
  const start = (home: ReturnType<typeof aHome>, options?: Parameters<ReturnType<typeof aHome>['supervise']>[0]) => {
    const child = home.supervise(options);
    running.push(child);
    return child;
  };
  afterEach(async () => {
    for (const child of running.splice(0)) await end(child);
  });

  it('runs what current names, passes a stop on, and ends with the agent’s own code', async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.stays }, OLD);
    const child = start(home);
    await soon(() => expect(home.ran()).toEqual([OLD]));
    expect(await end(child)).toBe(0);
    home.release(OLD, 'process.exit(3);');
    const [code] = await once(start(home), 'exit');
    expect(code).toBe(3);
  });

  it('D9 ends within five seconds of SIGTERM although its agent hangs', { tags: 'long' }, async () => {
    const hangs = "process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => {}); stay();";
    const home = aHome({ [OLD]: hangs }, OLD);
    const child = start(home);
    await soon(() => expect(home.ran()).toEqual([OLD]));
    const askedMs = systemClock.monoMs();
    await end(child);
    expect(systemClock.monoMs() - askedMs).toBeLessThan(5_000);
  });

  it('starts the new release when the agent has switched, and keeps it once it is confirmed', async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.confirms }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    start(home);
    await soon(() =>
      expect(openReleaseHome(home.folder).state()).toMatchObject({ trial: null, floor: '1.0.0', undone: [] }),
    );
    expect([home.ran(), openReleaseHome(home.folder).current()]).toEqual([[NEW], NEW]);
  });

  it('goes back when the new release crashes three times, and says why', async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.crashes }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    start(home);
    await soon(() => expect(home.ran()).toEqual([NEW, NEW, NEW, OLD]));
    expect(openReleaseHome(home.folder).state()).toEqual({
      v: 1,
      floor: null,
      trial: null,
      undone: [{ version: NEW, from: OLD, offer: 3, why: 'it ended 3 times' }],
    });
  });

  it.each([
    ['cannot start', STAND_IN.isBroken, 'it ended 3 times'],
    ['ends although nobody told it to', STAND_IN.ends, 'it ended 3 times'],
    ['gives itself up', STAND_IN.givesUp, 'the doors do not answer'],
  ])('goes back when the new release %s', async (_how, lines, why) => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: lines }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    start(home);
    await soon(() => expect(home.ran().at(-1)).toBe(OLD));
    expect(openReleaseHome(home.folder).state().undone).toMatchObject([{ version: NEW, why }]);
    expect(openReleaseHome(home.folder).current()).toBe(OLD);
  });

  it('goes back when the new release does not confirm in time, however often the power goes meanwhile', {
    tags: 'long',
  }, async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.stays }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    const first = start(home, { trialSeconds: 3 });
    await soon(() => expect(openReleaseHome(home.folder).state().trial?.spentMs).toBeGreaterThan(1_000));
    await end(first, 'SIGKILL');
    start(home, { trialSeconds: 3 });
    await soon(() => expect(home.ran()).toEqual([NEW, NEW, OLD]));
    expect(openReleaseHome(home.folder).state().undone).toMatchObject([{ why: 'it did not confirm in time' }]);
  });

  it('does not count it against a new release that the agent before it still holds the folder', async () => {
    const waits = "if (!existsSync(join(home, 'free'))) process.exit(77); stay();";
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: waits }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    start(home);
    await soon(() => expect(home.ran()).toHaveLength(4));
    writeFileSync(join(home.folder, 'free'), '');
    await soon(() => expect(openReleaseHome(home.folder).state().trial).toMatchObject({ phase: 'running', starts: 1 }));
    expect(openReleaseHome(home.folder).current()).toBe(NEW);
  });

  it('starts another whole release when the one that current names is not there', async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.stays }, NEW);
    rmSync(join(home.folder, 'releases', NEW, 'agent.mjs'));
    start(home);
    await soon(() => expect(home.ran()).toEqual([OLD]));
    expect(readlinkSync(join(home.folder, 'current'))).toBe(`releases/${OLD}`);
  });

  it('starts the release of before when the disk takes no word of the new one', async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.stays }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    mkdirSync(join(home.folder, 'state.json.draft')); // From now on no state can be written.
    const child = start(home);
    await soon(() => expect(home.ran()).toEqual([OLD]));
    await end(child);
    rmSync(join(home.folder, 'state.json.draft'), { recursive: true });
    start(home);
    await soon(() => expect(home.ran()).toEqual([OLD, NEW]));
  });

  it('goes back in time though the disk fills up while the new release is on trial', { tags: 'long' }, async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.stays }, OLD);
    openReleaseHome(home.folder).switchTo(wish);
    start(home, { trialSeconds: 2 });
    await soon(() => expect(home.ran()).toEqual([NEW]));
    mkdirSync(join(home.folder, 'state.json.draft'));
    await soon(() => expect(home.ran()).toEqual([NEW, OLD]));
  });

  it('goes on, and goes back, when its own file is replaced while it runs', async () => {
    const home = aHome({ [OLD]: STAND_IN.stays, [NEW]: STAND_IN.crashes }, OLD);
    const file = join(home.folder, 'supervise.mjs');
    copyFileSync(SUPERVISOR, file);
    openReleaseHome(home.folder).switchTo(wish);
    start(home, { file });
    await soon(() => expect(home.ran()).toContain(NEW));
    writeFileSync(file, 'half a fi');
    await soon(() => expect(home.ran().at(-1)).toBe(OLD));
  });
});

describe('a power cut', () => {
  /** Cuts a run of the supervisor before its n-th change of the disk, for every n there is, and hands each home over. */
  const everyCut = async (
    make: () => ReturnType<typeof aHome>,
    look: (home: ReturnType<typeof aHome>) => Promise<void>,
  ) => {
    for (let cutBefore = 1; ; cutBefore++) {
      const home = make();
      const child = home.supervise({ cutBefore });
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      await look(home);
      if (signal === null) return cutBefore - 1;
    }
  };

  it('before any step of going back leaves a home that boots the old release', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const make = () => {
      const home = aHome({ [OLD]: STAND_IN.ends, [NEW]: STAND_IN.givesUp }, OLD);
      openReleaseHome(home.folder).switchTo(wish);
      return home;
    };
    const cuts = await everyCut(make, async (home) => {
      await once(home.supervise(), 'exit');
      const after = openReleaseHome(home.folder);
      expect([home.ran().at(-1), after.current(), after.state().trial]).toEqual([OLD, OLD, null]);
      expect(after.state().undone).toMatchObject([{ version: NEW }]);
    });
    expect(cuts).toBeGreaterThan(12);
  });

  it('before any step of a switch leaves the old release, or the new one on trial', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const module = new URL('./release-home.ts', import.meta.url).href;
    const cutter = new URL('./testing/cut-after.mjs', import.meta.url).href;
    const script = `const { openReleaseHome } = await import(${JSON.stringify(module)}); openReleaseHome(process.env.HOME_OF).switchTo(${JSON.stringify(wish)});`;
    const seen = new Set<string | undefined>();
    for (let cutBefore = 1; ; cutBefore++) {
      const home = aHome({ [OLD]: STAND_IN.ends, [NEW]: STAND_IN.stays }, OLD);
      const { signal } = spawnSync(process.execPath, ['--import', cutter, '--input-type=module', '-e', script], {
        env: { ...process.env, CUT_BEFORE: String(cutBefore), HOME_OF: home.folder },
      });
      const child = home.supervise();
      await soon(() => expect(home.ran()).toHaveLength(1));
      const { trial } = openReleaseHome(home.folder).state();
      await end(child);
      const [version] = home.ran();
      seen.add(version);
      expect(trial?.to).toBe(version === NEW ? NEW : undefined);
      if (signal === null) break;
    }
    expect([...seen]).toEqual([OLD, NEW]);
  });
});
