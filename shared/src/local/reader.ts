import { z } from 'zod';
import { defineLocalMessage } from './message.ts';

const RequestId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const Digits = z.string().regex(/^\d+$/);
const Pin = Digits.min(4).max(12);

const present = {
  v: z.literal(1),
  /** The reader's own number for it: the answer names it, and the same one again is the same question. */
  id: RequestId,
  /** How long ago it was presented, in ms. A reader keeps nothing for later: what is old is answered `too_late`. */
  ageMs: z.number().nonnegative().default(0),
};
export const ReaderPresent = z.discriminatedUnion('by', [
  z.strictObject({
    ...present,
    by: z.literal('card'),
    /** The card's number as the card gave it, in hex. */
    card: z.string().min(1).max(128),
    pin: Pin.optional(),
  }),
  z.strictObject({ ...present, by: z.literal('keypad'), shortId: Digits.min(3).max(10), pin: Pin }),
  z.strictObject({ ...present, by: z.literal('qr'), text: z.string().min(1).max(2_048) }),
]);
export type ReaderPresent = z.infer<typeof ReaderPresent>;

/** What the reader's lamp and buzzer show. */
export const ReaderSignal = z.strictObject({
  led: z.enum(['green', 'red', 'amber']),
  ledMs: z.int().min(0).max(10_000),
  /** Short tones of about 100 ms, one after the other. */
  beeps: z.int().min(0).max(5),
});
export type ReaderSignal = z.infer<typeof ReaderSignal>;

export const ReaderResult = z.strictObject({
  v: z.literal(1),
  id: RequestId,
  granted: z.boolean(),
  /** A reason code of access, or `granted`, `busy`, `too_late`, `unreadable`, `no_answer`. */
  reason: z.string().max(40),
  /** One sentence for a display. */
  message: z.string().max(200),
  /** The card is known and its PIN is asked for: present it again with the PIN. */
  pinNeeded: z.literal(true).optional(),
  /** When it would be granted next, in Unix seconds. */
  nextOpenS: z.int().nonnegative().optional(),
  signal: ReaderSignal,
});
export type ReaderResult = z.infer<typeof ReaderResult>;

export const readerPresentMessage = defineLocalMessage({
  name: 'present',
  kind: 'reader',
  direction: 'up',
  qos: 1,
  summary: 'Somebody presented something at the reader’s door.',
  payload: ReaderPresent,
  vectors: [
    { v: 1, id: '1', by: 'card', card: '04A2B9C2114F80' },
    { v: 1, id: '2', by: 'card', card: '04A2B9C2114F80', pin: '271828', ageMs: 12 },
    { v: 1, id: '3', by: 'keypad', shortId: '1042', pin: '271828' },
    { v: 1, id: '4', by: 'qr', text: 'GH1:eyJhbGciOiJFZERTQSJ9' },
  ],
});

export const readerResultMessage = defineLocalMessage({
  name: 'result',
  kind: 'reader',
  direction: 'down',
  qos: 1,
  summary: 'The answer to a presentation: what to show and sound. The door is moved by the box, not by the reader.',
  payload: ReaderResult,
  vectors: [
    {
      v: 1,
      id: '1',
      granted: true,
      reason: 'granted',
      message: 'Welcome.',
      signal: { led: 'green', ledMs: 3000, beeps: 1 },
    },
    {
      v: 1,
      id: '3',
      granted: false,
      reason: 'outside_hours',
      message: 'Your membership opens this door at other hours.',
      nextOpenS: 1_767_261_600,
      signal: { led: 'red', ledMs: 2000, beeps: 3 },
    },
  ],
});
