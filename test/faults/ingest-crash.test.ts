// @module-tag long
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINES } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashSetup, callBy, openMembers } from './ingest-crash-push.ts';

const PROGRAM = fileURLToPath(new URL('./ingest-crash-process.ts', import.meta.url));
/** What npm has installed is found from where the one file of the program lies, too. */
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache');
/** Processes that run beside each other. */
const AT_ONCE = 2;

const picture = (mark: number) =>
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, mark]).toString('base64');
const windows = (mark: string) => [
  { external_id: 'w', kind: 'absolute', from: 0, to: 60, label: mark, scope_key: `scope-${mark}` },
];
const aMember = (facility_id: string, member_id: string, fields: Record<string, unknown> = {}) => ({
  facility_id,
  member_id,
  first_name: 'Ada',
  last_name: 'Byron',
  ...fields,
});
const withWindows = (revision: number, mark: string) => ({
  type: mark,
  access_time_windows: mark === '' ? [] : windows(mark),
  access_time_windows_revision: revision,
});

/** Everything a push may do to a member, over two units and two facilities. */
const batchFor = (a: FacilityId, b: FacilityId) => [
  aMember(a, 'replaced', { ...withWindows(2, 'new'), profile_picture: picture(2) }),
  aMember(a, 'revoked', withWindows(2, '')),
  aMember(a, 'conflict', withWindows(1, 'other')),
  aMember(a, 'stale', withWindows(0, 'late')),
  aMember(a, 'renamed', { first_name: 'Grace', profile_picture: null }),
  aMember(a, 'twice', withWindows(2, 'second')),
  aMember(a, 'twice', withWindows(3, 'third')),
  ...Array.from({ length: 95 }, (_, i) => aMember(a, `filler-${i}`)),
  aMember(b, 'elsewhere', withWindows(2, 'new')),
  aMember(b, 'fresh', { ...withWindows(1, 'fresh'), profile_picture: picture(3) }),
];
const before = (a: FacilityId, b: FacilityId) => [
  aMember(a, 'replaced', { ...withWindows(1, 'old'), profile_picture: picture(1) }),
  ...['revoked', 'conflict', 'stale', 'twice'].map((id) => aMember(a, id, withWindows(1, 'old'))),
  aMember(a, 'renamed', { profile_picture: picture(4) }),
  aMember(b, 'elsewhere', withWindows(1, 'old')),
];

/** What is stored, without moments and random names. */
const stateOf = (db: Database) =>
  db.read(async (tx) => ({
    members: (await tx.selectFrom('member').selectAll().orderBy('facility_id').orderBy('member_id').execute()).map(
      ({ stored_at: _, picture_key, ...row }) => ({ ...row, picture: picture_key?.split('/').at(-1) }),
    ),
    windows: await tx
      .selectFrom('member_windows')
      .select(['facility_id', 'member_id', 'revision', 'hash', 'canonical', 'scope_keys'])
      .orderBy('facility_id')
      .orderBy('member_id')
      .execute(),
    keys: await tx
      .selectFrom('scope_key')
      .select(['facility_id', 'key', 'member_count'])
      .orderBy('facility_id')
      .orderBy('key')
      .execute(),
  }));
/** Every object below a folder, by its key. */
const objectsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

