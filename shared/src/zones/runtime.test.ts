import { describe, expect, it } from 'vitest';
import { bundledZones } from './bundled-zones.ts';
import { instantsToProbe, seededNumbers } from './test-instants.ts';
import document from './zones.json' with { type: 'json' };

interface Difference {
  /** All links to it are meant too. */
  readonly zone: string;
  /** The first instant since 1970 at which the two differ, and the first from which they agree again (none: they never do). */
  readonly from: string;
  readonly until?: string;
  readonly why: string;
}

/** Debian builds some old names otherwise than the database's own build does, whatever the release. */
const PACKAGING: readonly Difference[] = [
  { zone: 'EET', from: '1975-04-11T22:00:00Z', until: '1980-09-28T01:00:00Z', why: 'a zone of its own, not Athens' },
  { zone: 'WET', from: '1970-01-01T00:00:00Z', until: '1996-03-31T01:00:00Z', why: 'a zone of its own, not Lisbon' },
];

/** What changed between the release of a runtime and ours. */
const RELEASES: Readonly<Record<string, readonly Difference[]>> = {
  '2026c': [
    { zone: 'America/Bogota', from: '1992-05-02T05:00:00Z', until: '1992-05-03T05:00:00Z', why: 'history corrected' },
    { zone: 'Asia/Tehran', from: '1979-05-25T20:30:00Z', until: '1979-05-26T20:30:00Z', why: 'history corrected' },
    { zone: 'America/Inuvik', from: '2026-11-01T08:00:00Z', why: '2026d: permanent −06' },
    { zone: 'America/Winnipeg', from: '2026-11-01T07:00:00Z', why: '2026e: permanent −05' },
    { zone: 'America/Havana', from: '2026-11-01T05:00:00Z', until: '2027-03-14T05:00:00Z', why: '2026f: stays at −04' },
  ],
};

/** The middle of every winter and summer: what the runtime changes, and we do not, is noticed too. */
const halfYears = (untilS: number) =>
  Array.from({ length: Math.floor((untilS - FROM) / HALF_YEAR_S) }, (_, i) => FROM + (i + 0.08) * HALF_YEAR_S);
const HALF_YEAR_S = 182.621_25 * 86_400;

const seconds = (iso: string) => Date.parse(iso) / 1000;
const FROM = seconds('1970-01-01T00:00:00Z');
const UNTIL = seconds('2101-01-01T00:00:00Z');
const zones = bundledZones();
const runtimeRelease = process.versions.tz ?? '';
const listed = RELEASES[runtimeRelease];

/** What the runtime says; `undefined` for a name that it does not know. */
const runtimeOffsets = (name: string): ((epochS: number) => number) | undefined => {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const known = new Map<string, number>();
  return (epochS) => {
    const text = format.format(epochS * 1000);
    const offset = text.slice(text.indexOf('GMT') + 3);
    const seen = known.get(offset);
    if (seen !== undefined) return seen;
    const [hours = 0, minutes = 0, rest = 0] = offset.slice(1).split(':').map(Number);
    const made = (hours * 3_600 + minutes * 60 + rest) * (offset.startsWith('-') ? -1 : 1);
    known.set(offset, made);
    return made;
  };
};

const links: Readonly<Record<string, string | undefined>> = document.links;
const meant = (difference: Difference, name: string) => difference.zone === (links[name] ?? name);
const covers = ({ from, until }: Difference, at: number) =>
  at >= seconds(from) && (until === undefined || at < seconds(until));

describe(`The runtime's own tables (${runtimeRelease})`, () => {
  const compared = listed ?? Object.values(RELEASES).flat();
  /** Of a release nobody has looked at, what was history when the older of the two came out must be the same. */
  const older = [runtimeRelease, zones.release].sort()[0]?.slice(0, 4);
  const end = listed === undefined ? Math.min(UNTIL, seconds(`${older}-01-01T00:00:00Z`)) : UNTIL;

  it('say the same as ours about every zone at every change from 1970 to 2100, and at random instants, where the releases agree', {
    timeout: 60_000,
  }, () => {
    const random = seededNumbers(2026);
    const wrong: string[] = [];
    const unknown: string[] = [];
    let probed = 0;
    for (const name of zones.names) {
      const zone = zones.find(name)!;
      const runtime = runtimeOffsets(name);
      if (runtime === undefined) {
        unknown.push(name);
        continue;
      }
      const exempt = [...PACKAGING, ...compared].filter((difference) => meant(difference, name));
      for (const at of [...instantsToProbe(zone, FROM, end, random), ...halfYears(end)]) {
        probed++;
        if (runtime(at) === zone.offsetAt(at) || exempt.some((difference) => covers(difference, at))) continue;
        wrong.push(`${name} at ${at}: ${runtime(at)} there, ${zone.offsetAt(at)} here`);
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    if (listed !== undefined) expect(unknown).toEqual(['Factory']);
    expect(probed).toBeGreaterThan(listed === undefined ? 300_000 : 500_000);
  });

  it.each([...PACKAGING, ...(listed ?? [])])(
    'really differ about $zone from $from on: $why',
    ({ zone: name, from, until }) => {
      const zone = zones.find(name)!;
      const runtime = runtimeOffsets(name)!;
      const differs = (at: number) => zone.offsetAt(at) !== runtime(at);
      expect(differs(seconds(from))).toBe(true);
      if (seconds(from) > FROM) expect(differs(seconds(from) - 1)).toBe(false);
      if (until !== undefined) expect([differs(seconds(until) - 1), differs(seconds(until))]).toEqual([true, false]);
      else expect(differs(UNTIL - 1)).toBe(true);
    },
  );
});
