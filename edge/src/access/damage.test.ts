// @module-tag exhaustive
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBoxWith, card, factsOf, startBox } from './access.kit.ts';
import { type HeadRow, openAccessDb } from './access-db.ts';
import { createPulled } from './pulled.ts';
import { A_GYM, aFacility, aPerson, bytesOf, cardKey, cloudSnapshot, type Put } from './snapshot.kit.ts';
import { storeProblem } from './soundness.ts';

const glass = { target: { kind: 'facility' }, breakGlass: true } as const;
const numbered = (count: number, banned = false): Put[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'person',
    id: String(i + 1),
    data: aPerson({ banned }, { keys: [cardKey(`A${i + 1}`)] }),
  }));
const GLASS: Put = {
  kind: 'person',
  id: '900',
  data: aPerson({ grants: [glass] }, { keys: [cardKey('EE')] }),
};

/** Turns some bits over, as old flash does. */
const damage = (path: string, places: readonly number[]): void => {
  const size = statSync(path).size;
  const file = openSync(path, 'r+');
  const bytes = readFileSync(path);
  for (const place of places)
    writeSync(file, Buffer.from([(bytes[place % size] as number) ^ (1 << (place % 8))]), 0, 1, place % size);
  closeSync(file);
};
const until = async (done: () => boolean): Promise<void> => {
  for (let i = 0; i < 400 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
};
describe('a damaged store', () => {
  it('is set aside, who breaks glass still gets in, and everybody else once the cloud has refilled it', async () => {
    const { box, run } = await aBoxWith([...numbered(20), GLASS]);
    await run.stop();
    writeFileSync(join(box.dir, 'access.db'), 'no database at all '.repeat(900));
    box.offline = true;
    const again = startBox(box, run.clock);
    expect(again.reasonFor(card('A1'))).toBe('snapshot_too_old');
    expect(again.reasonFor(card('EE'))).toBe('granted');
    expect(again.access.standing()).toMatchObject({ staleness: 'none' });
    expect(again.access.mark()).toBeUndefined();
    expect(factsOf(box, 'store.rebuilt')).toMatchObject([{ store: 'access' }]);
    expect(readdirSync(box.dir).some((name) => name.startsWith('access.db.set-aside-'))).toBe(true);
    box.offline = false;
    await again.access.pull();
    expect(again.reasonFor(card('A1'))).toBe('granted');
    expect(again.access.standing()).toMatchObject({ staleness: 'fresh', hash: box.cloud.head().hash });
    await again.stop();
  });

  it('opens no door that it should not, wherever a bit falls over, and is whole again after the next pull', async () => {
    const { box, run } = await aBoxWith([...numbered(60, true), GLASS]);
    await run.stop();
    const sound = join(mkdtempSync(join(tmpdir(), 'sound-')), 'access.db');
    copyFileSync(join(box.dir, 'access.db'), sound);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), async (places) => {
        copyFileSync(sound, join(box.dir, 'access.db'));
        damage(join(box.dir, 'access.db'), places);
        Object.assign(box, { facts: [], offline: true });
        const hurt = startBox(box, run.clock);
        for (let i = 1; i <= 60; i++)
          expect(['banned', 'snapshot_too_old', 'unknown_credential']).toContain(hurt.reasonFor(card(`A${i}`)));
        box.offline = false;
        hurt.access.start(); // Looks through the store, too, and sets it aside in the next turn if it finds anything.
        await new Promise((resolve) => setImmediate(resolve));
        const everybody = Array.from({ length: 60 }, (_, i) => card(`A${i + 1}`));
        const isWhole = () => everybody.every((who) => hurt.reasonFor(who) === 'banned');
        await until(() => isWhole() && hurt.reasonFor(card('EE')) === 'granted');
        expect(isWhole()).toBe(true);
        expect(hurt.reasonFor(card('EE'))).toBe('granted');
        await hurt.stop();
      }),
      { numRuns: 12, interruptAfterTimeLimit: 40_000 },
    );
  }, 60_000);
});

describe('a switch that is killed', () => {
  /** Takes the last page of a snapshot again and again, in a process that will be killed. */
  const child = (path: string, page: string) => {
    const here = new URL('.', import.meta.url).href;
    const script = `
      const { openAccessDb } = await import('${here}access-db.ts');
      const { createPulled } = await import('${here}pulled.ts');
      const { readFileSync } = await import('node:fs');
      const pulled = createPulled(openAccessDb('${path}', 64), () => {});
      const bytes = readFileSync('${page}');
      process.stdout.write('ready');
      const outcome = pulled.page(bytes, '${A_GYM}');
      process.stdout.write(outcome.is);`;
    return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  };

  it('leaves the old set or the new one, never some of both', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'killed-'));
    const cloud = cloudSnapshot();
    cloud.put({ kind: 'facility', id: '', data: aFacility() }, ...numbered(2_000));
    const base = join(dir, 'base.db');
    const db = openAccessDb(base, 512);
    createPulled(db, () => {}).page(bytesOf(cloud.page({ after: 0 })), A_GYM);
    db.close();
    const old = cloud.head();
    cloud.put(...numbered(1_500, true), { kind: 'person', id: '1999', data: null });
    const page = join(dir, 'page.json');
    writeFileSync(page, bytesOf(cloud.page({ epoch: cloud.epoch, after: old.revision })));
    const seen = new Set<number>();
    for (let i = 0; i < 5; i++) {
      const path = join(dir, `${i}.db`);
      copyFileSync(base, path);
      const process = child(path, page);
      const ended = once(process, 'exit');
      await once(process.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, i * 60));
      process.kill('SIGKILL');
      await ended;
      const after = openAccessDb(path, 512);
      const head = after.prepare<[], HeadRow>('SELECT * FROM head').get();
      expect([old.revision, cloud.head().revision]).toContain(head?.revision);
      expect(head?.hash).toBe(head?.revision === old.revision ? old.hash : cloud.head().hash);
      expect(storeProblem(after)).toBeUndefined();
      const pulled = createPulled(after, () => {});
      pulled.page(bytesOf(cloud.page(pulled.cursor())), A_GYM);
      expect(after.prepare<[], HeadRow>('SELECT * FROM head').get()).toMatchObject(cloud.head());
      seen.add(head?.revision ?? 0);
      after.close();
    }
    expect(seen.has(old.revision)).toBe(true);
  }, 60_000);
});
