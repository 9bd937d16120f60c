import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { z } from 'zod';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AccessTarget, opensLess, parseTarget, targetOf, targetText } from '../scopes/scopes.module.ts';
import type { Source } from '../scopes/source-reports.ts';
import { accessRepo } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import type { PlanZoneTable } from './access.tables.ts';
import { FacilityPolicy } from './access-policy.ts';

/** A zone that plans of a partner name, or that staff have mapped, and what it opens here. */
export interface NamedZone extends Source {
  readonly name: string;
  /** Undefined until somebody maps it: it opens nothing. */
  readonly target: AccessTarget | undefined;
  /** The plans that name it now. */
  readonly plans: readonly { readonly planId: string; readonly name: string }[];
}

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
    target: targetOf(target),
  }));

/** What staff decide for the whole facility: its policy, and what the zones of partners' plans are. */
export const createRules = ({ scopes, plans }: Pick<AccessDeps, 'scopes' | 'plans'>) => {
  const setPolicy = async (
    tx: Tx,
    facilityId: FacilityId,
    policy: z.input<typeof FacilityPolicy>,
  ): Promise<readonly string[]> => {
    await scopes.lock(tx, facilityId);
    const before: Readonly<Record<string, unknown>> = await policyOf(tx, facilityId);
    const after: Readonly<Record<string, unknown>> = FacilityPolicy.parse(policy);
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const different = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
    if (different.length === 0) return different;
    const value = [JSON.stringify(after)];
    await scopes.recordChanges(tx, facilityId, ['facility']);
    await accessRepo(tx).putPolicy(facilityId, JSON.stringify(after));
    // Which of two policies lets more people in, nobody can say: each is marked.
    revoked(tx, { kind: 'policy', facilityId, subject: facilityId, value });
    return different;
  };

  const mapZone = async (
    tx: Tx,
    { facilityId, partnerId, name }: Source & { name: string },
    target: AccessTarget | null,
  ): Promise<boolean> => {
    const row = { facility_id: facilityId, partner_id: partnerId, name };
    const before = (await accessRepo(tx).planZonesOf(facilityId)).find(isZone(row));
    const after = target === null ? undefined : targetText(target);
    if (before?.target === after) return false;
    await scopes.recordChanges(tx, facilityId, ['facility']);
    await (after === undefined
      ? accessRepo(tx).removePlanZone(row)
      : accessRepo(tx).putPlanZone({ ...row, target: after }));
    if (opensLess(parseTarget(before?.target ?? null), target ?? undefined))
      revoked(tx, { kind: 'plan_zone', facilityId, subject: partnerId, value: [name, after ?? ''] });
    return true;
  };

  return {
    /** Resolves with the names of what is different now. What is so already is no change, of which no box has to hear. */
    setPolicy,

    /** After a restore: as staff had set it last. Resolves with whether that is news. */
    setPolicyAgain: async (tx: Tx, facilityId: FacilityId, [policy = '{}']: readonly string[]): Promise<boolean> =>
      (await setPolicy(tx, facilityId, FacilityPolicy.parse(JSON.parse(policy)))).length > 0,

    /** After a restore: what a zone opens is what staff had left of it. Resolves with whether that is news. */
    mapPlanZoneAgain: async (tx: Tx, source: Source, [name = '', target = '']: readonly string[]): Promise<boolean> => {
      await scopes.lock(tx, source.facilityId);
      const known = (await accessRepo(tx).planZonesOf(source.facilityId)).some(
        isZone({ facility_id: source.facilityId, partner_id: source.partnerId, name }),
      );
      return known && mapZone(tx, { ...source, name }, await scopes.targetHere(tx, source.facilityId, target));
    },

    policyOf,

    /**
     * Says which doors an access zone of a partner's plans is here; null: none, until somebody says so again. Throws 404 for
     * partners without an integration here, and for doors and sets of other facilities.
     */
    mapPlanZone: async (
      tx: Tx,
      { facilityId, partnerId, name }: Source & { name: string },
      target: AccessTarget | null,
    ): Promise<void> => {
      await scopes.lock(tx, facilityId);
      await scopes.requireSource(tx, { facilityId, partnerId });
      if (target !== null) await scopes.checkTarget(tx, facilityId, target);
      await mapZone(tx, { facilityId, partnerId, name }, target);
    },

    /** Up to `limit` of the zones that plans name or staff have mapped, after that position: those without a mapping first. */
    listNamedZones: async (
      tx: Tx,
      facilityId: FacilityId,
      { after, limit }: { readonly after: string; readonly limit: number },
    ): Promise<readonly NamedZone[]> => {
      const zones = new Map<string, NamedZone & { plans: NamedZone['plans'][number][] }>();
      const zoneOf = ({ partnerId, name }: Pick<NamedZone, 'partnerId' | 'name'>, target?: AccessTarget) => {
        const id = `${partnerId}/${name}`;
        const zone = zones.get(id) ?? { facilityId, partnerId, name, target, plans: [] };
        zones.set(id, zone);
        return zone;
      };
      for (const zone of await planZonesOf(tx, facilityId)) zoneOf(zone, zone.target);
      const { sources } = await scopes.pointersOf(tx, facilityId, new Map());
      for (const { partnerId } of sources)
        for (const { planId, name, zones: named } of await plans.listPlans(tx, partnerId, facilityId))
          for (const zone of named) zoneOf({ partnerId, name: zone.name }).plans.push({ planId, name });
      return [...zones.values()]
        .filter((zone) => positionOfZone(zone) > after)
        .sort((a, b) => (positionOfZone(a) < positionOfZone(b) ? -1 : 1))
        .slice(0, limit);
    },
  };
};

/** Where a zone is in the list of them: first those that open nothing, then by partner and name. */
export const positionOfZone = ({ partnerId, name, target }: Pick<NamedZone, 'partnerId' | 'name' | 'target'>): string =>
  `${target === undefined ? 0 : 1}/${partnerId}/${name}`;

const isZone =
  (zone: Omit<PlanZoneTable, 'target'>) =>
  (row: PlanZoneTable): boolean =>
    row.partner_id === zone.partner_id && row.name === zone.name;
