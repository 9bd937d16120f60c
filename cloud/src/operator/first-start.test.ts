import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../kit/db/engines.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { ordersOf } from '../testing/orders.ts';
import { createWorld, scriptedLink, type World } from '../testing/world.ts';
import { firstKeyCommand, showFirstKey, takeFirstKey } from './first-start.ts';

const email = 'Admin@example.com';
const noLink = scriptedLink(() => Promise.reject(new Error('no'))).link;

describe.each(ENGINES)('the first start on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let secretsDir: string;
  let logged: string[];
  const log = { info: (text: string) => void logged.push(text) };
  const clock = new ManualClock();
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, clock, noLink);
    secretsDir = mkdtempSync(join(tmpdir(), 'gatehouse-first-'));
    logged = [];
  });
  afterEach(async () => {
    rmSync(secretsDir, { recursive: true });
    await Promise.all([world.users.close(), world.partners.close()]);
  });
  const order = (name: string, body?: object) =>
    ordersOf(world, { 'first-key': firstKeyCommand(secretsDir) })(name, body);

  it('makes a super admin and leaves the key in a private file, and its path, never the key, in the log', async () => {
    await showFirstKey(world.users, { email, secretsDir }, { log });
    const [file = ''] = readdirSync(secretsDir);
    expect(statSync(join(secretsDir, file)).mode & 0o777).toBe(0o600);
    expect(logged.join()).toContain(join(secretsDir, file));
    const first = await order('first-key');
    expect(first).toMatchObject({ email: 'admin@example.com', key: expect.stringMatching(/^ghk_/) });
    expect(logged.join()).not.toContain(first.key);
    expect(await world.users.authenticate(first.key)).toMatchObject({
      user: { email: 'admin@example.com' },
      grants: [{ right: 'super-admin', scope: 'platform' }],
    });
    expect(readdirSync(secretsDir)).toEqual([]);
    await expect(order('first-key')).rejects.toThrow(/has been shown/);
  });

  it('shows the key at a terminal, if there is one, and keeps it nowhere', async () => {
    const shown: string[] = [];
    const terminal = { write: (text: string) => void shown.push(text) };
    await showFirstKey(world.users, { email, secretsDir }, { log, terminal });
    const [key = ''] = /ghk_\w+/.exec(shown.join()) ?? [];
    expect((await world.users.authenticate(key))?.user.email).toBe('admin@example.com');
    expect([readdirSync(secretsDir), logged]).toEqual([[], []]);
    expect(takeFirstKey(secretsDir)).toBeUndefined();
  });

  it('of several processes at once makes one super admin with one key', async () => {
    const replicas = await Promise.all([1, 2, 3, 4].map(() => createWorld(db, clock, noLink)));
    const made = await Promise.all(replicas.map(({ users }, i) => users.bootstrap(`admin-${i % 2}@example.com`)));
    expect(made.filter((first) => first !== undefined)).toHaveLength(1);
    const { users } = await order('users');
    expect(users).toHaveLength(1);
    expect(await order('user-keys', { user: users[0].userId })).toMatchObject({
      keys: [{ keyId: expect.any(String), label: 'first start', createdAt: new Date(clock.wallMs()).toISOString() }],
    });
    await Promise.all(replicas.flatMap((replica) => [replica.users.close(), replica.partners.close()]));
  });

  it('is no first start where there is a super admin', async () => {
    await showFirstKey(world.users, { email, secretsDir }, { log });
    takeFirstKey(secretsDir);
    await showFirstKey(world.users, { email: 'other@example.com', secretsDir }, { log });
    expect([readdirSync(secretsDir), (await order('users')).users]).toMatchObject([
      [],
      [{ email: 'admin@example.com' }],
    ]);
  });

  it('makes a user who is there already super admin', async () => {
    const person = { email, firstName: 'Sam', lastName: 'Rivers' };
    const sam = await db.write((tx) => world.users.addUser(tx, person, 'test'));
    expect((await world.users.bootstrap(email))?.user.id).toBe(sam.id);
  });
});
