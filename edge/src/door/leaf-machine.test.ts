import { describe } from 'vitest';
import { type Leaf, type LeafInput, stepLeaf } from './leaf-machine.ts';
import { line, testEveryPair } from './state-table.kit.ts';

const HELD_OPEN_MS = 30_000;
const nowMs = 100_000;
const tick = (excused: boolean): LeafInput => ({ on: 'tick', nowMs, excused });

describe('the leaf, every state with every input', () => {
  testEveryPair<Leaf, LeafInput>({
    states: {
      unknown: { at: 'unknown' },
      closed: { at: 'closed' },
      'open, just now': { at: 'open', sinceMs: 99_000, warned: false },
      'open, to be warned of': { at: 'open', sinceMs: 75_000, warned: false },
      'open, warned of': { at: 'open', sinceMs: 75_000, warned: true },
      'open, too long': { at: 'open', sinceMs: 70_000, warned: true },
      forced: { at: 'forced' },
      held: { at: 'held' },
    },
    inputs: {
      'opened, let open': { on: 'opened', nowMs, expected: true },
      'opened, by nobody': { on: 'opened', nowMs, expected: false },
      closed: { on: 'closed' },
      tick: tick(false),
      'tick, excused': tick(true),
    },
    run: (state, input) => {
      const [after, ...effects] = stepLeaf(state, input, HELD_OPEN_MS);
      if (after === state && effects.length === 0) return 'same';
      const asked = effects.map((effect) =>
        effect.do === 'record' ? `${effect.fact.kind} ${Object.values(effect.fact.data).join('')}`.trim() : effect.do,
      );
      return line(after.at === 'open' ? `open since ${after.sinceMs}` : after.at, asked);
    },
    table: {
      unknown: {
        closed: 'closed',
        'opened, by nobody': 'open since 100000',
        'opened, let open': 'open since 100000',
      },
      closed: {
        'opened, by nobody': 'forced -> door.opened false',
        'opened, let open': 'open since 100000 -> door.opened true',
      },
      'open, just now': {
        closed: 'closed -> door.closed',
      },
      'open, to be warned of': {
        closed: 'closed -> door.closed',
        tick: 'open since 75000 -> warn_held_open',
        'tick, excused': 'open since 100000',
      },
      'open, warned of': {
        closed: 'closed -> door.closed',
      },
      'open, too long': {
        closed: 'closed -> door.closed',
        tick: 'held -> door.held_open 30',
        'tick, excused': 'open since 100000',
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
