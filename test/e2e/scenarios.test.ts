import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGym } from '@gatehouse/cli/gym/start-gym.ts';
import { playAll } from '@gatehouse/firmware-sim/scenario/play-all.ts';
import { stepLine } from '@gatehouse/firmware-sim/scenario/report.ts';
import type { Verdict } from '@gatehouse/firmware-sim/scenario/run-scenario.ts';
import { parseScenario } from '@gatehouse/firmware-sim/scenario/scenario.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../firmware-sim/scenarios/', import.meta.url));
/** They wait for locks and timers more than they work. */
const GYMS_AT_ONCE = 4;
const TIMEOUT_MS = 600_000;
const read = (path: string) => readFileSync(path, 'utf8');
const scenarios = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => parseScenario(read(join(FOLDER, name)), join(FOLDER, name), read));

/** One of a lock and one of a reader: the others take minutes. */
const SHORT = ['lock-jammed.yaml', 'unknown-card.yaml'];
const isShort = ({ file }: { readonly file: string }) => SHORT.includes(basename(file));

const play = (chosen: typeof scenarios) => {
  const verdicts = new Map<string, Verdict>();
  beforeAll(async () => {
    await playAll(chosen, {
      clock: systemClock,
      atOnce: GYMS_AT_ONCE,
      open: ({ building, seed, doors }) =>
        startGym({ building: building ?? null, seed, doors: doors as Record<string, number> }, systemClock),
      onVerdict: ({ file }, verdict) => verdicts.set(file, verdict),
    });
  }, TIMEOUT_MS);

  it.each(chosen.map(({ file, title }) => ({ file, name: basename(file), title })))('$title ($name)', ({ file }) => {
    const verdict = verdicts.get(file);
    expect(verdict?.steps.length).toBeGreaterThan(1);
    expect(verdict?.passed, verdict?.steps.map(stepLine).join('\n')).toBe(true);
  });
};

describe('the library of scenarios', () => {
  it('is of twenty at least', () => expect(scenarios.length).toBeGreaterThanOrEqual(20));
});
describe('two scenarios, each played in a gym of real processes', () => play(scenarios.filter(isShort)));
describe('the other scenarios, each played in a gym of real processes', { tags: 'long' }, () =>
  play(scenarios.filter((scenario) => !isShort(scenario))),
);
