import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { warningsFault } from '../../sites/warnings/warnings.faults.ts';
import type { EndedWarning, NewWarning } from '../../sites/warnings/warnings.service.ts';
import { type AccessTarget, parseTarget } from './access-target.ts';
import type { ScopeKeyTable } from './scopes.tables.ts';

export interface ScopeKey {
  readonly facilityId: FacilityId;
  readonly partnerId: PartnerId;
  readonly key: string;
  readonly number: number;
  /** Undefined until somebody maps it. */
  readonly target: AccessTarget | undefined;
  readonly disabled: boolean;
  readonly memberCount: number;
}

export const toScopeKey = (row: ScopeKeyTable): ScopeKey => ({
  facilityId: row.facility_id,
  partnerId: row.partner_id,
  key: row.key,
  number: row.number,
  target: parseTarget(row.target),
  disabled: row.disabled === 1,
  memberCount: row.member_count,
});

/** Why windows with a key open nothing. */
export type Closed = 'disabled' | 'unmapped' | 'mapped_to_nothing';

/** Whether a key fails closed, and why. A key that is mapped to the whole facility is mapped, whatever doors there are. */
export const closedBy = (
  { target, disabled }: Pick<ScopeKey, 'target' | 'disabled'>,
  scopes: ReadonlyMap<string, readonly DoorId[]>,
): Closed | undefined => {
  if (disabled) return 'disabled';
  if (target === undefined) return 'unmapped';
  if (target.to === 'facility') return undefined;
  const some =
    target.to === 'doors'
      ? target.doorIds.length > 0
      : target.to === 'scopes' && target.scopes.some((id) => (scopes.get(id)?.length ?? 0) > 0);
  return some ? undefined : 'mapped_to_nothing';
};

const WHY: Record<Closed, string> = {
  disabled: 'is disabled here',
  unmapped: 'is not mapped to any door',
  mapped_to_nothing: 'is mapped to no door',
};

const WARNED_KIND = 'scope_key_opens_nothing' as const;

/** The key that a warning is about. Throws 409 for a warning of another kind. */
export const keyOfWarning = ({
  kind,
  facilityId,
  subject,
}: {
  readonly kind: string;
  readonly facilityId: FacilityId;
  readonly subject: string;
}): Pick<ScopeKey, 'facilityId' | 'partnerId' | 'key'> => {
  if (kind !== WARNED_KIND)
    throw warningsFault('warning_of_another_kind', `Only a warning of the kind ${WARNED_KIND} is about a scope key.`);
  const slash = subject.indexOf('/');
  return { facilityId, partnerId: uncheckedId<PartnerId>(subject.slice(0, slash)), key: subject.slice(slash + 1) };
};

const subjectOf = ({ facilityId, partnerId, key }: ScopeKey) => ({
  kind: WARNED_KIND,
  facilityId,
  subject: `${partnerId}/${key}`,
});

/** The one warning of a key that fails closed, naming how many members it touches. */
export const openWarning = (key: ScopeKey, why: Closed, partnerName: string): NewWarning => {
  const members = key.memberCount === 1 ? '1 member has' : `${key.memberCount} members have`;
  return {
    ...subjectOf(key),
    message: `The scope key "${key.key}" of ${partnerName} ${WHY[why]}: ${members} windows with it that open nothing.`,
    partner: {
      id: key.partnerId,
      message: `The scope key "${key.key}" opens no door at this facility: staff there have not mapped it, or have switched it off.`,
      fields: { scope_key: key.key },
    },
  };
};

export const closedWarning = (key: ScopeKey): EndedWarning => ({
  ...subjectOf(key),
  partner: {
    id: key.partnerId,
    message: `Nothing is wrong with the scope key "${key.key}" at this facility any more.`,
    fields: { scope_key: key.key },
  },
});
