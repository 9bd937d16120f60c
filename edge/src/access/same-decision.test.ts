// @module-tag exhaustive
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { explain } from '@gatehouse/shared/access/explain.ts';
import { ask, aWorld, compiled, edgesOf } from '@gatehouse/shared/access/testing/arbitrary-access.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from './access.ts';
import { openAccessDb } from './access-db.ts';
import { createDeciding } from './deciding.ts';
import { createPulled } from './pulled.ts';
import { A_GYM, aFacility, bytesOf, cardKey, cloudSnapshot } from './snapshot.kit.ts';
import { createSnapshotReader } from './snapshot-reader.ts';

/** 40 worlds of 250 questions; more by hand, with `F3_WORLDS`. */
const WORLDS = Number(process.env.F3_WORLDS ?? 40);
const QUESTIONS = 250;

describe('what the cloud decides and what the box decides', () => {
  it(
    `[I8] are the same for ${WORLDS * QUESTIONS} questions about any facility and person at any time`,
    () => {
      const path = join(mkdtempSync(join(tmpdir(), 'same-')), 'access.db');
      const writing = openAccessDb(path, 512);
      const pulled = createPulled(writing, () => {});
      const reader = createSnapshotReader(openAccessDb(path, 512));
      const now = { atS: 0, ageMs: 0, door: { lockdown: false, maintenance: 'off' as const } };
      const box = createDeciding({
        finder: () => ({ finder: reader, isRoster: false }),
        lost: (error) => {
          throw error;
        },
        time: () => ({ trusted: true, fromMs: now.atS * 1_000, toMs: now.atS * 1_000 }),
        ageMs: () => Milliseconds(now.ageMs),
        door: () => now.door,
        bans: { has: () => false },
      });
      let epoch = 0;
      fc.assert(
        fc.property(
          aWorld({ policy: 'any' }),
          fc.array(fc.tuple(fc.nat(), fc.nat(4_102_444_800), fc.constantFrom(0, 901, 2_592_001)), {
            minLength: QUESTIONS,
            maxLength: QUESTIONS,
          }),
          (world, questions) => {
            const { facility, person } = compiled(world);
            const cloud = cloudSnapshot(`22222222-2222-4333-8444-${String(++epoch).padStart(12, '0')}`);
            const record = Buffer.from(person.bytes).toString('base64');
            cloud.put(
              { kind: 'facility', id: '', data: aFacility(world.facility) },
              { kind: 'person', id: '5', data: { record, keys: [cardKey('A1')] } },
            );
            expect(pulled.page(bytesOf(cloud.page(pulled.cursor())), A_GYM)).toMatchObject({ is: 'switched' });
            reader.refresh();
            const edges = edgesOf(world).filter((t) => t >= 0);
            for (const [pick, at, ageS] of questions) {
              now.atS = (pick % 3 === 0 ? edges[pick % Math.max(1, edges.length)] : undefined) ?? at;
              now.ageMs = ageS * 1_000;
              const doorIndex = pick % world.facility.doors.length;
              const doorId = world.facility.doors[doorIndex] ?? ('door_gone000000000000' as Question['doorId']);
              const question: Question = { doorId, presented: { kind: 'card', text: 'A1' }, via: 'reader' };
              const asked = ask(world.facility.doors[doorIndex] === null ? -1 : doorIndex, now.atS, {
                snapshotAgeS: ageS,
                presented: 'credential',
                person,
              });
              expect(box.decideAt(question).decision).toEqual(decide(facility, asked));
              if (pick % 10 === 0) expect(box.explainAt(question)).toMatchObject(explain(facility, asked));
            }
          },
        ),
        { numRuns: WORLDS },
      );
      reader.close();
      writing.close();
    },
    60_000 + WORLDS * 300,
  );
});
