import type { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { describe } from 'vitest';
import { SENSE_UNKNOWN, type Sense, type SenseContext, type SenseInput, stepSense } from './sense-machine.ts';
import { line, testEveryPair } from './state-table.kit.ts';

const unlock = { cause: 'unlock', order: { cause: 'unlock', id: 'cmd_0000000000000001' as CommandId } } as const;
const access = { cause: 'access', order: { cause: 'access', id: 'evt_0000000000000001' as EventId } } as const;
const contexts: Record<string, Omit<SenseContext, 'nowMs'>> = {
  'at rest': { released: null, lasting: false, rested: 'relock' },
  'in a hold': { released: unlock, lasting: false, rested: 'relock' },
  'in a hold of access': { released: access, lasting: false, rested: 'relock' },
  'in a lease': { released: { cause: 'fire', order: null }, lasting: true, rested: 'relock' },
  'at start': { released: { cause: 'start', order: null }, lasting: false, rested: 'start' },
};
const inputs: Record<string, SenseInput> = { lost: { on: 'lost' } };
for (const [name, context] of Object.entries(contexts))
  for (const on of ['unlocked', 'locked', 'tick'] as const)
    inputs[`${on} ${name}`] = { on, context: { ...context, nowMs: 0 } };

describe('the evidence, every state with every input', () => {
  testEveryPair<Sense, SenseInput>({
    states: {
      'unknown, was locked': SENSE_UNKNOWN,
      'unknown, was unlocked': { ...SENSE_UNKNOWN, known: 'unlocked' },
      locked: { seen: 'locked', known: 'locked', unaccounted: false },
      unlocked: { seen: 'unlocked', known: 'unlocked', unaccounted: false },
      unaccounted: { seen: 'unlocked', known: 'unlocked', unaccounted: true },
    },
    inputs,
    run: (state, input) => {
      const [after, ...effects] = stepSense(state, input);
      if (after === state && effects.length === 0) return 'same';
      const asked = effects.map((effect) =>
        effect.do === 'record' ? `moved ${Object.values(effect.fact.data).join(' ')}` : effect.do,
      );
      return line(`${after.seen}${after.unaccounted ? ' unaccounted' : ''}`, asked);
    },
    table: {
      'unknown, was locked': {
        'locked at rest': 'locked',
        'locked at start': 'locked',
        'locked in a hold': 'locked',
        'locked in a hold of access': 'locked',
        'locked in a lease': 'locked',
        'unlocked at rest': 'unlocked unaccounted -> moved unlocked unaccounted, verify',
        'unlocked at start': 'unlocked',
        'unlocked in a hold': 'unlocked -> moved unlocked unlock cmd_0000000000000001',
        'unlocked in a hold of access': 'unlocked -> moved unlocked access evt_0000000000000001',
        'unlocked in a lease': 'unlocked -> moved unlocked fire',
      },
      'unknown, was unlocked': {
        'locked at rest': 'locked -> moved locked relock',
        'locked at start': 'locked -> moved locked start',
        'locked in a hold': 'locked -> moved locked relock',
        'locked in a hold of access': 'locked -> moved locked relock',
        'locked in a lease': 'locked -> moved locked unaccounted',
        'unlocked at rest': 'unlocked unaccounted -> moved unlocked unaccounted, verify',
        'unlocked at start': 'unlocked',
        'unlocked in a hold': 'unlocked',
        'unlocked in a hold of access': 'unlocked',
        'unlocked in a lease': 'unlocked',
      },
      locked: {
        lost: 'unknown',
        'unlocked at rest': 'unlocked unaccounted -> moved unlocked unaccounted, verify',
        'unlocked at start': 'unlocked unaccounted -> moved unlocked unaccounted, verify',
        'unlocked in a hold': 'unlocked -> moved unlocked unlock cmd_0000000000000001',
        'unlocked in a hold of access': 'unlocked -> moved unlocked access evt_0000000000000001',
        'unlocked in a lease': 'unlocked -> moved unlocked fire',
      },
      unlocked: {
        'locked at rest': 'locked -> moved locked relock',
        'locked at start': 'locked -> moved locked start',
        'locked in a hold': 'locked -> moved locked relock',
        'locked in a hold of access': 'locked -> moved locked relock',
        'locked in a lease': 'locked -> moved locked unaccounted',
        lost: 'unknown',
        'tick at rest': 'unlocked unaccounted -> moved unlocked unaccounted, verify',
      },
      unaccounted: {
        'locked at rest': 'locked -> moved locked relock',
        'locked at start': 'locked -> moved locked start',
        'locked in a hold': 'locked -> moved locked relock',
        'locked in a hold of access': 'locked -> moved locked relock',
        'locked in a lease': 'locked -> moved locked unaccounted',
        lost: 'unknown',
      },
    },
  });
});
