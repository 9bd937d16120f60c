import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLocalClients } from '../broker/local-clients.ts';
import { type FailingDisk, failingDisk } from '../fakes/failing-disk.ts';
import { openBoxStore } from './box-store.ts';
import { createBoxWriter } from './box-writer.ts';

const door = DoorId.parse('door_0123456789abcdef');
let disk: FailingDisk;
afterEach(() => disk.mend());

/** A store, and whoever opens it after its process was cut off. */
const setup = () => {
  disk = failingDisk();
  const path = join(mkdtempSync(join(tmpdir(), 'box-writer-')), 'box.db');
  const clock = new ManualClock();
  const said: string[] = [];
  const log = {
    info: (_detail: object, text: string) => void said.push(text),
    warn: () => {},
    error: (_detail: object, text: string) => void said.push(text),
  } as unknown as Parameters<typeof openBoxStore>[1]['log'];
  const open = () => openBoxStore(path, { nowMs: 0, clock, log });
  const number = (box: ReturnType<typeof open>) => box.slot('number', z.int());
  const full = () => disk.failing((sql) => (/INSERT|DELETE|UPDATE/.test(sql) ? 'SQLITE_FULL' : undefined));
  return { box: open(), open, number, full, clock, said };
};

describe('S4 the box store on a disk that refuses', () => {
  it('keeps what counts as soon as the disk takes it, in the order in which it was said, and says so once', async () => {
    const { box, open, number, full, clock, said } = setup();
    full();
    for (const value of [1, 2, 3]) number(box).keep(value);
    box.slot('gone', z.string()).clear();
    expect([number(box).load(), box.standing()]).toEqual([3, { writable: false, waiting: 2 }]);
    await clock.advance(Seconds(60));
    expect(number(open()).load()).toBeUndefined();
    expect(said).toHaveLength(1);
    disk.failing(undefined);
    await clock.advance(Seconds(5));
    expect([box.standing(), number(open()).load(), said.length]).toEqual([{ writable: true, waiting: 0 }, 3, 2]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes back nothing that it promised: what is not on the disk was not committed', async () => {
    const { box, open, number, full } = setup();
    expect(number(box).commit(1)).toBe('stored');
    full();
    expect([number(box).commit(2), number(box).load()]).toEqual(['refused', 1]);
    const closed = { ...NO_MAINTENANCE, mode: 'force-closed', generation: 1 } as const;
    expect(await box.maintenance.commit(door, closed)).toBe('refused');
    disk.failing(undefined);
    expect([number(open()).load(), open().maintenance.load()]).toEqual([1, {}]);
    expect([number(box).commit(4), number(open()).load()]).toEqual(['stored', 4]);
  });

  it('tries a last time when it is closed, and leaves no timer', () => {
    const { box, open, number, full, clock } = setup();
    full();
    number(box).keep(7);
    disk.failing(undefined);
    box.close();
    expect([number(open()).load(), clock.pendingTimers]).toEqual([7, 0]);
  });

  it('makes no client of the LAN that it cannot keep, and one that is removed is gone at once', async () => {
    const { box, open, full, clock } = setup();
    const clients = createLocalClients({ box, clock, random: systemRandom });
    const { password } = clients.add({ name: 'ha', kind: 'observer', doorId: null });
    full();
    expect(() => clients.add({ name: 'other', kind: 'observer', doorId: null })).toThrow(/cannot write its store/);
    clients.remove('ha');
    expect([clients.list(), clients.prove('ha', password)]).toEqual([[], undefined]);
    disk.failing(undefined);
    await clock.advance(Seconds(5));
    expect(createLocalClients({ box: open(), clock, random: systemRandom }).list()).toEqual([]);
  });

  it('hides no bug: what is not the disk’s refusal goes where bugs go', () => {
    disk = failingDisk();
    const { write } = createBoxWriter({ log: console as never });
    expect(() =>
      write(() => {
        throw new TypeError('a bug');
      }),
    ).toThrow(TypeError);
  });
});
