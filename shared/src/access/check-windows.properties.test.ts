// @module-tag exhaustive
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundledZones } from '../zones/bundled-zones.ts';
import { checkWindows } from './check-windows.ts';
import { aSnapshot } from './testing/arbitrary-windows.ts';
import { AccessWindowInput, WINDOWS_MAX } from './window.ts';
import { PROBLEMS_MAX, WINDOW_PROBLEMS } from './window-problem.ts';

const zones = bundledZones();
const Schema = z.array(AccessWindowInput).max(WINDOWS_MAX);
const check = (windows: unknown, revision: unknown = 1) =>
  checkWindows({ access_time_windows: windows, access_time_windows_revision: revision }, zones);
const isAccepted = (windows: unknown): boolean => {
  const verdict = check(windows);
  return verdict !== undefined && 'windows' in verdict;
};

/** Values that somebody might send in any place. */
const JUNK: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  '09:00',
  '24:00',
  '9:00',
  'UTC',
  'weekly',
  'absolute',
  0,
  -1,
  1.5,
  9_999_999_999,
  1e13,
  [],
  {},
  [['09:00', '10:00']],
  ['10:00', '09:00'],
  'x'.repeat(121),
  '🏋'.repeat(120),
  '🏋'.repeat(121),
  '\ud800',
  { from: 1 },
];
type Node = Record<string | number, unknown>;

/** Replaces, removes, adds or doubles something somewhere. */
const spoil = (root: unknown[], [at, what, junk]: readonly [number, number, number]): void => {
  const places: [Node, string | number][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Node, Array.isArray(node) ? Number(key) : key]);
      walk((node as Node)[key]);
    }
  };
  walk(root);
  const [node, key] = places[at % Math.max(places.length, 1)] ?? [root as unknown as Node, 0];
  const value = structuredClone(JUNK[junk % JUNK.length]);
  if (what === 0) node[key] = value;
  else if (what === 1 && !Array.isArray(node)) delete node[key];
  else if (Array.isArray(node))
    node.splice(Number(key), what === 1 ? 1 : 0, structuredClone(node[key as number]) ?? value);
  else {
    const name = ['facility_id', 'from', 'Mon', '__proto__'][junk % 4]!;
    Object.defineProperty(node, name, { value, enumerable: true, configurable: true, writable: true }); // As JSON.parse does.
  }
};

describe('the check of windows', () => {
  it('accepts nothing that the published schema refuses, whatever is sent', () => {
    const found = new Set<string>();
    let refusedByBoth = 0;
    fc.assert(
      fc.property(
        aSnapshot(4),
        fc.array(fc.tuple(fc.nat(9_999), fc.nat(2), fc.nat(9_999)), { maxLength: 3 }),
        (windows, changes) => {
          const sent = JSON.parse(JSON.stringify(windows)) as unknown[];
          for (const change of changes) spoil(sent, change);
          const verdict = check(sent);
          const fits = Schema.safeParse(sent).success;
          if (verdict !== undefined && 'problems' in verdict) {
            for (const { code, message, path } of verdict.problems) {
              found.add(code);
              expect(message.startsWith(path)).toBe(true);
            }
            expect(verdict.count).toBeGreaterThan(0);
            if (!fits) refusedByBoth++;
          } else expect(fits).toBe(true);
        },
      ),
      { numRuns: 2_500 },
    );
    expect(refusedByBoth).toBeGreaterThan(300);
    expect(found.size).toBeGreaterThan(14);
  });

  it('refuses what the schema accepts only for what no schema says: two fields together, the zone, characters, -0', () => {
    const beyond = new Set([
      'inverted_interval',
      'span_too_long',
      'inverted_active_range',
      'duplicate_external_id',
      'unknown_time_zone',
      'empty_block',
      'overnight_block',
      'overlapping_blocks',
      'blocks_out_of_order',
      'bad_characters',
    ]);
    fc.assert(
      fc.property(
        aSnapshot(4),
        fc.array(fc.tuple(fc.nat(9_999), fc.nat(2), fc.nat(9_999)), { maxLength: 2 }),
        (windows, changes) => {
          const sent = JSON.parse(JSON.stringify(windows)) as unknown[];
          for (const change of changes) spoil(sent, change);
          const verdict = check(sent);
          if (!Schema.safeParse(sent).success || verdict === undefined || !('problems' in verdict)) return;
          expect(verdict.problems.filter(({ code }) => !beyond.has(code))).toEqual([]);
        },
      ),
      { numRuns: 2_500 },
    );
  });

  it('takes any value at all, and says no', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (windows, revision) => {
        if (Array.isArray(windows) && windows.length === 0) return;
        const verdict = checkWindows({ access_time_windows: windows, access_time_windows_revision: revision }, zones);
        if (windows === undefined && (revision === undefined || Number.isSafeInteger(revision))) return;
        expect(verdict).toHaveProperty('problems');
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes a huge snapshot in time that grows with it, and tells a hundred problems of all', () => {
    const bad = Array.from({ length: 200_000 }, () => ({
      external_id: 'x',
      kind: 'weekly',
      access_hours: [],
      door_id: 1,
    }));
    expect(check(bad)).toMatchObject({ count: 1 + 3 * 200_000 - 1, problems: { length: PROBLEMS_MAX } });
    expect(isAccepted(Array.from({ length: 1_000_000 }, () => null))).toBe(false);
  });

  it('has a code for every problem, and a vector for every code', async () => {
    const { default: vectors } = await import('../../vectors/access/windows.json', { with: { type: 'json' } });
    const tested = new Set(vectors.cases.flatMap(({ problems }) => (problems ?? []).map(([, code]) => code)));
    expect([...tested].sort()).toEqual(Object.keys(WINDOW_PROBLEMS).sort());
  });
});
