import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { z } from 'zod';
import type { Tx } from '../../db/unit-of-work.ts';
import { AccessTarget } from '../scopes/scopes.module.ts';
import type { Source } from '../scopes/source-reports.ts';
import { accessRepo } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { FacilityPolicy } from './access-policy.ts';

/** An access zone of a partner's plans, and what it stands for here. */
export interface MappedZone extends Source {
  readonly name: string;
  readonly target: AccessTarget;
}

export const policyOf = async (tx: Tx, facilityId: FacilityId): Promise<FacilityPolicy> => {
  const stored = await accessRepo(tx).findPolicy(facilityId);
  return FacilityPolicy.parse(stored === undefined ? {} : JSON.parse(stored.policy));
};

export const planZonesOf = async (tx: Tx, facilityId: FacilityId): Promise<MappedZone[]> =>
  (await accessRepo(tx).planZonesOf(facilityId)).map(({ name, partner_id, target }) => ({
    facilityId,
    partnerId: partner_id as Source['partnerId'],
    name,
    target: AccessTarget.parse(JSON.parse(target)),
  }));

/** What staff decide for the whole facility: its policy, and what the zones of partners' plans are. */
export const createRules = ({ db, scopes }: Pick<AccessDeps, 'db' | 'scopes'>) => ({
  setPolicy: (facilityId: FacilityId, policy: z.input<typeof FacilityPolicy>): Promise<void> =>
    db.write(async (tx) => {
      await scopes.changed(tx, facilityId, ['facility']);
      await accessRepo(tx).putPolicy(facilityId, JSON.stringify(FacilityPolicy.parse(policy)));
    }),

  policyOf: (facilityId: FacilityId): Promise<FacilityPolicy> => db.read((tx) => policyOf(tx, facilityId)),

  /** Says which doors an access zone of a partner's plans is here. Throws 404 for doors and sets of other facilities. */
  mapPlanZone: ({ facilityId, partnerId, name }: Source & { name: string }, target: AccessTarget): Promise<void> =>
    db.write(async (tx) => {
      await scopes.changed(tx, facilityId, ['facility']);
      await scopes.checkTarget(tx, facilityId, target);
      await accessRepo(tx).putPlanZone({
        facility_id: facilityId,
        partner_id: partnerId,
        name,
        target: JSON.stringify(target),
      });
    }),

  listPlanZones: (facilityId: FacilityId): Promise<MappedZone[]> => db.read((tx) => planZonesOf(tx, facilityId)),
});
