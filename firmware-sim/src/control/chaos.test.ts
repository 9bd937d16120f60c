// @module-tag exhaustive
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChaosChoice, chaosSchedule } from './chaos.ts';

const choices: readonly ChaosChoice[] = [
  ...['front', 'studio'].flatMap((name): ChaosChoice[] => [
    { target: 'door', name, command: 'push', use: { bodies: [{}, { holdMs: 500 }] } },
    { target: 'door', name, command: 'jam', use: { bodies: [{}, { only: 'locked' }], undo: { name: 'free' } } },
    {
      target: 'door',
      name,
      command: 'contact',
      use: { bodies: [{ mode: 'stuck' }], undo: { name: 'contact', body: { mode: 'normal' } } },
    },
  ]),
  { target: 'wire', name: 'front.lock', command: 'cut', use: { undo: { name: 'mend' } } },
  { target: 'wire', name: 'front.lock', command: 'short', use: { undo: { name: 'mend' } } },
  { target: 'bus', name: 'line-1', command: 'unplug', use: { undo: { name: 'replug' } } },
  { target: 'site', name: '', command: 'cut-power', use: { undo: { name: 'restore-power' } } },
];
const wish = (seed: string, seconds = 60, everyMs = 700) => chaosSchedule({ seed, seconds, everyMs, choices });

describe('chaos', () => {
  it('is the same list for the same seed, and another for another', () => {
    expect(wish('7')).toEqual(wish('7'));
    expect(wish('7')).not.toEqual(wish('8'));
    expect(wish('7').length).toBeGreaterThan(60);
  });

  it('ends every fault that it begins, within its time and by ascending time, and no part has two with one end', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 20, max: 5_000 }),
        (seed, seconds, everyMs) => {
          const steps = wish(seed, seconds, everyMs);
          expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).sort((a, b) => a - b));
          for (const { atMs } of steps) expect(atMs).toBeLessThanOrEqual(seconds * 1_000);
          const open = new Map<string, number>();
          steps.forEach((step, at) => {
            const undo = choices.find(
              (one) => one.target === step.target && one.name === step.name && one.command === step.command,
            )?.use.undo;
            if (step.ends !== undefined) {
              const begun = steps[step.ends];
              expect(step.ends).toBeLessThan(at);
              expect([begun?.target, begun?.name]).toEqual([step.target, step.name]);
              expect(open.delete(`${step.target} ${step.name} ${step.command}`)).toBe(true);
            } else if (undo !== undefined) {
              const key = `${step.target} ${step.name} ${undo.name}`;
              expect(open.has(key)).toBe(false);
              open.set(key, at);
            }
          });
          expect([...open]).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of a building without parts is empty', () =>
    expect(chaosSchedule({ seed: '1', seconds: 10, everyMs: 100, choices: [] })).toEqual([]));

  it('hits every part and seldom the building as a whole', () => {
    const faults = wish('all', 3_600, 200).filter(({ ends }) => ends === undefined);
    const share = (target: string) => faults.filter((step) => step.target === target).length / faults.length;
    for (const target of ['door', 'wire', 'bus', 'site']) expect(share(target)).toBeGreaterThan(0);
    expect(share('site')).toBeLessThan(share('bus'));
    expect(share('bus')).toBeLessThan(share('door'));
  });
});
