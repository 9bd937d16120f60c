import { execFile } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KEPT_FILES } from './doors-kept/kept-copies.ts';
import { silentLog } from './fakes/silent-log.ts';
import { openFoundation } from './foundation.ts';

const DOOR = DoorId.parse('door_front00000000000');
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/**
 * Opens folders as the agent does and says what it made of each. Root may read everything, so that it becomes nobody first,
 * for good: hence a process. What it needs is loaded before.
 */
const PROGRAM = `
  const [{ openFoundation }, { silentLog }, { ManualClock }, { default: Database }, { z }] = await Promise.all(
    ${JSON.stringify([
      new URL('./foundation.ts', import.meta.url),
      new URL('./fakes/silent-log.ts', import.meta.url),
      new URL('../../shared/src/time/manual-clock.ts', import.meta.url),
      import.meta.resolve('better-sqlite3'),
      import.meta.resolve('zod'),
    ])}.map((url) => import(url)));
  new Database(':memory:').close();
  if (${isRoot}) {
    process.setgroups([]);
    process.setgid(${NOBODY});
    process.setuid(${NOBODY});
  }
  const said = [];
  for (const dataDir of process.argv.slice(1)) {
    const steps = [];
    const agent = openFoundation({ dataDir, clock: new ManualClock(), log: silentLog }, (step) => steps.unshift(step));
    await agent.journal.record({ kind: 'agent.stopping', data: { why: 'it was looked at' } });
    said.push({
      lockdown: agent.box.slot('lockdown', z.record(z.string(), z.looseObject({ active: z.boolean() }))).load()?.['${DOOR}']?.active,
      doubt: agent.box.doorsKept.doubt()?.why,
      rebuilt: agent.journal.latest(20).flatMap(({ body }) => (body.kind === 'store.rebuilt' ? [body.data] : [])),
    });
    for (const step of steps) await step();
  }
  console.log(JSON.stringify(said));
`;
const Said = z.array(
  z.object({
    lockdown: z.boolean().optional(),
    doubt: z.string().optional(),
    rebuilt: z.array(z.object({ store: z.string(), why: z.string() })),
  }),
);

const FOREIGN = [['box.db'], ['journal.db'], ['identity.json'], ['box.db', ...KEPT_FILES]] as const;

/** Restored as root, or of a service whose user was changed: the files are there, and not this agent's to read. */
describe('S3 files that belong to somebody else', () => {
  let said: z.infer<typeof Said>;
  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'foreign-'));
    // Nobody gets no further than there otherwise.
    if (isRoot) for (const path of [tmpdir(), dir]) chmodSync(path, statSync(path).mode | 0o011);
    const sound = join(dir, 'sound');
    const steps: (() => Promise<void> | void)[] = [];
    const deps = { dataDir: sound, clock: new ManualClock(), log: silentLog };
    const agent = openFoundation(deps, (step) => void steps.unshift(step));
    agent.box
      .slot('lockdown', z.record(z.string(), Lockdown))
      .keep({ [DOOR]: { ...NO_LOCKDOWN, active: true, generation: 1 } });
    for (const step of steps) await step();

    const folders = FOREIGN.map((names, at) => {
      const folder = join(dir, String(at));
      cpSync(sound, folder, { recursive: true });
      for (const name of readdirSync(folder)) {
        if ((names as readonly string[]).includes(name)) chmodSync(join(folder, name), 0);
        else if (isRoot) chownSync(join(folder, name), NOBODY, NOBODY);
      }
      if (isRoot) chownSync(folder, NOBODY, NOBODY);
      return folder;
    });
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      PROGRAM,
      ...folders,
    ]);
    said = Said.parse(JSON.parse(stdout));
    rmSync(dir, { recursive: true });
  });

  it.each([
    ['box', 0],
    ['journal', 1],
    ['identity', 2],
  ])('the %s is lost, and what stood over the doors stands', (store, at) => {
    expect(said[at]).toEqual({ lockdown: true, rebuilt: [{ store, why: expect.stringContaining('EACCES') }] });
  });

  it('the store and both copies are, which leaves doubt', () => expect(said[3]?.doubt).toMatch(/EACCES/));
});
