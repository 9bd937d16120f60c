import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { dayIn } from '../../kit/zones.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { Charge, ChargeOverride, ChargesGiven } from './charge-shapes.ts';
import { chargesFault } from './charges.faults.ts';
import { chargesRepo } from './charges.repo.ts';

export interface ChargesDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Read with the first charges, as it is large. */
  readonly zones: () => ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById'>;
}
export type ChargesService = ReturnType<typeof createChargesService>;

/** A charge as one facility has it. */
export interface FacilityCharge extends Charge {
  readonly disabled: boolean;
  readonly source: 'organisation' | 'facility';
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof chargesRepo>['newest']>>>;

/** What organisations charge, and what of that holds at each facility. */
export const createChargesService = ({ clock, zones, organisations }: ChargesDeps) => {
  const todayIn = (zone: string): string => dayIn(zones(), zone, clock.wallMs());

  const requireOwnFacilities = async (tx: Tx, orgId: OrgId, overrides: readonly ChargeOverride[]): Promise<void> => {
    const ids = [...new Set(overrides.map(({ facilityId }) => facilityId))];
    const found = await organisations.facilitiesById(tx, ids);
    const strange = overrides.findIndex(({ facilityId }) => found.get(facilityId)?.org_id !== orgId);
    if (strange >= 0)
      throw wrongField(`body.overrides.${strange}.facilityId`, 'unknown', 'must be a facility of the organisation');
  };

  const viewOf = (orgId: OrgId, row: Row | undefined, inEffect: Row | undefined) => ({
    organisationId: orgId as string,
    revision: Number(row?.revision ?? 0),
    effectiveOn: row?.effective_on ?? null,
    charges: chargesOf(row),
    overrides: overridesOf(row),
    inEffect: inEffect === undefined ? null : Number(inEffect.revision),
    savedBy: row?.saved_by ?? null,
    savedAt: row === undefined ? null : isoOf(Number(row.saved_at)),
  });

  /** The newest unless a number is given; without any there are no charges. Throws `revision_unknown`. */
  const read = async (tx: Tx, orgId: OrgId, revision?: number) => {
    const repo = chargesRepo(tx);
    const row = await (revision === undefined ? repo.newest(orgId) : repo.find(orgId, revision));
    if (row === undefined && revision !== undefined)
      throw chargesFault('revision_unknown', `revision: there is no revision ${revision}.`);
    return viewOf(orgId, row, await repo.inEffectOn(orgId, todayIn('UTC')));
  };

  return {
    read,

    /** Appends a revision. Throws `changed` where another one was appended since, and 400 for a facility of somebody else. */
    save: async (
      tx: Tx,
      orgId: OrgId,
      { charges, overrides, effectiveOn, expectedRevision, by }: ChargesGiven & ToSave,
    ) => {
      await requireOwnFacilities(tx, orgId, overrides);
      const newest = Number((await chargesRepo(tx).newest(orgId))?.revision ?? 0);
      if (expectedRevision !== undefined && expectedRevision !== newest)
        throw chargesFault('changed', `expectedRevision: the newest is ${newest}.`);
      const saved = { saved_by: by, saved_at: clock.wallMs() };
      const lists = { charges: JSON.stringify(charges), overrides: JSON.stringify(overrides) };
      const row = { org_id: orgId, revision: newest + 1, effective_on: effectiveOn, ...lists, ...saved };
      if (!(await chargesRepo(tx).append(row)))
        throw chargesFault('changed', 'Somebody else saved at the same moment.');
      return read(tx, orgId);
    },

    /** What holds at a facility today, as the day is there. */
    ofFacility: async (
      tx: Tx,
      { id, org_id, timezone }: Pick<Facility, 'id' | 'org_id' | 'timezone'>,
      { hideInactive, showDisabled }: { readonly hideInactive: boolean; readonly showDisabled: boolean },
    ) => {
      const row = await chargesRepo(tx).inEffectOn(org_id, todayIn(timezone));
      const own = new Map(overridesOf(row).flatMap((one) => (one.facilityId === id ? [[one.key, one]] : [])));
      const merged = chargesOf(row).map((charge) => mergedWith(charge, own.get(charge.key)));
      return {
        facilityId: id as string,
        revision: Number(row?.revision ?? 0),
        effectiveOn: row?.effective_on ?? null,
        data: merged.filter(({ active, disabled }) => (active || !hideInactive) && (!disabled || showDisabled)),
      };
    },
  };
};

interface ToSave {
  readonly expectedRevision?: number | undefined;
  /** `user:<id>`. */
  readonly by: string;
}

const chargesOf = (row: Row | undefined): Charge[] => (row === undefined ? [] : JSON.parse(row.charges));
const overridesOf = (row: Row | undefined): ChargeOverride[] => (row === undefined ? [] : JSON.parse(row.overrides));

const mergedWith = (charge: Charge, own: ChargeOverride | undefined): FacilityCharge => ({
  ...charge,
  amountMinor: own?.amountMinor ?? charge.amountMinor,
  disabled: own?.disabled ?? false,
  source: own === undefined ? 'organisation' : 'facility',
});
