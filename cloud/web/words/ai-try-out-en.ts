import type { AiTried } from '../ops/ai/ai-types.ts';
import { FILTER_ACTIONS, FILTER_KINDS } from './ai-keys-en.ts';
import { counted } from './counting.ts';

/** The words of trying a text on filters. */
export const tryOutLabels = {
  title: 'Try a text',
  more: 'What filters would do with it. No model is asked, nothing is spent, and the text is kept nowhere.',
  text: 'Text',
  textMissing: 'Give a text.',
  on: 'As what',
  by: 'By whom',
  anyone: 'An agent, or a key without filters of its own',
  send: 'Try it',
  goesOn: 'This goes on of it:',
} as const;

export const TRIED_AS: Readonly<Record<'input' | 'output', string>> = {
  input: 'What is asked of a model',
  output: 'What a model answers',
};
export const TRIED_OUTCOMES: Readonly<Record<AiTried['outcome'], string>> = {
  clean: 'It goes on as it is: nothing was found.',
  flagged: 'It goes on as it is, and what was found is noted.',
  redacted: 'It goes on with what was found blacked out.',
  blocked: 'It is refused: nothing of it goes on.',
};

export const tryOutWords = {
  /** `Card numbers, 2 times: refused, by the guardrail Privacy`. */
  finding: ({ kind, pattern, times, action, guardrail }: AiTried['found'][number]): string =>
    [
      `${pattern === null ? FILTER_KINDS[kind] : `${FILTER_KINDS[kind]} ${pattern}`}, ${counted(times, 'time', 'times')}`,
      `: ${FILTER_ACTIONS[action].toLowerCase()}, `,
      guardrail === null ? 'by the key itself' : `by the guardrail ${guardrail}`,
    ].join(''),
} as const;
