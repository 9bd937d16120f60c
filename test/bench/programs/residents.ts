import { decide } from '@gatehouse/shared/access/decide.ts';
import { type Person, readPerson } from '@gatehouse/shared/access/person.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { cpuUsedMs } from '../cpu-used.ts';
import { createAsk, createFacility, createPerson } from '../decide-member.ts';
import { createScenarios, memberWindows } from '../decide-scenarios.ts';
import { seeded } from '../seeded.ts';

/** Many members in the memory of one process, each a record of its own, as a box or the cloud keeps them. */
const [members = 0, rounds = 0, forMs = 0] = process.argv.slice(2).map(Number);
/** Different ones; the others are copies of them. */
const DISTINCT = 500;
const PIECE = 1_000;

const facility = createFacility();
const random = seeded(7);
const made = Array.from(
  { length: Math.min(members, DISTINCT) },
  () => createPerson(facility, memberWindows(random)).bytes,
);
const before = process.memoryUsage.rss();
const persons: Person[] = [];
for (let i = 0; i < members; i++) {
  const person = readPerson((made[i % made.length] as Uint8Array).slice());
  if (person !== undefined) persons.push(person);
}
const residentBytes = (process.memoryUsage.rss() - before) / members;

const instants = createScenarios()[0]?.instants ?? new Float64Array(1);
const whom = Uint32Array.from({ length: instants.length }, () => Math.floor(random() * persons.length));
const ask = createAsk(persons[0] as Person);
let at = 0;
let allowed = 0;
const decideSome = (): void => {
  for (let i = 0; i < PIECE; i++, at = (at + 1) % instants.length) {
    ask.person = persons[whom[at] as number];
    ask.fromS = instants[at] as number;
    ask.toS = ask.fromS;
    if (decide(facility, ask).allowed) allowed++;
  }
};
const perCpuSecond = (): number => {
  const began = cpuUsedMs();
  let done = 0;
  while (cpuUsedMs() - began < forMs) {
    decideSome();
    done += PIECE;
  }
  return (done * 1_000) / (cpuUsedMs() - began);
};
perCpuSecond();
onStop(async () => undefined);
announceReady({
  recordBytes: made.reduce((sum, { length }) => sum + length, 0) / made.length,
  residentBytes,
  perCpuSecond: Array.from({ length: rounds }, perCpuSecond),
  allowed,
});
