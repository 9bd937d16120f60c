import { useEffect, useRef } from 'preact/hooks';
import type { FacilityDetails, FacilityListed } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { addressLine } from '../../kit/address-line.ts';
import { Answered } from '../../kit/answered.tsx';
import { facilityTime } from '../../kit/facility-time.ts';
import { claimLabels } from '../../words/boxes-en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { ClaimForm } from './claim-form.tsx';
import type { ClaimedBox } from './claimed.tsx';

interface CompareBoxProps {
  readonly code: string;
  readonly gym: FacilityListed;
  readonly claimed: (box: ClaimedBox) => void;
  readonly otherCode: () => void;
}

/** Which box shows the code and which gym it would belong to, before anything is done. */
export const CompareBox = ({ code, gym, claimed, otherCode }: CompareBoxProps) => {
  const { ask } = useConsole();
  const { facilityId } = gym;
  const shown = useQuery({
    queryKey: ['claim', facilityId, code],
    queryFn: ({ signal }) =>
      ask(
        'POST /api/devices/door-controllers/claims/{facilityId}',
        { path: { facilityId }, body: { code } },
        { signal },
      ),
    // A code ends, and another box may show it then.
    staleTime: 0,
    gcTime: 0,
  });
  const details = useQuery({
    queryKey: ['facility', facilityId],
    queryFn: ({ signal }) => ask('GET /api/facilities/{facilityId}', { path: { facilityId } }, { signal }),
    staleTime: 60_000,
  });
  if (shown.error instanceof RefusedError && shown.error.refusal.code === 'claim_code_unknown')
    return <CodeGone otherCode={otherCode} />;
  return (
    <section class="panel" aria-labelledby="compare-title">
      <h2 id="compare-title">{claimLabels.compare}</h2>
      <Answered query={shown} what={claimLabels.lookingAtBox}>
        {({ uuid, fingerprint }) => (
          <>
            <p class="fingerprint">{fingerprint}</p>
            <p class="quiet">{claimLabels.compareMore}</p>
            <Answered query={details} what={labels.frame.facility}>
              {(facility) => <Gym facility={facility} />}
            </Answered>
            <ClaimForm code={code} gym={gym} box={{ uuid, fingerprint }} claimed={claimed} />
          </>
        )}
      </Answered>
    </section>
  );
};

const Gym = ({ facility }: { readonly facility: FacilityDetails }) => {
  const { ticks, serverNow } = useConsole();
  void ticks.value;
  const time = facilityTime(facility);
  const now = serverNow();
  return (
    <dl class="rows">
      <dt>{claimLabels.gymName}</dt>
      <dd>
        <bdi>{facility.name}</bdi>
      </dd>
      <dt>{claimLabels.address}</dt>
      <dd>
        <bdi>{addressLine(facility.placeData) ?? claimLabels.noAddress}</bdi>
      </dd>
      <dt>{claimLabels.timeThere}</dt>
      <dd>
        <span class="figures">{time.clock(now)}</span> {time.zone(now)}
      </dd>
    </dl>
  );
};

const CodeGone = ({ otherCode }: Pick<CompareBoxProps, 'otherCode'>) => {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus(), []);
  return (
    <section class="panel" role="alert">
      <h2>{claimLabels.gone}</h2>
      <p>{claimLabels.goneMore}</p>
      <button ref={again} type="button" class="first" onClick={otherCode}>
        {claimLabels.otherCode}
      </button>
    </section>
  );
};
