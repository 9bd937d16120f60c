import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { AccessMark, Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { DeviceNudge } from '@gatehouse/shared/wire/device-nudge.ts';
import type { SimulateCommand, SimulateOutcome } from '@gatehouse/shared/wire/simulate.ts';
import type { UnlockCommand, UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import type { Order } from './command-exchange.ts';
import type { ControllerAnswer } from './controller-tests.ts';

/** What the link needs to know about boxes; the boxes and journal modules provide it. */
export interface LinkPorts {
  /** The Ed25519 key (raw, base64url) of a box that is claimed and not decommissioned. */
  publicKeyOf(boxId: BoxId): Promise<string | undefined>;
  /** Keeps the newest beacon as a row: what status pages and other replicas go by. */
  beaconArrived(boxId: BoxId, beacon: Beacon): Promise<void>;
  /** The newest snapshot of the box's facility, for the answer to its beacon. */
  newestMark?(boxId: BoxId): Promise<AccessMark | undefined>;
  /** The connection ended. Counts only if it is the one of the newest beacon. */
  boxGone(boxId: BoxId, connectionId: string): Promise<void>;
  /** Stores each fact once and resolves, after the commit, with the highest number below which nothing is missing; with nothing where they contradict what it stored. */
  storeFacts(boxId: BoxId, epoch: string, facts: readonly Fact[]): Promise<number | undefined>;
  /** The boxes to ask for a beacon whenever the broker is (again) reachable. */
  knownBoxes?(): Promise<readonly BoxId[]>;
}

export type UnlockOrder = Order & Pick<UnlockCommand, 'eventId' | 'facilityId' | 'origin'>;
export type SimulateOrder = Order & Pick<SimulateCommand, 'facilityId' | 'scenario' | 'forMs'>;

export type LinkAnswer<Outcome = UnlockOutcome> =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** Sent (or perhaps sent), and nothing came back in time. The command has expired on the box by now. */
  | { readonly kind: 'no_answer' }
  /** Nothing was sent: no fresh beacon of this box is known here, or the broker is not reachable. */
  | { readonly kind: 'not_sent' };

/** The cloud's end of the device link. */
export interface Link {
  /** Sends one signed command and waits. Another boot id in the refusal is answered with one retry, same id, same deadline. */
  unlock(order: UnlockOrder): Promise<LinkAnswer>;
  /** Has a failure simulated, by the same rules as an unlock. Only boxes that drive a simulator obey. */
  simulate(order: SimulateOrder): Promise<LinkAnswer<SimulateOutcome>>;
  /** Tells a box that newer desired state, or a newer snapshot, waits. Lost nudges do no harm: boxes also look by themselves. */
  nudge(boxId: BoxId, about: 'desired-state' | 'snapshot', revision: number): Promise<void>;
  /** Tells a screen, or another device that is no box, to ask what it should be. Lost nudges do no harm: devices also look by themselves. */
  nudgeDevice(uuid: string, about: DeviceNudge['about']): Promise<void>;
  /** Ends a device's session at once: its secret ended. */
  endDeviceSession(uuid: string): Promise<void>;
  /** Asks a box to test the network controller beside it, and waits a few seconds. */
  testController(boxId: BoxId): Promise<ControllerAnswer>;
  /** Asks a box to send facts again, as far as it still has them. Lost requests do no harm: they are repeated. */
  askForFacts(
    boxId: BoxId,
    range: { readonly epoch: string; readonly from: number; readonly to: number },
  ): Promise<void>;
  /** Ends the box's session at once (decommissioned, key revoked). */
  endSession(boxId: BoxId): Promise<void>;
  close(): Promise<void>;
}
