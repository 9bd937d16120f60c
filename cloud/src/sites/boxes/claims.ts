import { createHash, createHmac } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { networkOf } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ClaimCode, ClaimProof, type CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { keyFingerprint } from '@gatehouse/shared/wire/device-keys.ts';
import { isUniqueViolation } from '../../kit/db/errors.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { boxesFault } from './boxes.faults.ts';
import { boxesRepo } from './boxes.repo.ts';
import { claimsRepo } from './claims.repo.ts';
import { openProof, peek, proofRefused } from './proofs.ts';

/** Long enough to walk from the box to a desk. */
const CLAIM_LIFE = Minutes(10);
/** Anybody may claim: so there is a bound to those that are open, and no network has it all. */
export const OPEN_CLAIMS_MAX = 2_000;
export const OPEN_CLAIMS_OF_A_NETWORK = 100;

const codeHash = (boxId: string, code: string): string => createHash('sha256').update(`${boxId}:${code}`).digest('hex');

/** A box, and the fingerprint of its key, which its panel shows too: equal ones are the same box. */
export interface ShownBox {
  readonly boxId: BoxId;
  readonly fingerprint: string;
}

/** How boxes come to belong to a facility. INVARIANT: a claim is for the key that proves it; no other key can change or take it. */
export const createClaims = (deps: {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Clock;
  readonly commandKeys: readonly CommandKey[];
  /** Codes are kept as an HMAC under it: of 40 bits, a hash alone would keep no secret. */
  readonly claimKey: Uint8Array;
}) => {
  const { db, clock, commandKeys } = deps;
  const codeMac = (code: string): string => createHmac('sha256', deps.claimKey).update(code).digest('hex');

  const keptOf = (claim: ClaimProof) =>
    claim.v === 2 ? { code_mac: codeMac(claim.code), code_hash: '' } : { code_mac: null, code_hash: claim.codeHash };

  /** The claim of the one box that shows this code. Throws `claim_code_ambiguous` where several keys say that they do. */
  const showing = async (tx: Tx, code: string) => {
    const typed = ClaimCode.safeParse(code).data;
    if (typed === undefined) return undefined;
    const [repo, now] = [claimsRepo(tx), clock.wallMs()];
    const found = await repo.byCode(codeMac(typed), now);
    const hashed = (await repo.hashed(now)).filter(({ box_id, code_hash }) => code_hash === codeHash(box_id, typed));
    const [claim, another] = found === undefined ? hashed : [found, ...hashed];
    if (another !== undefined)
      throw boxesFault(
        'claim_code_ambiguous',
        'code: more than one box shows this code. Use the next one that it shows.',
      );
    return claim;
  };

  return {
    /**
     * A box says which code it shows and proves its key. Until somebody types the code it is told to wait; once it is
     * bound it is told to which facility, and which command keys to pin.
     */
    claim: async (proof: string, remoteAddress: string) => {
      const { publicKey } = peek(proof, ClaimProof);
      const claim = openProof(proof, ClaimProof, publicKey);
      const asked = db.write(async (tx) => {
        const box = await boxesRepo(tx).find(claim.boxId);
        if (box !== undefined) {
          if (box.public_key !== claim.publicKey) throw proofRefused();
          if (box.status !== 'active') throw boxesFault('box_not_active', 'This box was decommissioned.');
          return {
            status: 'claimed' as const,
            facilityId: box.facility_id,
            commandKeys: [...commandKeys],
          };
        }
        const [repo, now, network] = [claimsRepo(tx), clock.wallMs(), networkOf(remoteAddress)];
        await repo.prune(now);
        const { all, near, own } = await repo.count(network, claim.publicKey);
        if (own === 0 && (all >= OPEN_CLAIMS_MAX || near >= OPEN_CLAIMS_OF_A_NETWORK))
          throw boxesFault('claims_full', 'Too many boxes wait to be claimed.');
        await repo.put({
          public_key: claim.publicKey,
          box_id: claim.boxId,
          ...keptOf(claim),
          network,
          expires_at: now + CLAIM_LIFE,
        });
        return { status: 'waiting' as const, expiresInSeconds: CLAIM_LIFE / 1000 };
      });
      return asked.catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw boxesFault('claim_code_taken', 'code: another box shows it already. Show another one.');
      });
    },

    /** The box that shows `code` and waits to be claimed. */
    boxShowing: async (tx: Tx, code: string): Promise<ShownBox | undefined> => {
      const claim = await showing(tx, code);
      return claim && { boxId: claim.box_id, fingerprint: keyFingerprint(claim.public_key) };
    },

    /** Binds the box that shows `code` to a facility. */
    associate: async (tx: Tx, facilityId: FacilityId, code: string): Promise<ShownBox> => {
      const shown = await showing(tx, code);
      const claim = shown && (await claimsRepo(tx).take(shown.public_key));
      if (claim === undefined) throw boxesFault('claim_code_unknown', 'code: no box shows this code.');
      const bound = await boxesRepo(tx).insertBox({
        id: claim.box_id,
        facility_id: facilityId,
        public_key: claim.public_key,
        status: 'active',
        claimed_at: clock.wallMs(),
        desired_revision: 1,
      });
      if (bound === undefined) throw boxesFault('box_claimed_already', 'This box belongs to a facility already.');
      return { boxId: claim.box_id, fingerprint: keyFingerprint(claim.public_key) };
    },
  };
};
