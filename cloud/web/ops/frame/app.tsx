import { useEffect } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route } from 'preact-iso/router';
import { NotLoaded } from '../../kit/broken.tsx';
import { PageRouter } from '../../kit/page-router.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { HomePage } from '../home/home-page.tsx';
import { ROUTES } from '../routes.ts';
import { Shell } from './shell.tsx';

/** A script that does not come is not waited for. */
const missing = (): typeof NotLoaded => NotLoaded;

const SignInPage = lazy(() => import('../session/sign-in.tsx').then(({ SignInPage }) => SignInPage, missing));
const SessionEnded = lazy(() =>
  import('../session/session-ended.tsx').then(({ SessionEnded }) => SessionEnded, missing),
);
const StepUp = lazy(() => import('../session/step-up.tsx').then(({ StepUp }) => StepUp, missing));
const DoorsPage = lazy(() => import('../doors/doors-page.tsx').then(({ DoorsPage }) => DoorsPage, missing));
const DoorPage = lazy(() => import('../doors/door-page.tsx').then(({ DoorPage }) => DoorPage, missing));
const StatisticsPage = lazy(() =>
  import('../statistics/statistics-page.tsx').then(({ StatisticsPage }) => StatisticsPage, missing),
);
const WhatIfPage = lazy(() => import('../what-if/what-if-page.tsx').then(({ WhatIfPage }) => WhatIfPage, missing));
const LockdownPage = lazy(() =>
  import('../lockdown/lockdown-page.tsx').then(({ LockdownPage }) => LockdownPage, missing),
);
const MembersPage = lazy(() => import('../members/members-page.tsx').then(({ MembersPage }) => MembersPage, missing));
const MemberPage = lazy(() => import('../members/member-page.tsx').then(({ MemberPage }) => MemberPage, missing));
const EventsPage = lazy(() => import('../events/events-page.tsx').then(({ EventsPage }) => EventsPage, missing));
const WarningsPage = lazy(() =>
  import('../warnings/warnings-page.tsx').then(({ WarningsPage }) => WarningsPage, missing),
);
const UsersPage = lazy(() => import('../users/users-page.tsx').then(({ UsersPage }) => UsersPage, missing));
const UserPage = lazy(() => import('../users/user-page.tsx').then(({ UserPage }) => UserPage, missing));
const OrganisationsPage = lazy(() =>
  import('../organisations/organisations-page.tsx').then(({ OrganisationsPage }) => OrganisationsPage, missing),
);
const WebhooksPage = lazy(() =>
  import('../webhooks/webhooks-page.tsx').then(({ WebhooksPage }) => WebhooksPage, missing),
);
const WebhookPage = lazy(() => import('../webhooks/webhook-page.tsx').then(({ WebhookPage }) => WebhookPage, missing));
const JobsPage = lazy(() => import('../jobs/jobs-page.tsx').then(({ JobsPage }) => JobsPage, missing));
const MailboxPage = lazy(() => import('../mailbox/mailbox-page.tsx').then(({ MailboxPage }) => MailboxPage, missing));
const RetentionPage = lazy(() =>
  import('../retention/retention-page.tsx').then(({ RetentionPage }) => RetentionPage, missing),
);
const AuditPage = lazy(() => import('../audit/audit-page.tsx').then(({ AuditPage }) => AuditPage, missing));
const BoxesPage = lazy(() => import('../boxes/boxes-page.tsx').then(({ BoxesPage }) => BoxesPage, missing));
const BoxPage = lazy(() => import('../boxes/box-page.tsx').then(({ BoxPage }) => BoxPage, missing));
const WalkTestPage = lazy(() =>
  import('../walk-test/walk-test-page.tsx').then(({ WalkTestPage }) => WalkTestPage, missing),
);
const WiringPage = lazy(() => import('../wiring/wiring-page.tsx').then(({ WiringPage }) => WiringPage, missing));
const PanelStaffPage = lazy(() =>
  import('../panel-staff/panel-staff-page.tsx').then(({ PanelStaffPage }) => PanelStaffPage, missing),
);
const ClaimPage = lazy(() => import('../claim/claim-page.tsx').then(({ ClaimPage }) => ClaimPage, missing));
const AccountPage = lazy(() => import('../account/account-page.tsx').then(({ AccountPage }) => AccountPage, missing));

const Pages = () => (
  <PageRouter home={{ href: ROUTES.home, label: labels.frame.toHome }}>
    <Route path={ROUTES.home} component={HomePage} />
    <Route path={ROUTES.doors} component={DoorsPage} />
    <Route path={ROUTES.door} component={DoorPage} />
    <Route path={ROUTES.events} component={EventsPage} />
    <Route path={ROUTES.warnings} component={WarningsPage} />
    <Route path={ROUTES.lockdown} component={LockdownPage} />
    <Route path={ROUTES.statistics} component={StatisticsPage} />
    <Route path={ROUTES.whatIf} component={WhatIfPage} />
    <Route path={ROUTES.members} component={MembersPage} />
    <Route path={ROUTES.member} component={MemberPage} />
    <Route path={ROUTES.users} component={UsersPage} />
    <Route path={ROUTES.user} component={UserPage} />
    <Route path={ROUTES.organisations} component={OrganisationsPage} />
    <Route path={ROUTES.webhooks} component={WebhooksPage} />
    <Route path={ROUTES.webhook} component={WebhookPage} />
    <Route path={ROUTES.jobs} component={JobsPage} />
    <Route path={ROUTES.mailbox} component={MailboxPage} />
    <Route path={ROUTES.retention} component={RetentionPage} />
    <Route path={ROUTES.audit} component={AuditPage} />
    <Route path={ROUTES.boxes} component={BoxesPage} />
    <Route path={ROUTES.panelStaff} component={PanelStaffPage} />
    <Route path={ROUTES.box} component={BoxPage} />
    <Route path={ROUTES.wiring} component={WiringPage} />
    <Route path={ROUTES.walkTest} component={WalkTestPage} />
    <Route path={ROUTES.claim} component={ClaimPage} />
    <Route path={ROUTES.account} component={AccountPage} />
  </PageRouter>
);

const Session = () => {
  const { state, enter, proof } = useConsole();
  const now = state.value;
  const isSomebody = now.is === 'somebody';
  useEffect(() => {
    // Asked for once a page stands there: they are wanted when the network may be away.
    if (isSomebody) for (const later of [SessionEnded, StepUp]) void later.preload();
  }, [isSomebody]);
  switch (now.is) {
    case 'asking':
      return <Loading what={labels.frame.whoYouAre} />;
    case 'nobody':
      return <SignInPage />;
    case 'unknown':
      return (
        <main id="content" class="sign-in">
          <div class="paper">
            <Failed error={now.error} again={() => void enter()} />
          </div>
        </main>
      );
    default:
      return (
        <Shell session={now.session}>
          <Pages />
          {proof.isOpen.value && <StepUp />}
          {now.is === 'ended' && <SessionEnded session={now.session} />}
        </Shell>
      );
  }
};

export const App = () => {
  const { announcer, enter } = useConsole();
  useEffect(() => void enter(), [enter]);
  return (
    <LocationProvider scope="/ops">
      <p class="unseen" role="status" aria-live="polite">
        {announcer.said.value}
      </p>
      <ErrorBoundary>
        <Session />
      </ErrorBoundary>
    </LocationProvider>
  );
};
