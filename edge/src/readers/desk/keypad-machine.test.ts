import { KEYS } from '@gatehouse/shared/card/key-burst.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, testEveryPair } from '../../door/state-table.kit.ts';
import type { ReaderKey } from '../reader.ts';
import { IDLE, type Keypad, type KeypadEffect, type KeypadInput, step } from './keypad-machine.ts';

const A = { kind: 'card', text: 'A' } as const;
const N = { kind: 'short_id', text: '1042' } as const;
const key = (of: ReaderKey): KeypadInput => ({ on: 'key', key: of });

const describeState = (state: Keypad): string => {
  switch (state.at) {
    case 'idle':
      return 'idle';
    case 'number':
      return `number ${state.digits}`;
    case 'pin':
      return `pin of ${state.of.text}: ${state.digits}`;
    case 'asked':
      return `asked ${state.of.text}: ${state.digits}${state.entered ? '#' : ''}`;
  }
};
const describeEffect = (effect: KeypadEffect): string =>
  effect.do === 'show'
    ? `show ${effect.signal}`
    : `ask ${effect.presented.text}${effect.presented.pin === undefined ? '' : ` with ${effect.presented.pin}`}`;

describe('a keypad, every state with every input', () => {
  testEveryPair<Keypad, KeypadInput>({
    states: {
      idle: IDLE,
      'a number begun': { at: 'number', digits: '10' },
      'a number': { at: 'number', digits: '1042' },
      'the longest number': { at: 'number', digits: '1234567890' },
      'a PIN wanted of a card': { at: 'pin', of: A, digits: '' },
      'a PIN begun of a card': { at: 'pin', of: A, digits: '271' },
      'a PIN of a number': { at: 'pin', of: N, digits: '271828' },
      'the longest PIN': { at: 'pin', of: N, digits: '123456789012' },
      'a card asked': { at: 'asked', of: A, digits: '', entered: false },
      'a card asked, a PIN typed': { at: 'asked', of: A, digits: '271828', entered: false },
      'a card asked, a PIN entered': { at: 'asked', of: A, digits: '271828', entered: true },
    },
    inputs: {
      '5': key('5'),
      '*': key('*'),
      '#': key('#'),
      'card A': { on: 'card', card: 'A' },
      'card B': { on: 'card', card: 'B' },
      'A wants its PIN': { on: 'answered', card: 'A', pinNeeded: true },
      'A has its answer': { on: 'answered', card: 'A', pinNeeded: false },
      'B has its answer': { on: 'answered', card: 'B', pinNeeded: false },
      quiet: { on: 'quiet' },
    },
    run: (state, input) => {
      const [after, ...effects] = step(state, input);
      return after === state && effects.length === 0 ? 'same' : line(describeState(after), effects.map(describeEffect));
    },
    table: {
      idle: { '5': 'number 5', 'card A': 'asked A:  -> ask A', 'card B': 'asked B:  -> ask B' },
      'a number begun': {
        '5': 'number 105',
        '*': 'idle -> show again',
        '#': 'idle -> show again',
        'card A': 'asked A:  -> ask A',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'a number': {
        '5': 'number 10425',
        '*': 'idle -> show again',
        '#': 'pin of 1042:  -> show pin',
        'card A': 'asked A:  -> ask A',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'the longest number': {
        '5': 'idle -> show again',
        '*': 'idle -> show again',
        '#': 'pin of 1234567890:  -> show pin',
        'card A': 'asked A:  -> ask A',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'a PIN wanted of a card': {
        '5': 'pin of A: 5',
        '*': 'idle -> show again',
        '#': 'idle -> show again',
        'card A': 'pin of A:  -> show pin',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'a PIN begun of a card': {
        '5': 'pin of A: 2715',
        '*': 'pin of A:  -> show pin',
        '#': 'idle -> show again',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'a PIN of a number': {
        '5': 'pin of 1042: 2718285',
        '*': 'pin of 1042:  -> show pin',
        '#': 'idle -> ask 1042 with 271828',
        'card A': 'asked A:  -> ask A',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'the longest PIN': {
        '5': 'idle -> show again',
        '*': 'pin of 1042:  -> show pin',
        '#': 'idle -> ask 1042 with 123456789012',
        'card A': 'asked A:  -> ask A',
        'card B': 'asked B:  -> ask B',
        quiet: 'idle',
      },
      'a card asked': {
        '5': 'asked A: 5',
        '*': 'asked A: ',
        'card A': 'asked A:  -> ask A',
        'card B': 'asked A:  -> ask B',
        'A wants its PIN': 'pin of A: ',
        'A has its answer': 'idle',
      },
      'a card asked, a PIN typed': {
        '5': 'asked A: 2718285',
        '*': 'asked A: ',
        '#': 'asked A: 271828#',
        'card A': 'asked A: 271828 -> ask A',
        'card B': 'asked A: 271828 -> ask B',
        'A wants its PIN': 'pin of A: 271828',
        'A has its answer': 'idle',
      },
      'a card asked, a PIN entered': {
        '*': 'asked A: ',
        '#': 'asked A: 271828#',
        'card A': 'asked A: 271828# -> ask A',
        'card B': 'asked A: 271828# -> ask B',
        'A wants its PIN': 'idle -> ask A with 271828',
        'A has its answer': 'idle',
      },
    },
  });
});

describe('a keypad, whatever comes', () => {
  const anyInput = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...KEYS).map(key) },
    fc.constantFrom('A', 'B').map((card): KeypadInput => ({ on: 'card', card })),
    fc.record({ on: fc.constant('answered' as const), card: fc.constantFrom('A', 'B'), pinNeeded: fc.boolean() }),
    fc.constant<KeypadInput>({ on: 'quiet' }),
  );

  /** What a run of inputs led to: each state on the way, and each question with the keys since the card before it. */
  const follow = (inputs: readonly KeypadInput[]) => {
    const states: Keypad[] = [IDLE];
    const questions: { readonly of: string; readonly pin: string | undefined; readonly keys: string }[] = [];
    let keys = '';
    for (const input of inputs) {
      const before = states.at(-1) ?? IDLE;
      if (input.on === 'card' && before.at !== 'asked') keys = '';
      if (input.on === 'key') keys += input.key;
      const [next, ...effects] = step(before, input);
      states.push(next);
      for (const effect of effects)
        if (effect.do === 'ask') questions.push({ of: effect.presented.kind, pin: effect.presented.pin, keys });
    }
    return { states, questions };
  };

  it('keeps few digits, and asks for nobody by a number alone or by digits typed before the card', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 80 }), (inputs) => {
        const { states, questions } = follow(inputs);
        for (const state of states) if ('digits' in state) expect(state.digits).toMatch(/^\d{0,12}$/);
        for (const { of, pin, keys } of questions) {
          if (of === 'short_id') expect(pin).toBeDefined();
          if (pin !== undefined) expect([keys.includes(pin), pin]).toEqual([true, expect.stringMatching(/^\d{4,12}$/)]);
        }
      }),
    );
  });
});
