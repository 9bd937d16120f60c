import { z } from 'zod';
import { Fact } from '../journal/fact.ts';
import { defineMessage } from './message.ts';

export const FACTS_PER_MESSAGE = 200;

/** Facts leave the box in order, again and again, until the cloud says that it has stored them. */
export const factsMessage = defineMessage({
  name: 'facts',
  direction: 'up',
  summary: 'Numbered facts, in order. Sent again until acknowledged.',
  payload: z.strictObject({
    v: z.literal(1),
    epoch: z.uuid(),
    facts: z.array(Fact).min(1).max(FACTS_PER_MESSAGE),
  }),
  vectors: [
    {
      v: 1,
      epoch: '0c1d2e3f-0000-4000-8000-000000000001',
      facts: [
        {
          seq: 1,
          bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11',
          monoMs: 12,
          wallMs: 1_767_225_600_000,
          clockTrusted: true,
          body: { kind: 'agent.started', data: { version: '0.1.0', after: 'first' } },
          prev: '0'.repeat(64),
          hash: '0'.repeat(64),
        },
      ],
    },
  ],
});

/** Sent only after the cloud's own commit. `through` is the highest number with no gap below it. */
export const factsAckMessage = defineMessage({
  name: 'facts-ack',
  direction: 'down',
  summary: 'All facts of this epoch up to and including `through` are stored for good.',
  payload: z.strictObject({ v: z.literal(1), epoch: z.uuid(), through: z.int().nonnegative() }),
  vectors: [{ v: 1, epoch: '0c1d2e3f-0000-4000-8000-000000000001', through: 42 }],
});

export const FACTS_PER_REQUEST = 10_000;

/** The cloud may have lost what it acknowledged: its database was restored from an older copy. The box keeps the newest. */
export const factsPleaseMessage = defineMessage({
  name: 'facts-please',
  direction: 'down',
  summary: 'Send the facts `from` to `to` of this epoch again, as far as the box still keeps them.',
  payload: z
    .strictObject({ v: z.literal(1), epoch: z.uuid(), from: z.int().min(1), to: z.int().min(1) })
    .refine(({ from, to }) => from <= to && to - from < FACTS_PER_REQUEST, 'must be a range of at most 10,000 facts'),
  vectors: [{ v: 1, epoch: '0c1d2e3f-0000-4000-8000-000000000001', from: 3_001, to: 5_000 }],
});
