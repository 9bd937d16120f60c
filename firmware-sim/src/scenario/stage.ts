import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { SimulatorClient } from '../control/client.ts';
import { NoSuchName } from './expected.ts';
import type { Answered, Gym, GymFactPlace } from './gym.ts';
import type { Happenings } from './happenings.ts';
import { describeDuration } from './words.ts';

/** The part of the simulator that a scenario plays with. */
export type Building = Omit<SimulatorClient, 'commands' | 'trace' | 'until'>;

/** Where the steps of one run stand. */
export interface Stage {
  readonly clock: Clock;
  readonly building: Building;
  /** Only with a whole gym around the building. */
  readonly gym: Gym | undefined;
  readonly happenings: Happenings;
  /** Unlocks under way, by the name they were given. */
  readonly asked: Map<string, Promise<Answered | Error>>;
  /** From where on happenings and facts count. */
  since: { happening: number; fact: GymFactPlace | undefined };
}

/** A step did not go as the scenario says. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** How often it is looked again. */
const LOOK_EVERY = Milliseconds(30);

/** Looks again and again until `wrong` finds nothing; fails with what it found last. */
export const until = async (
  { clock }: Pick<Stage, 'clock'>,
  within: Duration,
  wrong: () => Promise<string | undefined>,
): Promise<void> => {
  const giveUpAt = clock.monoMs() + within;
  for (;;) {
    const found = await looking(wrong);
    if (found === undefined) return;
    if (clock.monoMs() >= giveUpAt) throw new StepFailure(`${found}, after ${describeDuration(within)}`);
    await sleep(clock, LOOK_EVERY);
  }
};

/** Looks again and again for the whole time; fails as soon as `wrong` finds something. */
export const throughout = async (
  { clock }: Pick<Stage, 'clock'>,
  during: Duration,
  wrong: () => Promise<string | undefined>,
): Promise<void> => {
  const beganAt = clock.monoMs();
  for (;;) {
    const found = await looking(wrong);
    const passed = clock.monoMs() - beganAt;
    if (found !== undefined) throw new StepFailure(`${found}, ${describeDuration(passed)} on`);
    if (passed >= during) return;
    await sleep(clock, LOOK_EVERY);
  }
};

const looking = async (wrong: () => Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await wrong();
  } catch (error) {
    if (error instanceof NoSuchName) throw new StepFailure(error.message);
    throw error;
  }
};

/** The gym of a step that cannot do without: a scenario with such a step is refused before it begins where there is none. */
export const gymOf = ({ gym }: Stage): Gym => {
  if (gym === undefined) throw new StepFailure('this needs a whole gym around the building');
  return gym;
};
