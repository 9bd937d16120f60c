import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { z } from 'zod';

/** What is tried at a door, in this order. */
export const STEPS = ['unlock', 'open', 'held_open', 'close', 'rex'] as const;
export type Step = (typeof STEPS)[number];

/** One step at a door, and who can see whether it has come about: the box by its inputs, or whoever stands there alone. */
export const PlannedStep = z.object({ step: z.enum(STEPS), seenBy: z.enum(['box', 'person']) });
export type PlannedStep = z.infer<typeof PlannedStep>;

export const PlannedDoor = z.object({
  doorId: z.string().brand<'DoorId'>(),
  name: z.string(),
  steps: z.array(PlannedStep),
});
export type PlannedDoor = z.infer<typeof PlannedDoor>;

/**
 * What can be tried at a door that is wired so. That the lock moves is seen by its own contact alone: a contact of the relay
 * says nothing of the lock behind it.
 */
export const stepsOf = ({
  evidence,
  contact,
  rex,
}: Pick<DoorConfig, 'evidence' | 'contact' | 'rex'>): PlannedStep[] => {
  const byContact = contact === null ? 'person' : 'box';
  return [
    { step: 'unlock', seenBy: evidence.kind === 'lock-sense' ? 'box' : 'person' },
    { step: 'open', seenBy: byContact },
    ...(contact === null ? [] : [{ step: 'held_open', seenBy: 'box' } as const]),
    { step: 'close', seenBy: byContact },
    ...(rex === null ? [] : [{ step: 'rex', seenBy: 'box' } as const]),
  ];
};

/** Whether what a box wrote down shows that the step has come about. */
export const shows = (step: Step, { kind, data }: FactBody): boolean => {
  switch (step) {
    case 'unlock':
      return kind === 'unlock.confirmed' && data.confirmedBy === 'lock-sense';
    case 'open':
      return kind === 'door.opened';
    case 'held_open':
      return kind === 'door.held_open';
    case 'close':
      return kind === 'door.closed';
    case 'rex':
      return kind === 'rex.changed' && data.active;
  }
};

/** Steps that come about one after another: a door that was closed before it was opened shows nothing. */
const IN_A_ROW: readonly Step[] = ['unlock', 'open', 'held_open', 'close'];

/** The steps that have to come before this one at the same door. */
export const before = (step: Step): readonly Step[] => IN_A_ROW.slice(0, Math.max(0, IN_A_ROW.indexOf(step)));
