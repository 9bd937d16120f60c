import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { canSee } from '../../platform/users/users.module.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import { parseOwnerKey } from '../ledger/ledger.module.ts';
import type { BilledOwner } from './owners.ts';

/** More than any payer has people. */
const PEOPLE_MAX = 500;
/** Holds nothing: of an organisation its own roles are meant, and no facility’s. */
const NO_FACILITY = uncheckedId<FacilityId>('');

const orgIdOf = (key: string | null): OrgId | undefined => {
  const owner = key === null ? undefined : parseOwnerKey(key);
  return owner?.kind === 'org' ? owner.id : undefined;
};

/** Who is told of a payer’s money: an organisation’s admins; a facility’s managers, or who runs its organisation where it has none. */
export const createPayerPeople =
  ({ users }: { readonly users: Pick<UsersService, 'holdersAt'> }) =>
  async (tx: Tx, payer: BilledOwner): Promise<readonly string[]> => {
    const organisationId = orgIdOf(payer.orgKey ?? payer.key);
    const owner = parseOwnerKey(payer.key);
    if (organisationId === undefined || owner === undefined) return [];
    const isFacility = owner.kind === 'facility';
    const where = { organisationId, facilityId: isFacility ? owner.id : NO_FACILITY };
    const people = await users.holdersAt(tx, where, PEOPLE_MAX);
    const roles = isFacility ? (['facility-manager', 'org-admin'] as const) : (['org-admin'] as const);
    const place = isFacility ? where : { organisationId };
    for (const role of roles) {
      const having = people.filter(({ held }) =>
        canSee(
          held.filter(({ right }) => right === role),
          place,
        ),
      );
      if (having.length > 0) return having.map(({ user }) => user.email);
    }
    return [];
  };
export type PayerPeople = ReturnType<typeof createPayerPeople>;
