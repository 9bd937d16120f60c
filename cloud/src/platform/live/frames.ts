import { z } from 'zod';

export const PROTOCOL = 'gatehouse.live.v1';
/** A `beat` comes at least so often, in ms: who hears none for twice as long shows what is old. */
export const HEARTBEAT_MS = 5_000;

const Topic = z.string().min(3).max(120).describe('A kind and an id: `facility:fac_0123456789abcdef`.');
const Seq = z
  .int()
  .min(0)
  .describe('The place of a message in its topic. Higher ones are later; they need not be neighbours.');
const After = Seq.describe('The `seq` of the last message that the client has.');
const Run = z.string().max(60).describe('What a service does, by the id that its answer gave.');
const Code = z.string().describe('The error code.');
const Message = z.string().describe('What happened, for people.');

const frame = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** What a client sends, by type. */
export const FRAMES_IN = {
  subscribe: frame('subscribe', {
    topic: Topic,
    after: After.optional().describe('Goes on after that message; without it begins with a `snapshot`.'),
  }),
  unsubscribe: frame('unsubscribe', { topic: Topic }),
  resume: frame('resume', {
    run: Run,
    after: After.default(0).describe('The last line of the run that the client has.'),
  }),
} as const;
export const FrameIn = z.discriminatedUnion('type', [FRAMES_IN.subscribe, FRAMES_IN.unsubscribe, FRAMES_IN.resume]);
export type FrameIn = z.output<typeof FrameIn>;

/** A line of a run. */
export const Line = z.object({
  at: z.iso.datetime().describe('When it was told.'),
  level: z.enum(['info', 'warning', 'error']).describe('How grave it is.'),
  text: z.string().describe('What the service tells.'),
  done: z.int().nullable().describe('How much is done, where that can be counted.'),
  of: z.int().nullable().describe('Of how much.'),
});

/** What a client is sent that belongs to no topic, or to any. */
export const FRAMES_OUT = {
  welcome: frame('welcome', {
    socketID: z.string().describe('What endpoints are told that report to this socket.'),
    heartbeatMs: z.int().describe('A `beat` comes at least so often.'),
  }),
  beat: frame('beat', {
    at: z.iso.datetime().describe('The time here.'),
    current: z
      .array(Topic)
      .describe('Of the topics that the client watches those of which all is told that there was a moment ago.'),
  }),
  refused: frame('refused', {
    topic: Topic.optional(),
    run: Run.optional(),
    error: Code,
    message: Message,
  }).describe('A `subscribe` or `resume` was refused, as its request would have been.'),
  revoked: frame('revoked', { topic: Topic, error: Code, message: Message }).describe(
    'The subscription has ended: the right to it is gone.',
  ),
  log: frame('log', { run: Run, seq: Seq.describe('The number of the line, from 1 on without a gap.'), ...Line.shape }),
} as const;

/** The frames of a topic that shows entries of this shape. */
export const topicFrames = (entry: z.ZodType, isPicture: boolean) => {
  const change = isPicture
    ? z.object({
        id: z.string().describe('Which entry.'),
        entry: entry.nullable().describe('As it is from now on; null where it is no more.'),
      })
    : entry;
  return {
    snapshot: frame('snapshot', {
      topic: Topic,
      seq: Seq,
      reset: z
        .boolean()
        .describe('`after` was past its retention: something may be missing, and this is where it goes on.'),
      data: z.array(entry).describe('All there is now; nothing of a topic that only tells what happens.'),
    }),
    patch: frame('patch', {
      topic: Topic,
      seq: Seq,
      changes: z.array(change).describe('What became different, or happened.'),
    }),
  };
};

/** Why a socket is closed. */
export const CLOSES = {
  1009: 'A frame was longer than 16 kB.',
  1012: 'The server stops: connect again, spread over five seconds, and go on after the last `seq` of each topic.',
  4400: 'A frame was malformed; the reason says how.',
  4403: 'The key that the socket was opened with has ended.',
  4431: 'The client did not read for a minute; the reason is a topic and the place in it.',
} as const;
