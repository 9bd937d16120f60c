import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { Staleness } from '../../kit/ages.tsx';
import { Answered, Seen } from '../../kit/answered.tsx';
import type { News } from '../../kit/live.ts';
import { Empty } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useLiveAll, useQuery } from '../console.ts';
import { blockedBy } from '../doors/door-tone.ts';
import type { SeenDoor } from '../doors/seen-door.ts';
import { useHeldAt } from '../frame/held-open.tsx';
import { addressOf } from '../routes.ts';
import { doorsTopic } from '../topics.ts';

const EVERY_MS = 5_000;
/** So many facilities are looked into door by door, those that need a look first, and so often where nobody tells. */
const LOOKED_INTO = 25;
const LOOKED_INTO_EVERY = Seconds(15);

const NOTHING: News<never> = { picture: undefined, error: undefined };

interface Blocked {
  readonly facility: FacilityListed;
  readonly door: SeenDoor;
  readonly why: string;
}

/** First of all: where can people not get in now? Then what else needs somebody, then everything else. */
export const HomePage = () => {
  const { likings } = useConsole();
  const { route } = useLocation();
  const first = useMemo(likings.takeHome, [likings]);
  useEffect(() => {
    if (first !== undefined) route(addressOf('doors', { facilityId: first }), true);
  }, [first, route]);
  return first === undefined ? <WhatNeedsYou /> : null;
};

const WhatNeedsYou = () => {
  const { ask } = useConsole();
  useEffect(() => {
    document.title = `${labels.home.title} · ${labels.product}`;
  }, []);
  const found = useQuery({
    queryKey: ['facilities'],
    queryFn: ({ signal }) => ask('GET /api/facilities', { query: { limit: 200 } }, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <div class="home">
      <h1 tabIndex={-1}>{labels.home.title}</h1>
      <Answered query={found} what={labels.home.looking}>
        {({ data: facilities }) => <Facilities facilities={facilities} />}
      </Answered>
    </div>
  );
};

const Facilities = ({ facilities }: { readonly facilities: readonly FacilityListed[] }) => {
  if (facilities.length === 0) return <Empty title={labels.home.none}>{labels.home.noneMore}</Empty>;
  const odd = facilities.filter(needsAttention);
  const others = facilities.filter((facility) => !needsAttention(facility));
  return (
    <>
      <BlockedDoors facilities={[...odd, ...others]} />
      <FacilityList title={labels.home.odd} facilities={odd} />
      <FacilityList title={labels.home.usual} facilities={others} />
    </>
  );
};

const needsAttention = ({ doors, boxes, warningsOpen, lockdowns }: FacilityListed): boolean =>
  warningsOpen > 0 || lockdowns > 0 || doors.online < doors.total || boxes.online < boxes.total;

/** The doors at which nobody gets in: a door that staff keep closed is one, though nothing else is wrong there. */
const BlockedDoors = ({ facilities }: { readonly facilities: readonly FacilityListed[] }) => {
  const console = useConsole();
  // By name: what needs somebody comes and goes, and a list that moves is pressed at the wrong place.
  const looked = facilities.slice(0, LOOKED_INTO).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const news = useLiveAll(looked.map(({ facilityId }) => doorsTopic(console, facilityId, LOOKED_INTO_EVERY)));
  useHeldAt(looked.map(({ facilityId }, at) => [facilityId, news[at]]));
  const seen = news.filter(({ error, picture }) => picture !== undefined || !isNotForMe(error));
  const first = seen.find(({ picture }) => picture === undefined);
  if (first !== undefined)
    return (
      <Seen news={first} what={labels.home.lookingAtDoors}>
        {() => null}
      </Seen>
    );
  const doors = looked.flatMap((facility, at) =>
    (news[at]?.picture?.data ?? []).flatMap((door) => {
      const why = blockedBy(door);
      return why === undefined ? [] : [{ facility, door, why }];
    }),
  );
  return (
    <>
      {looked.map(({ facilityId }, at) => (
        <Staleness key={facilityId} news={news[at] ?? NOTHING} />
      ))}
      {doors.length > 0 && <BlockedList doors={doors} />}
      {doors.length === 0 && seen.length > 0 && <AllWell />}
      {seen.length < facilities.length && <p class="quiet">{words.lookedInto(seen.length, facilities.length)}</p>}
    </>
  );
};

/** Who may see a facility may not see its doors everywhere: that is said, and no reason to show nothing of the others. */
const isNotForMe = (error: unknown): boolean =>
  error instanceof RefusedError && [403, 404].includes(error.refusal.status);

const AllWell = () => (
  <p class="all-well">
    <span class="tick" aria-hidden="true">
      ✓
    </span>
    {words.nobodyBlocked}
  </p>
);

const BlockedList = ({ doors }: { readonly doors: readonly Blocked[] }) => (
  <section class="blocked" aria-labelledby="blocked-title">
    <h2 id="blocked-title">{words.blocked(doors.length)}</h2>
    <ul>
      {doors.map(({ facility, door, why }) => (
        <li key={door.doorId}>
          <a href={addressOf('door', { facilityId: facility.facilityId, doorId: door.doorId })}>
            <bdi>{door.name}</bdi>
          </a>
          <span class="quiet">
            <bdi>{facility.name}</bdi>
          </span>
          <bdi class="why">{why}</bdi>
        </li>
      ))}
    </ul>
  </section>
);

const FacilityList = ({
  title,
  facilities,
}: {
  readonly title: string;
  readonly facilities: readonly FacilityListed[];
}) =>
  facilities.length === 0 ? null : (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="facilities">
        {facilities.map((facility) => (
          <li key={facility.facilityId}>
            <a class="facility-link" href={addressOf('doors', { facilityId: facility.facilityId })}>
              <bdi>{facility.name}</bdi>
            </a>
            <ul class="facts" aria-label={words.stateOf(facility.name)}>
              {factsOf(facility).map(({ text, tone }) => (
                <li key={text} class="fact" data-tone={tone}>
                  {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );

const factsOf = ({ doors, boxes, lockdowns, warningsOpen }: FacilityListed) => [
  ...(lockdowns > 0 ? [{ text: words.lockdowns(lockdowns), tone: 'alarm' }] : []),
  { text: words.doorsOnline(doors.online, doors.total), tone: doors.online < doors.total ? 'alarm' : 'calm' },
  ...(boxes.online < boxes.total ? [{ text: words.boxesOnline(boxes.online, boxes.total), tone: 'alarm' }] : []),
  ...(doors.open > 0 ? [{ text: words.doorsOpen(doors.open), tone: 'held' }] : []),
  ...(warningsOpen > 0 ? [{ text: words.warnings(warningsOpen), tone: 'held' }] : []),
];
