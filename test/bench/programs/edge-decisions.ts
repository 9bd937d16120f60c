import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccessDb } from '@gatehouse/edge/access/access-db.ts';
import { createSnapshotReader } from '@gatehouse/edge/access/snapshot-reader.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { type Person, readPerson } from '@gatehouse/shared/access/person.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { createAsk } from '../decide-member.ts';
import { createScenarios } from '../decide-scenarios.ts';
import { memberName, writeSnapshot } from '../edge-snapshot.ts';
import { seeded } from '../seeded.ts';
import { median, percentile } from '../statistics.ts';

/** Decisions about members at random, one after the other, each timed: from memory, and from the box's own store. */
const [members = 0, rounds = 0, count = 0] = process.argv.slice(2).map(Number);
/** What the agent gives its reader. */
const CACHE_KIB = 2_048;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const path = join(folder, 'access.db');
const doors = [DoorId.parse('door_0123456789abcdef')];
const began = process.hrtime.bigint();
await writeSnapshot(
  { path, rosterPath: join(folder, 'roster.json') },
  { facilityId: FacilityId.parse('fac_0123456789abcdef'), doors, members },
);
const writtenMs = Number(process.hrtime.bigint() - began) / 1e6;

const reader = createSnapshotReader(openAccessDb(path, CACHE_KIB));
const ground = reader.ground();
if (ground === undefined) throw new Error('nothing was written');
const { facility, credentialKey } = ground;
const arena: Person[] = [];
for (let number = 0; number < members; number++) {
  const record = reader.byNumber(number)?.person?.bytes;
  const person = record && readPerson(record.slice());
  if (person !== undefined) arena.push(person);
}

const random = seeded(11);
const instants = createScenarios()[0]?.instants ?? new Float64Array(1);
const ask = createAsk(arena[0] as Person);
let allowed = 0;
const decideAbout = (person: Person | undefined, t: number): void => {
  ask.person = person;
  ask.fromS = t;
  ask.toS = t;
  if (decide(facility, ask).allowed) allowed++;
};
const WAYS = {
  memory: (number: number, t: number) => decideAbout(arena[number], t),
  store: (number: number, t: number) => decideAbout(reader.byNumber(number)?.person, t),
  credential: (number: number, t: number) => {
    const text = memberText(1, memberName(number));
    const found = reader.byCredential(() => Buffer.from(presentedHash(credentialKey, 'member', text), 'base64url'));
    decideAbout(found?.person, t);
  },
} as const;

/** In µs, each with the time of two readings of the clock in it. */
const timed = (way: (number: number, t: number) => void): { p50Us: number; p99Us: number } => {
  const took = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const number = Math.floor(random() * members);
    const t = instants[Math.floor(random() * instants.length)] as number;
    const from = process.hrtime.bigint();
    way(number, t);
    took[i] = Number(process.hrtime.bigint() - from) / 1_000;
  }
  return { p50Us: median([...took]), p99Us: percentile([...took], 0.99) };
};
const round = () => ({ memory: timed(WAYS.memory), store: timed(WAYS.store), credential: timed(WAYS.credential) });
round();
const measured = Array.from({ length: rounds }, round);
reader.close();
rmSync(folder, { recursive: true, force: true });
onStop(async () => undefined);
announceReady({ writtenMs, rounds: measured, allowed });
