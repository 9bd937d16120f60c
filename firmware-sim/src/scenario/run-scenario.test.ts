import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatorEvent } from '../control/client.ts';
import { COMMANDS } from '../control/commands.ts';
import { stateOf } from '../control/state.ts';
import { createSimulation, type Simulation } from '../simulation.ts';
import { demoBuilding } from '../world/demo-building.ts';
import type { Answered, Gym, GymFact } from './gym.ts';
import { stepLine, summaryLine, verdictLine } from './report.ts';
import { runScenario, type StepVerdict, type Verdict } from './run-scenario.ts';
import { parseScenario } from './scenario.ts';
import type { Building } from './stage.ts';

let dir: string;
let clock: ManualClock;
let world: Simulation;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'scenario-'));
  clock = new ManualClock();
  world = createSimulation({ clock, seed: '1', building: demoBuilding, dir });
});
afterEach(() => {
  world.close();
  rmSync(dir, { recursive: true });
});

/** What becomes of the events on their way: all of them arrive, late ones come a little after the state, or none any more. */
let telling: 'at once' | 'late' | 'no more' = 'at once';
beforeEach(() => {
  telling = 'at once';
});

/** The building without HTTP between: the same commands and the same state, on a clock that the test moves. */
const building = (): Building => {
  const perform = (target: string, name: string, command: string, body: object = {}) => {
    const found = COMMANDS.find((one) => one.target === target && one.name === command);
    if (found === undefined) throw new TypeError(`no command ${command}`);
    return Promise.resolve(found.run(world, name, body));
  };
  const at = (target: string) => (name: string, command: string, body?: object) => perform(target, name, command, body);
  async function* events(signal?: AbortSignal): AsyncGenerator<SimulatorEvent> {
    const queue: SimulatorEvent[] = [{ event: 'state', data: stateOf(world) }];
    for (const data of world.recent) queue.push({ event: 'happening', data });
    let wake = () => {};
    const forget = world.site.events.add((data) => {
      queue.push({ event: 'happening', data });
      wake();
    });
    signal?.addEventListener('abort', () => wake());
    while (signal?.aborted !== true) {
      if (telling === 'late') await sleep(clock, Milliseconds(40));
      if (telling === 'no more') return forget();
      const next = queue.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    forget();
  }
  return {
    state: () => Promise.resolve(stateOf(world)),
    happenings: () => Promise.resolve(world.recent),
    events,
    site: (command: string, body?: object) => perform('site', '', command, body),
    ...Object.fromEntries(
      ['door', 'wire', 'bus', 'board', 'controller', 'reader'].map((target) => [target, at(target)]),
    ),
  } as unknown as Building;
};

/** Plays steps and moves the clock until there is a verdict, for as long as a minute of it. */
const play = async (steps: readonly object[], more: { finally?: object[]; gym?: Gym; people?: object } = {}) => {
  const { gym, ...head } = more;
  const text = JSON.stringify({ title: 'A', steps, ...head });
  const told: StepVerdict[] = [];
  let verdict: Verdict | undefined;
  const running = runScenario(
    parseScenario(text, 'a.yaml', () => ''),
    { clock, building: building(), gym, onStep: (step) => told.push(step) },
  ).then((done) => {
    verdict = done;
  });
  for (let moved = 0; verdict === undefined && moved < 60_000; moved += 10) await clock.advance(Milliseconds(10));
  await running;
  if (verdict === undefined) throw new Error('no verdict');
  expect(told).toEqual(verdict.steps);
  return verdict;
};
const failure = ({ steps }: Verdict) => steps.find(({ verdict }) => verdict === 'failed');

describe('a scenario that is played', () => {
  it('passes when all goes as it says, and tells how long each step took', async () => {
    const verdict = await play([
      { do: 'press rex studio' },
      { expect: { 'doors.studio.lock.position': 'unlocked' }, within: '1 s' },
      { happens: { at: 'studio', part: 'lock', text: 'unlocked' } },
      { do: 'push studio', says: 'open' },
      { expect: { 'doors.studio.leaf.openness': { above: 0.1 } } },
      { stays: { 'doors.front.lock.position': 'locked' }, for: '1 s' },
      { never: { at: 'front' }, for: '500 ms' },
    ]);
    expect(failure(verdict)).toBeUndefined();
    expect(verdict).toMatchObject({ passed: true, title: 'A', file: 'a.yaml' });
    expect(verdict.steps.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(verdict.steps[6]?.tookMs).toBeGreaterThanOrEqual(1_000);
    expect(verdictLine(verdict)).toMatch(/^ {2}PASSED: 8 steps in /);
  });

  it('stops at the first step that fails, says what was there instead, and still does what comes finally', async () => {
    const verdict = await play(
      [{ expect: { 'doors.front.lock.position': 'unlocked' }, within: '2 s' }, { do: 'force front' }],
      { finally: [{ do: 'jam front' }, { do: 'free front' }] },
    );
    expect(verdict.passed).toBe(false);
    expect(verdict.steps.map((step) => step.verdict)).toEqual(['passed', 'failed', 'not run', 'passed', 'passed']);
    expect(failure(verdict)?.why).toBe('doors.front.lock.position is locked, not unlocked, after 2.0 s');
    expect(stateOf(world).doors[0]?.leaf.motion).toBe('shut');
    expect(stepLine(verdict.steps[1] as StepVerdict)).toMatch(
      /FAIL {3}1 {2}expect doors\.front\.lock\.position .*\n +doors\.front/,
    );
    expect(verdictLine(verdict)).toMatch(/FAILED at step 1/);
    expect(summaryLine([verdict])).toBe('0 of 1 scenarios passed; these did not: a.yaml');
  });

  it.each([
    [{ do: 'push front', done: true }, /^not done: /],
    [{ do: 'jam front', done: false }, /^done all the same: /],
    [{ do: 'jam front', says: 'bananas' }, /without bananas/],
    [{ do: 'push nowhere' }, /There is no door "nowhere"/],
    [{ expect: { 'doors.nowhere.lock': 1 } }, /there is no "nowhere" among front, studio, car-park/],
    [{ stays: { 'site.powered': false }, for: '1 s' }, /site\.powered is true, not false/],
    [{ never: { at: 'fornt' } }, /there is no "fornt" among front, studio, car-park/],
    [{ happens: { at: 'front' }, within: '300 ms' }, /it happened 0 times \(nothing happened\), after 300 ms/],
  ])('fails with words for %j', async (step, why) => {
    expect(failure(await play([step]))?.why).toMatch(why);
  });

  it('counts only what happened since the last place that was named', async () => {
    const verdict = await play([
      { do: 'jam front' },
      { since: 'from here on' },
      { do: 'free front' },
      { never: { at: 'front', text: 'jammed$' } },
      { happens: { at: 'front' }, times: 1 },
      { do: 'jam front' },
      { happens: { at: 'front' }, times: 1 },
    ]);
    expect(failure(verdict)).toMatchObject({ number: 7, why: expect.stringMatching(/2 times, not 1/) });
  });

  it('does not take for nothing what it has not been told yet', async () => {
    telling = 'late';
    const verdict = await play([{ do: 'jam front' }, { never: { at: 'front' } }]);
    expect(failure(verdict)).toMatchObject({
      number: 2,
      why: expect.stringMatching(/^it happened: front: lock jammed/),
    });
    const after = await play([{ do: 'free front' }, { since: 'now' }, { never: { at: 'front' } }]);
    expect(failure(after)).toBeUndefined();
  });

  it('fails where nobody tells any more what happens', async () => {
    const playing = play([{ wait: '100 ms' }, { never: { at: 'front' }, for: '1 s' }]);
    clock.after(Milliseconds(50), () => {
      telling = 'no more';
      world.site.report('front', 'lock', 'the last word');
    });
    expect(failure(await playing)).toMatchObject({ number: 2, why: expect.stringMatching(/tells no longer/) });
  });

  it('waits for the building to be at rest, and fails if it never is', async () => {
    const jammed = stateOf(world);
    expect(jammed.doors[1]?.lock.position).toBe('locked');
    await building().door('front', 'force');
    const verdict = await play([{ wait: '1 ms' }]);
    expect(verdict.passed).toBe(true); // The closer brings the leaf back.
    await building().door('front', 'weld');
    await clock.advance(Seconds(1));
    const late = await play([{ wait: '1 ms' }]);
    expect(failure(late)).toMatchObject({ number: 0, why: expect.stringMatching(/^front is unlocked and shut/) });
  });

  it('with steps that need a gym is refused where there is none', async () => {
    expect(failure(await play([{ unlock: 'front' }]))).toMatchObject({
      number: 0,
      why: expect.stringMatching(/needs a whole gym/),
    });
  });
});

describe('a scenario in a gym', () => {
  const facts: GymFact[] = [];
  const calls: unknown[] = [];
  const answers: Answered[] = [];
  let reachable = true;
  let staleness = 'fresh';
  const gym: Gym = {
    unlock: async (ask) => {
      calls.push(['unlock', ask.door, ask.key]);
      return answers.shift() ?? { http: 200, body: { confirmed_by: 'lock-sense' } };
    },
    order: async (command, body) => {
      calls.push(['order', command, body]);
      return { done: true };
    },
    box: async () => ({
      access: { staleness },
      doors: [{ name: 'front', lock: 'locked', contact: 'closed', alarms: [], reachable }],
    }),
    partner: async () => ({ doors: [{ name: 'front', online: true }] }),
    facts: async () => facts,
    person: async (name, { access }) => void calls.push(['person', name, access]),
    staff: async (command, body) => void calls.push(['staff', command, body]),
    process: async (...asked) => void calls.push(asked),
    database: async (act) => void calls.push(['database', act]),
    lose: (files, how) => void calls.push(['lose', files, how]),
    disk: async (state) => void calls.push(['disk', state]),
    journalProblem: async () => undefined,
  };
  beforeEach(() => {
    facts.length = 0;
    calls.length = 0;
    answers.length = 0;
    reachable = true;
    staleness = 'fresh';
  });

  it('begins when the box reaches every door, whatever the one before did to its boards', async () => {
    reachable = false;
    clock.after(Seconds(2), () => {
      reachable = true;
    });
    expect((await play([{ wait: '1 ms' }], { gym })).steps[0]?.tookMs).toBeGreaterThanOrEqual(2_000);
    reachable = false;
    expect(failure(await play([{ wait: '1 ms' }], { gym }))).toMatchObject({
      number: 0,
      why: expect.stringMatching(/^the box does not reach front/),
    });
  });

  it('begins when the box knows who may enter: a card before that is refused for another reason', async () => {
    staleness = 'none';
    clock.after(Seconds(2), () => {
      staleness = 'fresh';
    });
    expect((await play([{ unlock: 'front' }], { gym })).steps[0]).toMatchObject({ verdict: 'passed', tookMs: 2_010 });
  });

  it('makes its people first, and then does and finds what it says', async () => {
    facts.push({ epoch: 'a', seq: 9, kind: 'door.opened', data: { door: 'front', expected: false } });
    const playing = play(
      [
        { unlock: 'front', answer: { confirmed_by: 'lock-sense' } },
        { unlock: 'front', as: 'second' },
        { answered: 'second', http: 502 },
        { order: 'maintenance', body: { door: 'front', mode: 'off' }, answer: { done: true } },
        { box: { 'doors.front.lock': 'locked' } },
        { partner: { 'doors.front.online': true } },
        { noFact: { kind: 'door.opened' } },
        { fact: { kind: 'door.opened', door: 'front', data: { expected: true } } },
        { staff: 'lockdown', body: { door: 'front', active: true, reason: 'threat' } },
        { agent: 'kill' },
        { lose: ['box.db', 'doors-kept-1.json'], how: 'emptied' },
        { disk: 'full' },
        { agent: 'start', clock: '-20y' },
        { cloud: 'restore' },
        { journal: 'unbroken' },
      ],
      { gym, people: { ada: { card: '04A2' } } },
    );
    answers.push({ http: 200, body: { confirmed_by: 'lock-sense' } }, { http: 502, body: {} });
    clock.after(Milliseconds(200), () =>
      facts.push({ epoch: 'b', seq: 1, kind: 'door.opened', data: { door: 'front', expected: true } }),
    );
    const verdict = await playing;
    expect(failure(verdict)).toBeUndefined();
    expect(calls).toEqual([
      ['person', 'ada', 'always'],
      ['unlock', 'front', 'live'],
      ['unlock', 'front', 'live'],
      ['order', 'maintenance', { door: 'front', mode: 'off' }],
      ['staff', 'lockdown', { door: 'front', active: true, reason: 'threat' }],
      ['agent', 'kill', undefined],
      ['lose', ['box.db', 'doors-kept-1.json'], 'emptied'],
      ['disk', 'full'],
      ['agent', 'start', '-20y'],
      ['database', 'restore'],
    ]);
  });

  it.each([
    [{ unlock: 'front', http: 502 }, /the answer is 200, not 502/],
    [{ unlock: 'front', answer: { reason: 'relay_fault' } }, /the answer's reason is not there/],
    [{ fact: { kind: 'door.opened' }, within: '1 s' }, /0 such facts/],
    [{ box: { 'doors.front.lock': 'unlocked' }, within: '1 s' }, /doors\.front\.lock is locked/],
    [{ order: 'maintenance', refused: 'x' }, /not refused with x/],
    [{ noFact: { kind: 'door.opened', door: 'fornt' } }, /there is no "fornt" among front/],
    [{ answered: 'first' }, /no unlock was begun as first/],
  ])('fails with words for %j', async (step, why) => {
    expect(failure(await play([step], { gym }))?.why).toMatch(why);
  });
});
