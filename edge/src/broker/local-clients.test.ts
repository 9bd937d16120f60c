import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { type BoxStore, openBoxStore } from '../store/box-store.ts';
import { createLocalClients, LOCAL_CLIENTS_MAX } from './local-clients.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
let dir: string;
let box: BoxStore;
const clients = () => createLocalClients({ box, clock: new ManualClock(), random: systemRandom });
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'local-'));
  box = openBoxStore(join(dir, 'box.db'), { nowMs: 0, log: silentLog });
});
afterEach(() => {
  box.close();
  rmSync(dir, { recursive: true });
});

describe('the clients of the local broker', () => {
  it('are known by their password after a restart too, and nobody can read it from the file', () => {
    const { password } = clients().add({ name: 'front-reader', kind: 'reader', doorId });
    expect(Buffer.from(password, 'base64url')).toHaveLength(32);
    const again = clients();
    expect(again.prove('front-reader', password)).toMatchObject({ name: 'front-reader', kind: 'reader', doorId });
    expect(again.prove('front-reader', `${password}x`)).toBeUndefined();
    expect(again.prove('nobody', password)).toBeUndefined();
    box.db.pragma('wal_checkpoint(TRUNCATE)');
    expect(readFileSync(join(dir, 'box.db')).includes(password)).toBe(false);
  });

  it('have a door if they are readers, and only then; and a name of their own', () => {
    const all = clients();
    expect(() => all.add({ name: 'a', kind: 'reader', doorId: null })).toThrow(/door/);
    expect(() => all.add({ name: 'a', kind: 'controller', doorId })).toThrow(/door/);
    all.add({ name: 'a', kind: 'observer', doorId: null });
    expect(() => all.add({ name: 'a', kind: 'observer', doorId: null })).toThrow(/already/);
  });

  it('are gone at once when removed, and whoever wants to know is told', () => {
    const all = clients();
    const { password } = all.add({ name: 'a', kind: 'observer', doorId: null });
    const told: string[] = [];
    all.onRemoved((name) => told.push(name));
    all.remove('a');
    expect([told, all.list(), all.prove('a', password)]).toEqual([['a'], [], undefined]);
    expect(() => all.remove('a')).toThrow(/no client/);
    expect(clients().list()).toEqual([]);
  });

  it('are not without number', () => {
    const all = clients();
    for (let i = 0; i < LOCAL_CLIENTS_MAX; i++) all.add({ name: `c-${i}`, kind: 'observer', doorId: null });
    expect(() => all.add({ name: 'one-more', kind: 'observer', doorId: null })).toThrow(/already/);
  });
});
