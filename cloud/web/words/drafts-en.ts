import { span } from './counting.ts';

/** What forms say of what was typed before. */
export const draftLabels = {
  discard: 'Discard it',
} as const;

export const draftWords = {
  restored: (ms: number): string => `This is what you typed ${span(ms)} ago, and did not send.`,
} as const;
