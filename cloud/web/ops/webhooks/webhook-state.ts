import type { Webhook } from '../../client/platform-api.gen.ts';

/** Types of events as somebody typed them, with commas or spaces between them. */
export const typesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((type) => type !== '');

export const toneOfWebhook = ({ enabled, failingSince }: Webhook): 'calm' | 'held' | 'alarm' => {
  if (!enabled) return 'held';
  return failingSince === null ? 'calm' : 'alarm';
};
