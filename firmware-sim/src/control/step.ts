import { z } from 'zod';
import { TARGETS } from './command.ts';

/** No command takes lists or members within members: whatever a recording says can be put in one line. */
const Plain = z
  .unknown()
  .refine(
    (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
    'must be a text, a number, true or false',
  );

/** One command at its time: what recordings and chaos are lists of. */
export const Step = z.strictObject({
  /** Milliseconds from the start of the list. */
  atMs: z.number().min(0).max(86_400_000),
  target: z.enum(TARGETS),
  /** The door, wire, bus … by its name; empty for the building itself. */
  name: z.string().max(80).default(''),
  command: z.string().min(1).max(40),
  body: z.record(z.string().max(40), Plain).default({}),
  /** Members of the body that were not kept, because they are secret. */
  hidden: z.array(z.string().max(40)).max(8).optional(),
});
export type Step = z.output<typeof Step>;

const LONGEST = 5_000;

/** Everything that was done to a building since its simulator began. */
export const Recording = z.strictObject({
  v: z.literal(1),
  building: z.string().max(80),
  /** What chance was made of. */
  seed: z.string().max(64),
  startedAt: z.iso.datetime(),
  /** Steps that were let go because there were too many. */
  missed: z.int().min(0),
  steps: z.array(Step).max(LONGEST),
});
export type Recording = z.output<typeof Recording>;

/** As it is typed: `cut front.sense`. */
export const stepWords = ({ target, name, command, body }: Omit<Step, 'atMs'>): string => {
  const rest = Object.entries(body).map(([member, value]) => `${member} ${JSON.stringify(value)}`);
  return [command, target === 'site' ? '' : name, rest.length > 0 ? `(${rest.join(', ')})` : '']
    .filter(Boolean)
    .join(' ');
};
