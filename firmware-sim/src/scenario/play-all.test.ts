import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { groupsOf, playAll } from './play-all.ts';
import { parseScenario, type Scenario } from './scenario.ts';

const BUILDING = {
  title: 'B',
  buses: [{ name: 'b' }],
  boards: [{ name: 'one', bus: 'b', address: 1 }],
  doors: [{ name: 'back', title: 'Back', lock: 'strike', wiring: 'no', board: 'one', channel: 0 }],
};
const scenario = (name: string, more: object = {}): Scenario =>
  parseScenario(JSON.stringify({ title: name, steps: [{ wait: '1 ms' }], ...more }), name, () => '');
const names = (groups: readonly (readonly Scenario[])[]) => groups.map((group) => group.map(({ file }) => file));

describe('scenarios that share a gym', () => {
  it('have the same building, seed and settings, and are no more than a share of the work', () => {
    const all = [
      scenario('a'),
      scenario('b', { building: BUILDING }),
      scenario('c'),
      scenario('d', { seed: 7 }),
      scenario('e', { doors: { holdSeconds: 9 } }),
      scenario('f', { building: BUILDING }),
      scenario('g'),
    ];
    expect(names(groupsOf(all, 2))).toEqual([['a', 'c'], ['g'], ['b', 'f'], ['d'], ['e']]);
    expect(names(groupsOf(all, 10))).toEqual([['a', 'c', 'g'], ['b', 'f'], ['d'], ['e']]);
  });
});

describe('a gym that does not start', () => {
  it('fails its own scenarios with the reason, and the others are asked for all the same', async () => {
    const asked: (string | undefined)[] = [];
    const verdicts = await playAll([scenario('a'), scenario('b', { building: BUILDING }), scenario('c')], {
      clock: new ManualClock(),
      atOnce: 1,
      open: ({ building }) => {
        asked.push(building?.title);
        return Promise.reject(new Error('no port is free'));
      },
    });
    expect(asked).toEqual([undefined, 'B']);
    expect(verdicts.map(({ file, passed }) => [file, passed])).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
    ]);
    expect(verdicts[0]?.steps).toMatchObject([
      { number: 0, verdict: 'failed', why: 'no gym could be started: no port is free' },
    ]);
  });
});
