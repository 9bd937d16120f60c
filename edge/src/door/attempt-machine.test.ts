import type { CommandId } from '@gatehouse/shared/ids/ids.ts';
import { describe } from 'vitest';
import { type Attempt, type AttemptInput, type Entry, stepAttempt } from './attempt-machine.ts';
import { testEveryPair } from './state-table.kit.ts';

const entry: Entry = {
  order: { cause: 'unlock', id: 'cmd_0000000000000001' as CommandId },
  acceptedMs: 1_000,
  notAfterMs: 4_500,
  judgeAfterMs: 2_000,
  judgeByMs: Infinity,
  holdMs: 5_000,
  breakGlass: false,
};

describe('an order, every state with every input', () => {
  testEveryPair<Attempt, AttemptInput>({
    states: {
      queued: { ...entry, at: 'queued' },
      waiting: { ...entry, at: 'waiting' },
      watching: { ...entry, at: 'watching', ackedMs: 2_000 },
      'watching, awaited': { ...entry, at: 'watching', ackedMs: 2_000, judgeByMs: 3_500 },
      'watching, late': { ...entry, at: 'watching', ackedMs: 2_000, judgeByMs: 2_100 },
    },
    inputs: {
      'its turn': { on: 'turn' },
      'pulsed, with evidence': { on: 'pulsed', nowMs: 2_000, evidence: true },
      'pulsed, without': { on: 'pulsed', nowMs: 2_000, evidence: false },
      'unlocked, asked before the pulse': { on: 'unlocked', askedMs: 1_999 },
      'unlocked, asked after it': { on: 'unlocked', askedMs: 2_000 },
      'tick within the least': { on: 'tick', nowMs: 2_999 },
      'tick after the least': { on: 'tick', nowMs: 3_000 },
      'tick when the asker has to hear': { on: 'tick', nowMs: 3_500 },
      'tick in time': { on: 'tick', nowMs: 3_999 },
      'tick at its judgement': { on: 'tick', nowMs: 4_000 },
      'tick after its deadline': { on: 'tick', nowMs: 4_501 },
      ended: { on: 'end', verdict: 'maintenance' },
    },
    run: (state, input) => {
      const after = stepAttempt(state, input);
      if (after === state) return 'same';
      return typeof after === 'string' ? `verdict ${after}` : after.at;
    },
    table: {
      queued: {
        ended: 'verdict maintenance',
        'its turn': 'waiting',
        'tick after its deadline': 'verdict expired',
      },
      waiting: {
        ended: 'verdict maintenance',
        'pulsed, with evidence': 'watching',
        'pulsed, without': 'verdict commanded',
      },
      watching: {
        ended: 'verdict maintenance',
        'tick after its deadline': 'verdict relay_fault',
        'tick at its judgement': 'verdict relay_fault',
        'unlocked, asked after it': 'verdict confirmed',
      },
      'watching, awaited': {
        ended: 'verdict maintenance',
        'tick after its deadline': 'verdict relay_fault',
        'tick at its judgement': 'verdict relay_fault',
        'tick in time': 'verdict relay_fault',
        'tick when the asker has to hear': 'verdict relay_fault',
        'unlocked, asked after it': 'verdict confirmed',
      },
      'watching, late': {
        ended: 'verdict maintenance',
        'tick after its deadline': 'verdict relay_fault',
        'tick after the least': 'verdict relay_fault',
        'tick at its judgement': 'verdict relay_fault',
        'tick in time': 'verdict relay_fault',
        'tick when the asker has to hear': 'verdict relay_fault',
        'unlocked, asked after it': 'verdict confirmed',
      },
    },
  });
});
