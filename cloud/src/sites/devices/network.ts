import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ControllerProblem } from '@gatehouse/shared/wire/network-controller.ts';
import { z } from 'zod';
import type { ControllerAnswer } from '../../link/controller-tests.ts';

export const NetworkProblem = z.enum([...ControllerProblem.options, 'box_offline', 'box_silent']);

/** What a network controller said of itself, through the box beside it. */
export interface NetworkControllerState {
  /** Null: no box that might know could be asked. */
  readonly configured: boolean | null;
  readonly reachable: boolean | null;
  /** As it calls itself. */
  readonly name: string | null;
  readonly version: string | null;
  readonly problem: z.infer<typeof NetworkProblem> | null;
  readonly detail: string | null;
  /** The box that has it in its configuration. */
  readonly boxId: BoxId | null;
}

export interface NetworkControllers {
  readonly test: (facilityId: FacilityId) => Promise<NetworkControllerState>;
}

const NONE = {
  configured: false,
  reachable: null,
  name: null,
  version: null,
  problem: null,
  detail: null,
  boxId: null,
};

/**
 * A controller stands on the LAN of its facility, where the cloud reaches nothing and should not: a box tests the one that
 * its own file names, with a key that never leaves it. No address that a caller gives is asked.
 */
export const createNetworkControllers = (deps: {
  readonly boxesAt: (facilityId: FacilityId) => Promise<readonly BoxId[]>;
  readonly ask: (boxId: BoxId) => Promise<ControllerAnswer>;
}): NetworkControllers => ({
  test: async (facilityId) => {
    const boxes = await deps.boxesAt(facilityId);
    const answers = await Promise.all(boxes.map(async (boxId) => ({ boxId, answer: await deps.ask(boxId) })));
    for (const { boxId, answer } of answers)
      if (typeof answer === 'object' && answer.configured) return { ...answer, boxId };
    const missing = answers.map(({ answer }) => answer).find((answer) => typeof answer === 'string');
    if (missing === undefined) return NONE;
    return { ...NONE, configured: null, problem: missing === 'offline' ? 'box_offline' : 'box_silent' };
  },
});
