import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ControllerTested } from '@gatehouse/shared/wire/network-controller.ts';
import type { Log } from '../log.ts';
import type { NetworkControllerSettings } from './settings.ts';

export interface NetworkController {
  /** Asks the controller. Whoever asks meanwhile, or a moment later, gets the same answer. Never rejects. */
  test(): Promise<ControllerTested>;
}

/** However many people press the button, it is one request to a controller that has limits of its own. */
const SAME_FOR = Seconds(5);
const NONE: ControllerTested = {
  configured: false,
  reachable: false,
  name: null,
  version: null,
  problem: null,
  detail: null,
};

export const createNetworkController = (deps: {
  readonly settings: NetworkControllerSettings | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): NetworkController => {
  const { settings, clock, log } = deps;
  let last: { readonly answer: Promise<ControllerTested>; readonly untilMs: number } | undefined;

  const ask = async (of: NetworkControllerSettings): Promise<ControllerTested> => {
    const { testUnifi } = await import('./unifi.ts'); // Few boxes have one.
    const tested = await testUnifi(of, clock);
    if (tested.problem !== null)
      log.info({ problem: tested.problem, detail: tested.detail }, 'The network controller is not as it should be.');
    return tested;
  };

  return {
    test: () => {
      if (settings === undefined) return Promise.resolve(NONE);
      if (last !== undefined && clock.monoMs() < last.untilMs) return last.answer;
      last = { answer: ask(settings), untilMs: clock.monoMs() + SAME_FOR };
      return last.answer;
    },
  };
};
