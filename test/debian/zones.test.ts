import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { AROUND_S, instantsToProbe, seededNumbers, transitionsOf } from '@gatehouse/shared/zones/test-instants.ts';
import document from '@gatehouse/shared/zones/zones.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchTzdata, offeredTzdata, releaseOf } from '../src/zones/debian-tzdata.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const SCRIPT = join(import.meta.dirname, 'zoneinfo-offsets.py');
const zones = bundledZones();

/** Python's zoneinfo is an implementation of its own, of the same files that the tables are made from. */
describe('Python’s zoneinfo', () => {
  let tzdata: ReturnType<typeof fetchTzdata>;
  beforeAll(() => {
    const offers = offeredTzdata();
    const made = offers.find((version) => document.source === `tzdata ${version}`);
    const version = made ?? offers.find((offer) => releaseOf(offer) === zones.release);
    if (version === undefined) throw new Error(`No tzdata of ${zones.release} is on offer: rebuild the tables.`);
    tzdata = fetchTzdata(version);
  });
  afterAll(() => tzdata?.remove());

  /** Compares every zone's answers with Python's, at the given instants and around every transition that its file lists. */
  const compare = (from: string, until: string, instants: (name: string) => readonly number[]) => {
    const [fromS, untilS] = [seconds(from), seconds(until)];
    const request = {
      zones: Object.fromEntries(zones.names.map((name) => [name, instants(name)])),
      around: AROUND_S,
      from: fromS,
      until: untilS,
    };
    const { stdout, stderr, status } = spawnSync('python3', [SCRIPT], {
      input: JSON.stringify(request),
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, PYTHONTZPATH: tzdata.folder },
    });
    expect([status, stderr]).toEqual([0, '']);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, number[]]);
    expect(answers.map(([name]) => name).sort()).toEqual([...zones.names].sort());
    const wrong: string[] = [];
    let compared = 0;
    for (const [name, pairs] of answers) {
      const zone = zones.find(name)!;
      for (let i = 0; i < pairs.length; i += 2) {
        const [at = 0, offset] = pairs.slice(i, i + 2);
        compared++;
        if (zone.offsetAt(at) !== offset) wrong.push(`${name} at ${at}: ${offset} there, ${zone.offsetAt(at)} here`);
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    return compared;
  };

  it('[R38, R49, R50] says the same about every zone at every change from 1860 to 2100, and at 300 random instants each', () => {
    const random = seededNumbers(1860);
    const [from, until] = ['1860-01-01T00:00:00Z', '2101-01-01T00:00:00Z'];
    const compared = compare(from, until, (name) =>
      instantsToProbe(zones.find(name)!, seconds(from), seconds(until), random),
    );
    expect(compared).toBeGreaterThan(700_000);
  });

  it('says the same about the years 2 to 1860 and 2100 to 9998', () => {
    const random = seededNumbers(9998);
    const anywhere = (from: string, until: string) =>
      Math.floor(seconds(from) + random() * (seconds(until) - seconds(from)));
    const compared = compare('0002-01-01T00:00:00Z', '1860-01-01T00:00:00Z', (name) => {
      const far = anywhere('2101-01-01T00:00:00Z', '9997-01-01T00:00:00Z');
      return [
        ...Array.from({ length: 50 }, () => anywhere('0002-01-01T00:00:00Z', '1860-01-01T00:00:00Z')),
        ...Array.from({ length: 200 }, () => anywhere('2101-01-01T00:00:00Z', '9998-01-01T00:00:00Z')),
        ...transitionsOf(zones.find(name)!, far, far + 366 * 86_400).flatMap((at) => [at - 1, at]),
      ];
    });
    expect(compared).toBeGreaterThan(100_000);
  });
});

it('The tables are of the newest release that is on offer, and what the tool makes of it', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../src/zones/build-zones.ts'), '--check'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
});
