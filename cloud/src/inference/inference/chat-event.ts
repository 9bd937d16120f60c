import { z } from 'zod';
import type { Tokens } from './prices.ts';

const Usage = z.object({
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0).default(0),
});

/** What an answer, or a piece of one, says that was used. */
export const usageIn = (value: unknown): Tokens | undefined => {
  const parsed = Usage.safeParse(value);
  return parsed.success ? { in: parsed.data.prompt_tokens, out: parsed.data.completion_tokens } : undefined;
};

export interface Choice {
  readonly index?: number;
  delta?: Record<string, unknown>;
  message?: unknown;
  finish_reason?: string | null;
}
/** A piece of a streamed answer, or a whole one. */
export interface ChatEvent {
  id?: unknown;
  model?: unknown;
  usage?: unknown;
  error?: unknown;
  choices?: Choice[];
}

/** Undefined for what is no JSON object. */
export const chatEventIn = (text: string): ChatEvent | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A text within a delta, by the name of what it goes on with. */
export interface DeltaText {
  readonly channel: string;
  readonly text: string;
  readonly put: (text: string) => void;
}

/** Every text of a delta: of the answer, of its reasoning, of the arguments of tools. */
export const textsOfDelta = ({ index = 0, delta = {} }: Choice): DeltaText[] => {
  const texts: DeltaText[] = [];
  for (const [name, value] of Object.entries(delta)) {
    if (typeof value !== 'string' || name === 'role') continue;
    texts.push({
      channel: `${index} ${name}`,
      text: value,
      put: (text) => {
        delta[name] = text;
      },
    });
  }
  const { tool_calls: calls } = delta;
  if (Array.isArray(calls))
    for (const call of calls as { index?: number; function?: { arguments?: unknown } }[]) {
      const { function: called } = call;
      if (typeof called?.arguments !== 'string') continue;
      texts.push({
        channel: `${index} tool ${call.index ?? 0}`,
        text: called.arguments,
        put: (text) => {
          called.arguments = text;
        },
      });
    }
  return texts;
};

/** The delta that carries what a channel has held back. */
export const deltaOf = (channel: string, text: string): Record<string, unknown> => {
  const [, name = '', call] = channel.split(' ');
  return name === 'tool' ? { tool_calls: [{ index: Number(call), function: { arguments: text } }] } : { [name]: text };
};
