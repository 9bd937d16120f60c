import { beaconAckMessage, beaconMessage, beaconPleaseMessage, goneMessage, nudgeMessage } from './beacon.ts';
import { deviceNudgeMessage } from './device-nudge.ts';
import { factsAckMessage, factsMessage, factsPleaseMessage } from './facts.ts';
import { controllerTestedMessage, controllerTestMessage } from './network-controller.ts';
import { simulateMessage } from './simulate.ts';
import { outcomeMessage, unlockMessage } from './unlock.ts';

/** Every message of the device link. Broker rights, the link's documentation and the vector tests are read off this list. */
export const MESSAGES = [
  beaconMessage,
  beaconAckMessage,
  beaconPleaseMessage,
  goneMessage,
  nudgeMessage,
  unlockMessage,
  simulateMessage,
  outcomeMessage,
  factsMessage,
  factsAckMessage,
  factsPleaseMessage,
  controllerTestMessage,
  controllerTestedMessage,
  deviceNudgeMessage,
] as const;
