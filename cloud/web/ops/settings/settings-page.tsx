import { settingsWords } from '../../words/settings-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';
import { AccessPolicy } from './access-policy.tsx';
import { AlarmPlanPanel } from './alarm-plan.tsx';
import { DailyDigest } from './daily-digest.tsx';
import { Details } from './details.tsx';
import { Notes } from './notes.tsx';

/** What is set for a facility as a whole. */
export const SettingsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="settings" title={settingsWords.title}>
    {(at) => <Settings at={at} />}
  </FacilityFrame>
);

const Settings = ({ at }: { readonly at: AtFacility }) => {
  const { state } = useConsole();
  const { facilityId, organisationId } = at.facility;
  const now = state.value;
  const manages = 'session' in now && holdsAt(now.session.roles, 'facility-manager', { facilityId, organisationId });
  return (
    <div class="account">
      <h1 tabIndex={-1}>{settingsWords.title}</h1>
      <Details at={at} />
      <AccessPolicy facilityId={facilityId} manages={manages} />
      <AlarmPlanPanel at={at} manages={manages} />
      <DailyDigest at={at} manages={manages} />
      <Notes facilityId={facilityId} manages={manages} />
      <p>
        <a href={addressOf('listings', { facilityId })}>{settingsWords.listings}</a>
      </p>
      {manages && (
        <p>
          <a href={addressOf('cardPayments', { facilityId })}>{settingsWords.cardPayments}</a>
        </p>
      )}
      <p>
        <a href={addressOf('organisation', { organisationId })}>{settingsWords.organisation}</a>
      </p>
    </div>
  );
};
