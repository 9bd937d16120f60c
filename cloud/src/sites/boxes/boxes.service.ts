import { randomUUID } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { type CommandKey, type TokenAudience, TokenProof } from '@gatehouse/shared/wire/device-api.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Challenges } from '../../link/challenges.ts';
import type { DeviceTokens } from '../../link/device-tokens.ts';
import { createBoxRecords } from './box-records.ts';
import { boxesNamedAt } from './box-search.repo.ts';
import { boxesFault } from './boxes.faults.ts';
import { boxesRepo } from './boxes.repo.ts';
import { createClaims } from './claims.ts';
import { openProof, peek, proofRefused } from './proofs.ts';

export interface BoxesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  /** What claimed boxes pin: the public halves of the keys that sign unlock commands. */
  readonly commandKeys: readonly CommandKey[];
  readonly claimKey: Uint8Array;
  readonly challenges: Challenges;
  readonly tokens: Pick<DeviceTokens, 'issue'>;
  readonly onDecommissioned: (boxId: BoxId) => void;
  /** How many doors a box drives. */
  readonly doorsOf: (tx: Tx, boxId: BoxId) => Promise<number>;
  /** Whether everything is stored that a box says it wrote down. */
  readonly journalStored: (tx: Tx, boxId: BoxId, says: Beacon['journal']) => Promise<boolean>;
  /** The doors of a box as they are known here. */
  readonly doorsHashOf: (tx: Tx, boxId: BoxId) => Promise<string>;
  readonly onDesiredStateChanged: (boxId: BoxId, revision: number) => void;
  /** The doors of a box are held, in the unit that does so: this database is older than what the box has seen. */
  readonly onHeld: (tx: Tx, facilityId: FacilityId, boxId: BoxId) => Promise<unknown>;
  /** A box whose doors are held has those that are known here, in the unit that takes note of it. */
  readonly onSame: (tx: Tx, facilityId: FacilityId, boxId: BoxId) => Promise<unknown>;
}
const BOXES_MAX = 10_000;
/** No box has seen so many changes; one that says so must not bring its own numbers to their end. */
const REVISION_MAX = 2 ** 48;

export type BoxesService = ReturnType<typeof createBoxesService>;

export const createBoxesService = (deps: BoxesDeps) => {
  const { db, clock, challenges, tokens } = deps;

  const changed = async (tx: Tx, boxId: BoxId): Promise<number | undefined> =>
    (await boxesRepo(tx).nextRevision(boxId))?.desired_revision;

  /** What a box may have of revisions: within the life of a process its database never goes back, so most need no look. */
  const within = new Map<BoxId, number>();
  const outgrown = async (boxId: BoxId, revision: number): Promise<void> => {
    if (revision <= (within.get(boxId) ?? 0) || revision > REVISION_MAX) return;
    const epoch = randomUUID();
    await db.write(async (tx) => {
      const found = await boxesRepo(tx).outgrown(boxId, { revision, epoch, at: clock.wallMs() });
      if (found === undefined) return;
      await deps.onHeld(tx, found.facility_id, boxId);
      afterCommit(tx, () => deps.onDesiredStateChanged(boxId, revision));
    });
    if (within.size >= BOXES_MAX) within.clear();
    within.set(boxId, revision);
  };

  return {
    ...createBoxRecords(deps),
    ...createClaims(deps),

    challenge: () => challenges.issue(),

    /** Trades a signed challenge for a short-lived token. */
    token: async (proof: string, audience: TokenAudience) => {
      const { boxId } = peek(proof, TokenProof);
      const box = await db.read((tx) => boxesRepo(tx).find(boxId));
      if (box === undefined) throw proofRefused();
      const { challenge } = openProof(proof, TokenProof, box.public_key);
      if ((await db.write((tx) => challenges.redeem(tx, challenge))) !== 'ok') throw proofRefused();
      if (box.status !== 'active') throw boxesFault('box_not_active', 'This box was decommissioned.');
      return tokens.issue(boxId, audience);
    },

    /** The box ends here: no token, no session and no command from now on. */
    decommission: async (tx: Tx, boxId: BoxId): Promise<void> => {
      if ((await boxesRepo(tx).decommission(boxId)) === undefined)
        throw boxesFault('box_unknown', 'There is no such active box.');
      revoked(tx, { kind: 'box', subject: boxId });
      afterCommit(tx, () => deps.onDecommissioned(boxId));
    },
    /** After a restore. Resolves with whether it was active. */
    decommissionAgain: async (tx: Tx, boxId: BoxId): Promise<boolean> =>
      (await boxesRepo(tx).decommission(boxId)) !== undefined,

    /** Numbers a change of the box's desired state in the unit that makes it; call `announce` after the commit. */
    changed,
    announce: (boxId: BoxId, revision: number): void => deps.onDesiredStateChanged(boxId, revision),

    findActive: async (tx: Tx, boxId: BoxId) => {
      const box = await boxesRepo(tx).find(boxId);
      return box?.status === 'active' ? box : undefined;
    },

    /** The active boxes of a facility. */
    activeAt: async (tx: Tx, facilityId: FacilityId): Promise<BoxId[]> =>
      (await boxesRepo(tx).activeAt(facilityId)).map(({ id }) => id),

    namedAt: boxesNamedAt,

    /** The active boxes of many facilities, and when each was heard of. */
    heardAtEach: async (tx: Tx, facilityIds: readonly FacilityId[]) =>
      facilityIds.length === 0 ? [] : boxesRepo(tx).heardAtEach(facilityIds),

    /** The newest beacon of each active box of a facility. */
    beaconsAtEach: async (tx: Tx, facilityIds: readonly FacilityId[]) =>
      (await boxesRepo(tx).beaconsAtEach(facilityIds)).map(({ id, facility_id, beacon, received_at }) => ({
        boxId: id,
        facilityId: facility_id,
        beacon: JSON.parse(beacon) as Beacon,
        receivedAt: received_at,
      })),

    /** Every box, and the version that it last said it runs. */
    list: async () =>
      (await db.read((tx) => boxesRepo(tx).list())).map(({ beacon, ...box }) => ({
        ...box,
        agentVersion: beacon === null ? null : (JSON.parse(beacon) as Beacon).agentVersion,
      })),

    // What the device link asks and tells.
    publicKeyOf: async (boxId: BoxId): Promise<string | undefined> => {
      const box = await db.read((tx) => boxesRepo(tx).find(boxId));
      return box?.status === 'active' ? box.public_key : undefined;
    },
    knownBoxes: async (): Promise<BoxId[]> => (await db.read((tx) => boxesRepo(tx).activeIds())).map(({ id }) => id),
    beaconArrived: async (boxId: BoxId, beacon: Beacon): Promise<void> => {
      await db.write(async (tx) => {
        await boxesRepo(tx).putPresence({
          box_id: boxId,
          boot_id: beacon.bootId,
          connection_id: beacon.connectionId,
          sent_mono_ms: beacon.sentMonoMs,
          received_at: clock.wallMs(),
          gone_at: null,
          beacon: JSON.stringify(beacon),
        });
      });
      await outgrown(boxId, beacon.configRevision);
    },
    /** All connections are cut: every box is gone until it is heard again. */
    allGone: (): Promise<void> =>
      db.write(async (tx) => {
        await boxesRepo(tx).markAllGone(clock.wallMs());
      }),
    boxGone: (boxId: BoxId, connectionId: string): Promise<void> =>
      db.write(async (tx) => {
        await boxesRepo(tx).markGone(boxId, connectionId, clock.wallMs());
      }),
  };
};
