import type { DoorState } from '../../client/platform-api.gen.ts';

type Enforces = NonNullable<DoorState['enforces']>;

/** A door as pages show it, however they were told. The live socket says nothing of how old rules are: that counts up by itself. */
export type SeenDoor = Omit<DoorState, 'enforces'> & {
  readonly enforces: (Omit<Enforces, 'ageSeconds'> & Partial<Pick<Enforces, 'ageSeconds'>>) | null;
};
