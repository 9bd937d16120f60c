import { describe } from 'vitest';
import { type Leaf, type LeafInput, stepLeaf } from './leaf-machine.ts';
import { line, testEveryPair } from './state-table.kit.ts';

const HELD_OPEN_MS = 30_000;
const nowMs = 100_000;
const tick = (excused: boolean, expected = false): LeafInput => ({ on: 'tick', nowMs, excused, expected });

describe('the leaf, every state with every input', () => {
  testEveryPair<Leaf, LeafInput>({
    states: {
      unknown: { at: 'unknown' },
      closed: { at: 'closed' },
      'open, just now': { at: 'open', sinceMs: 99_000, warned: false },
      'open, to be warned of': { at: 'open', sinceMs: 75_000, warned: false },
      'open, warned of': { at: 'open', sinceMs: 75_000, warned: true },
      'open, too long': { at: 'open', sinceMs: 70_000, warned: true },
      'suspect, just now': { at: 'suspect', sinceMs: 99_900 },
      'suspect, long enough': { at: 'suspect', sinceMs: 99_750 },
      forced: { at: 'forced' },
      held: { at: 'held' },
    },
    inputs: {
      'opened, let open': { on: 'opened', nowMs, expected: true },
      'opened, by nobody': { on: 'opened', nowMs, expected: false },
      closed: { on: 'closed' },
      tick: tick(false),
      'tick, let open meanwhile': tick(false, true),
      'tick, excused': tick(true, true),
    },
    run: (state, input) => {
      const [after, ...effects] = stepLeaf(state, input, HELD_OPEN_MS);
      if (after === state && effects.length === 0) return 'same';
      const asked = effects.map(({ fact }) => `${fact.kind} ${Object.values(fact.data).join('')}`.trim());
      return line(after.at === 'open' ? `open since ${after.sinceMs}` : after.at, asked);
    },
    table: {
      unknown: {
        closed: 'closed',
        'opened, by nobody': 'open since 100000',
        'opened, let open': 'open since 100000',
      },
      closed: {
        'opened, by nobody': 'suspect',
        'opened, let open': 'open since 100000 -> door.opened true',
      },
      'open, just now': {
        closed: 'closed -> door.closed',
      },
      'open, to be warned of': {
        closed: 'closed -> door.closed',
        tick: 'open since 75000 -> door.held_open_soon 25',
        'tick, excused': 'open since 100000',
        'tick, let open meanwhile': 'open since 75000 -> door.held_open_soon 25',
      },
      'open, warned of': {
        closed: 'closed -> door.closed',
      },
      'open, too long': {
        closed: 'closed -> door.closed',
        tick: 'held -> door.held_open 30',
        'tick, excused': 'open since 100000',
        'tick, let open meanwhile': 'held -> door.held_open 30',
      },
      'suspect, just now': {
        closed: 'closed -> door.opened false, door.closed',
        'tick, excused': 'open since 99900 -> door.opened true',
        'tick, let open meanwhile': 'open since 99900 -> door.opened true',
      },
      'suspect, long enough': {
        closed: 'closed -> door.opened false, door.closed',
        tick: 'forced -> door.opened false',
        'tick, excused': 'open since 99750 -> door.opened true',
        'tick, let open meanwhile': 'open since 99750 -> door.opened true',
      },
      forced: {
        closed: 'closed -> door.closed, door.alarm_cleared forced_open',
      },
      held: {
        closed: 'closed -> door.closed, door.alarm_cleared held_open',
      },
    },
  });
});
