import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { creditLabels } from '../../words/ai-credit-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { Activity } from './activity.tsx';
import { AiFrame, useHolds } from './ai-frame.tsx';
import { Developers } from './developers.tsx';
import { Limits } from './limits.tsx';
import { Operating } from './operating.tsx';
import { Standing } from './standing.tsx';
import { Statements } from './statements.tsx';
import { TopUp } from './top-up.tsx';
import { Transactions } from './transactions.tsx';

/** AI credit of a facility: how it stands, how it comes in, what limits it, and where it went. */
export const AiPage = ({ facilityId }: { readonly facilityId: string }) => (
  <AiFrame facilityId={facilityId} page="ai">
    {(at) => <Credit at={at} />}
  </AiFrame>
);

interface CreditProps {
  readonly at: AtFacility;
}

const Credit = ({ at }: CreditProps) => {
  const { ask } = useConsole();
  const { values } = useFilters();
  const manages = useHolds(at, 'facility-manager');
  const administers = useHolds(at, 'org-admin');
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['ai', facilityId, 'overview'],
    queryFn: ({ signal }) =>
      ask('GET /api/clubs/{clubID}/ai-credits/overview', { path: { clubID: facilityId } }, { signal }),
  });
  return (
    <Answered query={query} what={creditLabels.looking}>
      {(overview) =>
        overview.enabled ? (
          <>
            <Standing at={at} overview={overview} manages={manages} />
            {manages && <TopUp at={at} currency={overview.currency} begun={values.topup} />}
            {administers && <Limits at={at} overview={overview} />}
            <Developers facilityId={facilityId} gateUrl={overview.gateUrl} />
            {manages && <Transactions at={at} />}
            {manages && <Statements facilityId={facilityId} />}
            {manages && <Activity at={at} />}
            <Operating at={at} isPaused={overview.inferencePaused} />
          </>
        ) : (
          <Off facilityId={facilityId} administers={administers} />
        )
      }
    </Answered>
  );
};

interface OffProps {
  readonly facilityId: string;
  readonly administers: boolean;
}

const Off = ({ facilityId, administers }: OffProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const enable = () =>
    run(async () => {
      const path = { clubID: facilityId };
      await ask('POST /api/clubs/{clubID}/ai-credits/enable', { path }, { idempotencyKey: crypto.randomUUID() });
      announcer.say(creditLabels.enabled);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return (
    <section class="panel stack" aria-label={creditLabels.off}>
      <Empty title={creditLabels.off}>{creditLabels.offMore}</Empty>
      {administers ? (
        <div>
          <ConfirmButton
            label={creditLabels.enable}
            more={creditLabels.enableMore}
            busy={busy}
            onConfirmed={() => void enable()}
          />
        </div>
      ) : (
        <p>{creditLabels.onlyAdmins}</p>
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};
