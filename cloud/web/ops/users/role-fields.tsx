import { useId } from 'preact/hooks';
import type { HeldRole, RoleGiven } from '../../client/platform-api.gen.ts';
import { Choice } from '../../kit/filters.tsx';
import { userWords } from '../../words/users-en.ts';
import type { Places } from './places.ts';

export type Right = RoleGiven['role'];
/** What can be given: an installer is invited. */
export const RIGHTS = (Object.keys(userWords.rights) as readonly HeldRole['role'][]).filter(
  (right): right is Right => right !== 'installer',
);

const ON_PLATFORM_ALONE: readonly Right[] = ['super-admin', 'global-admin', 'platform-admin'];
const MODULES: readonly Right[] = ['iam', 'admin', 'agent'];

/** A role that is being chosen: where it is held is empty until somebody says so. */
export interface Chosen {
  readonly role: Right;
  /** `platform`, or the kind of a place and its id: `facility fac_…`. */
  readonly place: string;
}
export const NOTHING_CHOSEN: Chosen = { role: 'facility-staff', place: '' };

/** What is asked of the cloud; undefined where nobody has said yet where it is held. */
export const roleOf = ({ role, place }: Chosen): RoleGiven | undefined => {
  const [scope, scopeId] = ON_PLATFORM_ALONE.includes(role) ? ['platform'] : place.split(' ');
  if (scope === 'platform') return { role, scope };
  if ((scope !== 'organisation' && scope !== 'facility') || scopeId === undefined) return undefined;
  return { role, scope, scopeId };
};

interface RoleFieldsProps {
  readonly places: Places;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
  readonly missing: boolean;
}

/** Asks for a role and, where it is not held on the platform alone, for a place. */
export const RoleFields = ({ places, chosen, choose, missing }: RoleFieldsProps) => {
  const id = useId();
  const { role, place } = chosen;
  return (
    <>
      <Choice
        label={userWords.role}
        value={role}
        options={RIGHTS.map((right) => [right, userWords.rights[right]])}
        onChoice={(right) => choose({ role: right as Right, place: '' })}
      />
      {!ON_PLATFORM_ALONE.includes(role) && (
        <div class="field">
          <label for={id}>{userWords.where}</label>
          <select
            id={id}
            value={place}
            aria-invalid={missing}
            aria-describedby={`${id}-problem`}
            onChange={({ currentTarget }) => choose({ role, place: currentTarget.value })}
          >
            <option value="">{userWords.wherePlaceholder}</option>
            {MODULES.includes(role) && <option value="platform">{userWords.platform}</option>}
            <optgroup label={userWords.organisations}>
              {places.organisations.map(({ organisationId, name }) => (
                <option key={organisationId} value={`organisation ${organisationId}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            {role !== 'org-admin' && (
              <optgroup label={userWords.facilities}>
                {places.facilities.map(({ facilityId, name }) => (
                  <option key={facilityId} value={`facility ${facilityId}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
          <p id={`${id}-problem`} class="problem">
            {missing ? userWords.whereMissing : ''}
          </p>
        </div>
      )}
    </>
  );
};
