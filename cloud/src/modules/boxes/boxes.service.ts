import { createHash, randomUUID } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import {
  ClaimCode,
  ClaimProof,
  type CommandKey,
  type TokenAudience,
  TokenProof,
} from '@gatehouse/shared/wire/device-api.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import type { z } from 'zod';
import { afterCommit } from '../../db/after-commit.ts';
import { revoked } from '../../db/revoked.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { Challenges } from '../../link/challenges.ts';
import type { DeviceTokens } from '../../link/device-tokens.ts';
import { createBoxRecords } from './box-records.ts';
import { boxesFault } from './boxes.faults.ts';
import { boxesRepo } from './boxes.repo.ts';

export interface BoxesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  /** What claimed boxes pin: the public halves of the keys that sign unlock commands. */
  readonly commandKeys: readonly CommandKey[];
  readonly challenges: Challenges;
  readonly tokens: Pick<DeviceTokens, 'issue'>;
  readonly onDecommissioned: (boxId: BoxId) => Promise<void>;
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

/** Long enough to walk from the box to a desk. */
const CLAIM_LIFE = Minutes(10);
const BOXES_MAX = 10_000;
/** No box has seen so many changes; one that says so must not bring its own numbers to their end. */
const REVISION_MAX = 2 ** 48;

export type BoxesService = ReturnType<typeof createBoxesService>;

const codeHash = (boxId: string, code: string): string => createHash('sha256').update(`${boxId}:${code}`).digest('hex');

/** Opens a JWS that a box signed and checks it against the key it names itself, or that we know for it. */
const openProof = <S extends z.ZodType>(proof: string, schema: S, publicKey: string): z.infer<S> => {
  const verified = verifyJws(proof, () => importPublicKey(publicKey));
  const parsed = verified.ok ? schema.safeParse(verified.payload) : undefined;
  if (!parsed?.success) throw refused();
  return parsed.data;
};
const refused = () => boxesFault('proof_refused', 'The proof was not accepted.');

/** Reads the payload of a JWS whose signature is not known to be right yet, to learn which key to check it with. */
const peek = <S extends z.ZodType>(proof: string, schema: S): z.infer<S> => {
  try {
    const payload: unknown = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return schema.parse(payload);
  } catch {
    throw refused();
  }
};

export const createBoxesService = (deps: BoxesDeps) => {
  const { db, clock, commandKeys, challenges, tokens } = deps;

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
      await deps.onHeld(tx, found.facility_id as FacilityId, boxId);
      afterCommit(tx, () => deps.onDesiredStateChanged(boxId, revision));
    });
    if (within.size >= BOXES_MAX) within.clear();
    within.set(boxId, revision);
  };

  /** The claim of the box that shows this code. */
  const claimShowing = async (tx: Tx, code: string) => {
    const typed = ClaimCode.safeParse(code);
    const claims = typed.success ? await boxesRepo(tx).openClaims(clock.wallMs()) : [];
    return claims.find((claim) => claim.code_hash === codeHash(claim.box_id, typed.data ?? ''));
  };

  return {
    ...createBoxRecords(deps),

    /**
     * A box says which code it shows and proves its key. Until somebody types the code it is told to wait; once it is
     * bound it is told to which facility, and which command keys to pin.
     */
    claim: async (proof: string) => {
      const { publicKey } = peek(proof, ClaimProof);
      const claim = openProof(proof, ClaimProof, publicKey);
      return db.write(async (tx) => {
        const repo = boxesRepo(tx);
        const box = await repo.find(claim.boxId);
        if (box !== undefined) {
          if (box.public_key !== claim.publicKey) throw refused();
          if (box.status !== 'active') throw boxesFault('box_not_active', 'This box was decommissioned.');
          return {
            status: 'claimed' as const,
            facilityId: box.facility_id as FacilityId,
            commandKeys: [...commandKeys],
          };
        }
        const now = clock.wallMs();
        await repo.pruneClaims(now);
        await repo.putClaim({
          box_id: claim.boxId,
          public_key: claim.publicKey,
          code_hash: claim.codeHash,
          expires_at: now + CLAIM_LIFE,
        });
        return { status: 'waiting' as const, expiresInSeconds: CLAIM_LIFE / 1000 };
      });
    },

    /** The box that shows `code` and waits to be claimed. */
    boxShowing: async (tx: Tx, code: string): Promise<BoxId | undefined> =>
      (await claimShowing(tx, code))?.box_id as BoxId | undefined,

    /** Binds the box that shows `code` to a facility. */
    associate: async (tx: Tx, facilityId: FacilityId, code: string): Promise<BoxId> => {
      const repo = boxesRepo(tx);
      const shown = await claimShowing(tx, code);
      const claim = shown && (await repo.takeClaim(shown.box_id));
      if (claim === undefined) throw boxesFault('claim_code_unknown', 'code: no box shows this code.');
      const bound = await repo.insertBox({
        id: claim.box_id,
        facility_id: facilityId,
        public_key: claim.public_key,
        status: 'active',
        claimed_at: clock.wallMs(),
        desired_revision: 1,
      });
      if (bound === undefined) throw boxesFault('box_claimed_already', 'This box belongs to a facility already.');
      return claim.box_id as BoxId;
    },

    challenge: () => challenges.issue(),

    /** Trades a signed challenge for a short-lived token. */
    token: async (proof: string, audience: TokenAudience) => {
      const { boxId } = peek(proof, TokenProof);
      const box = await db.read((tx) => boxesRepo(tx).find(boxId));
      if (box === undefined) throw refused();
      const { challenge } = openProof(proof, TokenProof, box.public_key);
      if ((await db.write((tx) => challenges.redeem(tx, challenge))) !== 'ok') throw refused();
      if (box.status !== 'active') throw boxesFault('box_not_active', 'This box was decommissioned.');
      return tokens.issue(boxId, audience);
    },

    /** The box ends here: no token and no command from now on; call `endSession` after the commit. */
    decommission: async (tx: Tx, boxId: BoxId): Promise<void> => {
      if ((await boxesRepo(tx).decommission(boxId)) === undefined)
        throw boxesFault('box_unknown', 'There is no such active box.');
      revoked(tx, { kind: 'box', subject: boxId });
    },
    /** After a restore. Resolves with whether it was active. */
    decommissionAgain: async (tx: Tx, boxId: BoxId): Promise<boolean> =>
      (await boxesRepo(tx).decommission(boxId)) !== undefined,
    endSession: (boxId: BoxId): Promise<void> => deps.onDecommissioned(boxId),

    /** Numbers a change of the box's desired state in the unit that makes it; call `announce` after the commit. */
    changed,
    announce: (boxId: BoxId, revision: number): void => deps.onDesiredStateChanged(boxId, revision),

    findActive: async (tx: Tx, boxId: BoxId) => {
      const box = await boxesRepo(tx).find(boxId);
      return box?.status === 'active' ? box : undefined;
    },

    /** The active boxes of a facility. */
    activeAt: async (tx: Tx, facilityId: FacilityId): Promise<BoxId[]> =>
      (await boxesRepo(tx).activeAt(facilityId)).map(({ id }) => id as BoxId),

    /** The newest beacon of each active box of a facility. */
    beaconsAt: async (tx: Tx, facilityId: FacilityId) =>
      (await boxesRepo(tx).beaconsAt(facilityId)).map(({ id, beacon, received_at }) => ({
        boxId: id as BoxId,
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
    knownBoxes: async (): Promise<BoxId[]> =>
      (await db.read((tx) => boxesRepo(tx).activeIds())).map(({ id }) => id as BoxId),
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
