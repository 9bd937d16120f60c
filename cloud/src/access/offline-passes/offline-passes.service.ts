import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { exportPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { PartnersService } from '../../partner/partners/partners.service.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { AccessService } from '../access/access.service.ts';
import type { CredentialsService } from '../credentials/credentials.service.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { createIssue } from './issue-pass.ts';
import { offlinePassesRepo } from './offline-passes.repo.ts';
import { createReview } from './review-passes.ts';
import { createRevocations, createRevoke } from './revoke-passes.ts';
import { storedPasses } from './stored-passes.ts';

export interface OfflinePassesDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly partners: Pick<PartnersService, 'facilityOf'>;
  readonly doors: Pick<DoorsService, 'listForPartner'>;
  readonly scopes: Pick<ScopesService, 'recordChanges' | 'versionOf'>;
  readonly access: Pick<AccessService, 'passRoom'>;
  readonly credentials: Pick<CredentialsService, 'keysOf'>;
  /** Signs passes, and nothing else. */
  readonly passKey: SigningKey;
}
export type OfflinePassesService = ReturnType<typeof createOfflinePassesService>;

/** Issues, re-issues and revokes outage passes. */
export const createOfflinePassesService = (deps: OfflinePassesDeps) => {
  const revoke = createRevoke(deps);
  const keys: readonly CommandKey[] = [{ kid: deps.passKey.kid, publicKey: exportPublicKey(deps.passKey.privateKey) }];
  return {
    ...createIssue(deps, revoke),
    ...createRevocations(deps, revoke),
    ...createReview(deps, revoke),

    /** By which boxes know our passes. */
    passKeys: (): readonly CommandKey[] => keys,

    /** Passes of members, to be exported and erased. Valid ones have to be revoked before. */
    personalDataStore: storedPasses,

    /** The member who owns a pass; undefined for one that is not of the facility, that was forgotten, or whose member was erased. */
    ownerOf: async (tx: Tx, facilityId: FacilityId, passId: string) => {
      const row = await offlinePassesRepo(tx).find(facilityId, passId);
      if (row === undefined || row.member_id === '') return undefined;
      return { partnerId: row.partner_id, memberId: row.member_id };
    },

    /** The revocation that boxes are told: undefined while the pass is valid, and once it has ended anyway. */
    revokedPassOf: async (
      tx: Tx,
      facilityId: FacilityId,
      passId: string,
    ): Promise<{ readonly untilS: number } | undefined> => {
      const row = await offlinePassesRepo(tx).find(facilityId, passId);
      return row === undefined || row.revoked_at === null || row.forgotten === 1 ? undefined : { untilS: row.until_s };
    },

    /** The passes of a facility that boxes are told of. */
    revokedPassIds: async (tx: Tx, facilityId: FacilityId): Promise<string[]> =>
      (await offlinePassesRepo(tx).revokedAt(facilityId)).map(({ id }) => id),

    /** Forgets up to `most` passes that ended before `time` (ms since 1970). Resolves with how many those were. */
    forgetBefore: (tx: Tx, time: number, most: number): Promise<number> =>
      offlinePassesRepo(tx).removeEndedBefore(Math.floor(time / 1_000), most),
  };
};
