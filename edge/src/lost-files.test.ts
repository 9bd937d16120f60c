// @module-tag exhaustive
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Agent, startAgent } from './compose.ts';
import { A_DOOR } from './fakes/a-door.ts';
import { fakeBroker } from './fakes/fake-broker.ts';
import { fakeCloud } from './fakes/fake-cloud.ts';
import { fakeDoors } from './fakes/fake-doors.ts';
import type { Log } from './log.ts';

/** What power cuts, old cards and people leave of a file. */
const HARM = {
  emptied: (path: string) => writeFileSync(path, ''),
  missing: (path: string) => rmSync(path),
  'cut off': (path: string) => writeFileSync(path, readFileSync(path).subarray(0, Math.floor(statSync(path).size / 2))),
  garbage: (path: string) => writeFileSync(path, 'no such thing as it was '.repeat(400)),
} as const;
type Harm = keyof typeof HARM;

/** What a box cannot be without: what became of any other file is made good in silence, or shows in the log. */
const MAIN = ['identity.json', 'box.db', 'access.db', 'journal.db'];
/** Either of them can take the place of the other, and of what counts most in `box.db`. */
const COPIES = ['doors-kept-1.json', 'doors-kept-2.json'];
/** All subsets of what a box cannot be without. */
const TOGETHER = Array.from({ length: 2 ** MAIN.length }, (_, set) => MAIN.filter((_name, at) => set & (2 ** at)));

/** Which stores the journal says were lost. */
const rebuiltSaid = (dataDir: string): string[] => {
  const db = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const bodies = db.prepare("SELECT body FROM fact WHERE body LIKE '%store.rebuilt%'").pluck().all() as string[];
  db.close();
  return bodies.map((body) => (JSON.parse(body) as { data: { store: string } }).data.store).sort();
};

describe('S3 files that a box has lost', () => {
  let it_: Awaited<ReturnType<typeof fakeCloud>>;
  let sound: string;
  let caFile: string;
  let boxId: string;

  const start = async (dataDir: string) => {
    const said: string[] = [];
    const say = (...words: unknown[]) => void said.push(JSON.stringify(words));
    const log = { debug: () => {}, info: () => {}, warn: say, error: say } as unknown as Log;
    const doors = fakeDoors();
    const agent: Agent = await startAgent({
      config: { cloud: { url: it_.url, caFile }, buses: {} },
      dataDir,
      panel: { host: '127.0.0.1', port: 0 },
      version: '0.0.1',
      clock: systemClock,
      random: systemRandom,
      log,
      createDoors: () => doors.doors,
    });
    return { agent, said, applied: doors.fake.applied };
  };
  /** The folder of a claimed box with a door, as its agent left it, without its network. */
  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lost-files-'));
    [sound, caFile] = [join(dir, 'data'), join(dir, 'ca.pem')];
    it_ = await fakeCloud();
    const broker = await fakeBroker(it_.tls);
    it_.cloud.brokerUrl = broker.url;
    it_.cloud.claimed = true;
    it_.cloud.desired = {
      v: 1,
      revision: 3,
      facility: { id: it_.cloud.facilityId, name: 'Gym', timezone: 'UTC' },
      beaconSeconds: 5,
      commandKeys: it_.cloud.commandKeys,
      doors: [A_DOOR],
      maintenanceWishes: [],
      lockdownWishes: [],
    };
    writeFileSync(caFile, it_.ca);
    const { agent, applied } = await start(sound);
    boxId = agent.boxId;
    await vi.waitFor(() => expect(applied).toHaveLength(1), { timeout: 8_000, interval: 10 });
    await vi.waitFor(() => expect(existsSync(join(sound, 'journal.reserve'))).toBe(true), { timeout: 8_000 });
    await agent.stop('it is copied');
    await broker.close();
    it_.close();
  });
  afterAll(() => it_.close());

  const files = () =>
    readdirSync(sound).filter((name) => statSync(join(sound, name)).isFile() && name !== 'agent.lock');

  const tryWith = async (lost: readonly (readonly [string, Harm])[]) => {
    const dir = join(mkdtempSync(join(tmpdir(), 'lost-')), 'data');
    cpSync(sound, dir, { recursive: true });
    for (const [name, harm] of lost) HARM[harm](join(dir, name));
    const names = lost.map(([name]) => name);
    const { agent, said, applied } = await start(dir);
    try {
      const why = JSON.stringify(lost);
      const copiesLost = COPIES.every((name) => names.includes(name));
      const known = !names.includes('box.db') || !copiesLost;
      expect(applied, why).toEqual(known ? [[A_DOOR]] : []);
      const namesIt = names.includes('identity.json') && names.includes('journal.db');
      expect([agent.boxId === boxId, agent.claimCode() === undefined], why).toEqual([
        !namesIt,
        names.includes('identity.json') || known,
      ]);
      if (names.includes('identity.json'))
        expect(await callControl(dir, 'status'), why).toMatchObject({
          link: { state: 'stopped', trouble: expect.stringContaining('identity') },
        });
    } finally {
      await agent.stop('tried');
    }
    const due = names.filter((name) => MAIN.includes(name)).map((name) => name.split('.')[0] ?? name);
    if (!due.includes('box') && COPIES.every((name) => names.includes(name))) due.push('box');
    expect(rebuiltSaid(dir), JSON.stringify(lost)).toEqual([...due].sort());
    if (due.length > 0) expect(said.length).toBeGreaterThanOrEqual(due.length);
  };

  it.each(Object.keys(HARM) as Harm[])(
    'let it start with any of the four %s, or all others, and it says so',
    async (harm) => {
      const others = files().filter((name) => !MAIN.includes(name));
      expect(others).toEqual(
        expect.arrayContaining([...COPIES, 'journal.lost', 'metrics-token', 'panel-pin', 'panel-tls.json']),
      );
      for (const name of MAIN) await tryWith([[name, harm]]);
      await tryWith(others.map((name) => [name, harm] as const));
    },
  );

  it('let it start with any of the four emptied together, and with everything emptied', async () => {
    for (const names of TOGETHER.filter(({ length }) => length > 1))
      await tryWith(names.map((name) => [name, 'emptied'] as const));
    await tryWith(files().map((name) => [name, 'emptied'] as const));
  });
});
