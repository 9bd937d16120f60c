import type { StepKind } from './step.ts';
import { BUILDING_STEPS } from './steps/building.ts';
import { GYM_STEPS } from './steps/gym.ts';
import { MISHAP_STEPS } from './steps/mishaps.ts';

/** Everything that a scenario can do or look for. */
export const STEP_KINDS: readonly StepKind[] = [...BUILDING_STEPS, ...GYM_STEPS, ...MISHAP_STEPS];
