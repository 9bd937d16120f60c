import { scopeWords } from '../../words/scopes-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { holdsAt } from '../session/rights.ts';
import { UnmappedZones } from '../warnings/unmapped-zones.tsx';
import { AccessScopes } from './access-scopes.tsx';
import { MappedZones } from './mapped-zones.tsx';
import { ScopeKeys } from './scope-keys.tsx';

/** What members have of their partners, and which doors of a facility that opens. */
export const ScopesPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="scopes" title={scopeWords.title}>
    {(at) => <Mappings at={at} />}
  </FacilityFrame>
);

const Mappings = ({ at }: { readonly at: AtFacility }) => {
  const { state } = useConsole();
  const { facilityId, organisationId } = at.facility;
  const now = state.value;
  const manages = 'session' in now && holdsAt(now.session.roles, 'facility-manager', { facilityId, organisationId });
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{scopeWords.title}</h1>
        <p class="quiet">{scopeWords.more}</p>
      </div>
      <ScopeKeys facilityId={facilityId} manages={manages} />
      <UnmappedZones facilityId={facilityId} manages={manages} />
      <MappedZones facilityId={facilityId} manages={manages} />
      <AccessScopes facilityId={facilityId} manages={manages} />
    </div>
  );
};
