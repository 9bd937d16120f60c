import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from './box-store.ts';
import { readerKeys } from './reader-keys.ts';

const KEY = Uint8Array.from({ length: 16 }, (_, at) => at);

describe('the keys of paired readers', () => {
  it('are there after a restart, each under its own bus and unit, until they are removed', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'reader-keys-')), 'box.db');
    const first = openBoxStore(path, { nowMs: 0, log: silentLog });
    const keys = readerKeys(first);
    keys('front').put(1, KEY);
    keys('front').put(2, Uint8Array.of(9));
    first.close();

    const again = openBoxStore(path, { nowMs: 0, log: silentLog });
    const [front, back] = [readerKeys(again)('front'), readerKeys(again)('back')];
    expect(Uint8Array.from(front.get(1) ?? [])).toEqual(KEY);
    expect([front.get(3), back.get(1)]).toEqual([undefined, undefined]);
    front.remove(1);
    expect([front.get(1), front.get(2)]).toEqual([undefined, Buffer.of(9)]);
    again.close();
  });
});
