import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { noSuchPlace, type PlatformCaller, visibleScopes } from '../users/platform-surface.ts';
import { holds } from '../users/users.module.ts';

/** An organisation's entries, or only those of some of its facilities. */
export interface VisibleOrganisation {
  readonly id: OrgId;
  readonly facilities?: readonly FacilityId[];
}
export type Visible = 'everything' | readonly VisibleOrganisation[];

/** What of the audit somebody may read: what their roles reach, each organisation once. */
export const visibleTo = async (
  tx: Tx,
  organisations: Pick<OrganisationsService, 'findFacility'>,
  caller: Pick<PlatformCaller, 'grants'>,
): Promise<Visible> => {
  const reach = visibleScopes(caller, 'facility-staff');
  if (reach === 'everywhere') return 'everything';
  const whole = new Set(reach.organisations);
  const parts = new Map<OrgId, FacilityId[]>();
  for (const id of new Set(reach.facilities)) {
    const organisation = (await organisations.findFacility(tx, id))?.org_id;
    if (organisation === undefined || whole.has(organisation)) continue;
    parts.set(organisation, [...(parts.get(organisation) ?? []), id]);
  }
  return [...[...whole].map((id) => ({ id })), ...[...parts].map(([id, facilities]) => ({ id, facilities }))];
};

/** Whether somebody reads the entries of all organisations at once, and of none. */
export const mayReadAll = ({ grants }: Pick<PlatformCaller, 'grants'>): boolean => holds(grants, 'super-admin', {});

/** The same within one organisation. One that the caller has no part in is answered as one that there is not. */
export const within = (visible: Visible, organisationId: OrgId, exists: boolean): Visible => {
  const found =
    visible === 'everything' ? exists && { id: organisationId } : visible.find(({ id }) => id === organisationId);
  if (!found) throw noSuchPlace('organisation');
  return [found];
};

/** The same text for whoever sees the same. */
export const nameOf = (visible: Visible): string => {
  if (visible === 'everything') return 'everything';
  const names = visible.map(({ id, facilities = [] }) => [id, ...facilities.toSorted()].join('+'));
  return names.toSorted().join(' ');
};