describe.each(ENGINES)('a process that dies while it takes members, on $name', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-crash-'));
  mkdirSync(CACHE, { recursive: true });
  const bundle = mkdtempSync(join(CACHE, 'ingest-crash-'));
  /** One file instead of hundreds: it is begun a hundred times. */
  const program = join(bundle, 'program.mjs');
  let template: { url: string; objects: string };
  let partnerId: PartnerId;
  let keyId: string;
  let body: string;
  /** What an undisturbed run has stored: at its beginning, and after each of its commits. */
  const states: Awaited<ReturnType<typeof stateOf>>[] = [];

  let copies = 0;
  const copy = async (): Promise<CrashSetup> => {
    const objects = join(folder, `objects-${++copies}`);
    cpSync(template.objects, objects, { recursive: true });
    return { url: await engine.copyOf(template.url), objects, partnerId, keyId, body };
  };
  /** Resolves with the number of points if the process comes to its end. */
  const runToPoint = async (setup: CrashSetup, point: number): Promise<number | undefined> => {
    // The first process comes to its end and leaves what it has compiled to all the others.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const child = fork(program, [JSON.stringify(setup), String(point)], { execArgv: [], env });
    let points: number | undefined;
    child.on('message', (message: number) => {
      points = message;
    });
    await once(child, 'exit');
    return points;
  };

  beforeAll(async () => {
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    };
    const format = { platform: 'node', format: 'esm', banner, bundle: true } as const;
    await build({ ...format, entryPoints: [PROGRAM], outfile: program, external: ['better-sqlite3', 'pg-native'] });
    template = { url: await engine.freshUrl(), objects: join(folder, 'objects') };
    const opened = await openMembers(template);
    const world = await createWorld(opened.db, systemClock, scriptedLink(confirms).link);
    partnerId = world.partnerId;
    keyId = (await world.db.write((tx) => world.partners.createKey(tx, partnerId, 'live', 'Test'))).id;
    const a = world.facilityId;
    const b = await world.organisations.createFacility({ orgId: world.orgId, name: 'Second', timezone: 'UTC' });
    await world.db.write((tx) => world.partners.setIntegration(tx, partnerId, b, { enabled: true }));
    await opened.members.push(
      Buffer.from(JSON.stringify({ members: before(a, b) })),
      callBy(opened.watched, { partnerId, keyId }),
    );
    body = JSON.stringify({ members: batchFor(a, b) });
    await world.partners.close();
    await opened.close();

    const undisturbed = await openMembers(await copy(), async (what) => {
      if (what === 'commit') states.push(await stateOf(undisturbed.db));
    });
    states.push(await stateOf(undisturbed.db));
    const { result } = await undisturbed.members.push(
      Buffer.from(body),
      callBy(undisturbed.watched, { partnerId, keyId }),
    );
    expect(result).toMatchObject({ success: 102, skipped: 2, conflicts: [{ member_id: 'conflict' }] });
    await undisturbed.close();
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBeGreaterThanOrEqual(3);
  }, 60_000);
  afterAll(() => {
    for (const path of [folder, bundle]) rmSync(path, { recursive: true, force: true });
  });

  const afterDeathAt = async (point: number): Promise<void> => {
    const setup = await copy();
    expect(await runToPoint(setup, point)).toBeUndefined();
    const opened = await openMembers(setup);
    const at = `killed at point ${point}`;
    expect(states, at).toContainEqual(await stateOf(opened.db));
    await opened.members.push(Buffer.from(body), callBy(opened.watched, { partnerId, keyId }));
    expect(await stateOf(opened.db), at).toEqual(states.at(-1));

    await opened.db.write((tx) => tx.updateTable('member_picture').set({ at: 0 }).execute());
    await opened.members.sweepPictures();
    const named = await opened.db.read((tx) =>
      tx.selectFrom('member').where('picture_key', 'is not', null).select('picture_key').execute(),
    );
    const keys = named.map(({ picture_key }) => picture_key as string).sort();
    expect(keys, at).toHaveLength(2);
    expect(objectsIn(setup.objects).sort(), at).toEqual(keys);
    await opened.close();
  };

  it('[R47, R55, R57] at any statement leaves whole units, and the same batch again completes it', async () => {
    const points = (await runToPoint(await copy(), 0)) ?? 0;
    expect(points).toBeGreaterThan(40);
    // What PostgreSQL does with a unit whose process is gone, it does itself; of ours every statement is tried.
    const step = engine.name === 'sqlite' ? 1 : 4;
    const left = Array.from({ length: points }, (_, i) => i + 1).filter((point) => point % step === 0);
    const one = async (): Promise<void> => {
      for (let point = left.pop(); point !== undefined; point = left.pop()) await afterDeathAt(point);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }, 300_000);
});
