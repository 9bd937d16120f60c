import { z } from 'zod';
import { defineMessage } from './message.ts';

/** What keeps a network controller from being what it should be. */
export const ControllerProblem = z.enum([
  'unreachable',
  'no_answer',
  'certificate',
  'unauthorised',
  'too_many_requests',
  'refused',
  'unreadable',
  'key_missing',
]);
export type ControllerProblem = z.infer<typeof ControllerProblem>;

const id = z.uuid();

/** Asks and no more: nothing comes of it but one request to an address that the box's own file names. */
export const controllerTestMessage = defineMessage({
  name: 'controller-test',
  direction: 'down',
  summary: 'Test the network controller that your own configuration names, if it names one.',
  payload: z.strictObject({ v: z.literal(1), id }),
  vectors: [{ v: 1, id: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' }],
});

/** The cloud reads of a newer box what it knows. */
export const controllerTestedMessage = defineMessage({
  name: 'controller-tested',
  direction: 'up',
  summary: 'What came of the test with this id.',
  payload: z.object({
    v: z.literal(1),
    id,
    /** Whether the box’s configuration names one. */
    configured: z.boolean(),
    /** Whether something of that protocol answered there. */
    reachable: z.boolean(),
    name: z.string().max(120).nullable(),
    version: z.string().max(40).nullable(),
    problem: ControllerProblem.nullable().catch('refused'),
    /** For people. Never a key, and nothing of an answer but what the protocol says of itself. */
    detail: z.string().max(300).nullable(),
  }),
  vectors: [
    {
      v: 1,
      id: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11',
      configured: true,
      reachable: true,
      name: 'Default',
      version: '9.4.19',
      problem: null,
      detail: null,
    },
  ],
});
export type ControllerTested = Omit<z.infer<typeof controllerTestedMessage.payload>, 'v' | 'id'>;
