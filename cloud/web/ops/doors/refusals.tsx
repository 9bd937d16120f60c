import { type DenyReason, REASONS } from '@gatehouse/shared/access/reasons.ts';
import type { DoorEvent } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { whoOf } from '../../words/events-en.ts';
import { refusalWords } from '../../words/refusals-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';

const SHOWN = 5;
const EVERY_MS = 5_000;

/** Who was refused at a door last, and why: whoever they are, one step away from what would let them in. */
export const Refusals = ({ at, doorId }: { readonly at: AtFacility; readonly doorId: string }) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['refusals', facilityId, doorId],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/events',
        { path: { facilityId }, query: { doorId, kind: 'access.denied', limit: SHOWN } },
        { signal },
      ),
    refetchInterval: EVERY_MS,
  });
  return (
    <section class="panel" aria-labelledby="refusals-title">
      <h2 id="refusals-title">{doorLabels.whyRefused}</h2>
      <Answered query={query} what={doorLabels.lookingAtRefusals}>
        {(data) =>
          data.data.length === 0 ? (
            <Empty title={doorLabels.nobodyRefused}>{doorLabels.nobodyRefusedMore}</Empty>
          ) : (
            <ol class="refusals">
              {data.data.map((event) => (
                <Refusal key={event.eventId} event={event} at={at} doorId={doorId} />
              ))}
            </ol>
          )
        }
      </Answered>
    </section>
  );
};

interface RefusalProps {
  readonly event: DoorEvent;
  readonly at: AtFacility;
  readonly doorId: string;
}

const Refusal = ({ event, at: { facility, time }, doorId }: RefusalProps) => {
  const { serverNow } = useConsole();
  const ago = useAgo();
  const [member] = event.who?.members ?? [];
  const name = whoOf(event);
  const reason = event.outcome ?? '';
  return (
    <li>
      <p class="refusal-who">
        {member === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <a
            href={`${addressOf('member', { facilityId: facility.facilityId, ...member })}?${new URLSearchParams({ door: doorId })}`}
          >
            <bdi>{name}</bdi>
          </a>
        )}
        <span class="quiet small">
          {ago(event.at)} · <span class="figures">{time.near(Date.parse(event.at), serverNow())}</span>
          {!event.clockTrusted && ` ${doorLabels.doubtfulClock}`}
        </span>
      </p>
      <p class="refusal-why">{refusalWords.refused(reason)}</p>
      <p class="quiet small">{REASONS[reason as DenyReason]?.staff}</p>
    </li>
  );
};
