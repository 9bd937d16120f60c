import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { later } from '../../kit/later.ts';
import { Empty } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { addressOf } from '../routes.ts';
import { isVisiting } from '../session/rights.ts';
import { BlockedAnywhere } from './blocked-anywhere.tsx';
import { BlockedDoors, WATCHED } from './blocked-doors.tsx';
import { UnownedAlarms } from './unowned-alarms.tsx';

/** Few are invited to install doors: the others do without its script. */
const WhereToInstall = later(() => import('../installers/where-to-install.tsx'), 'WhereToInstall');

const EVERY_MS = 5_000;
/** As many facilities as are listed. Of more, those that need a look are. */
const LISTED = 200;

/** First of all: where can people not get in now? Then what else needs somebody, then everything else. */
export const HomePage = () => {
  const { likings, state } = useConsole();
  const { route } = useLocation();
  const first = useMemo(likings.takeHome, [likings]);
  useEffect(() => {
    if (first !== undefined) route(addressOf('doors', { facilityId: first }), true);
  }, [first, route]);
  const now = state.value;
  if (first !== undefined) return null;
  return 'session' in now && isVisiting(now.session.roles) ? (
    <WhereToInstall roles={now.session.roles} />
  ) : (
    <WhatNeedsYou />
  );
};

const WhatNeedsYou = () => {
  useEffect(() => {
    document.title = `${labels.home.title} · ${labels.product}`;
  }, []);
  return (
    <div class="home">
      <h1 tabIndex={-1}>{labels.home.title}</h1>
      <Answered query={useFacilities()} what={labels.home.looking}>
        {({ facilities, isAll }) => <Facilities facilities={facilities} isAll={isAll} />}
      </Answered>
    </div>
  );
};

interface Reach {
  readonly facilities: readonly FacilityListed[];
  /** Whether these are all that somebody reaches. */
  readonly isAll: boolean;
}

const useFacilities = () => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['facilities'],
    queryFn: async ({ signal }): Promise<Reach> => {
      const list = (query: object) => ask('GET /api/facilities', { query: { limit: LISTED, ...query } }, { signal });
      const { data, next } = await list({});
      if (next === null) return { facilities: data, isAll: true };
      return { facilities: (await list({ needsAttention: 'true' })).data, isAll: false };
    },
    refetchInterval: EVERY_MS,
  });
};

const Facilities = ({ facilities, isAll }: Reach) => {
  if (isAll && facilities.length === 0) return <Empty title={labels.home.none}>{labels.home.noneMore}</Empty>;
  const odd = facilities.filter(needsAttention);
  const others = facilities.filter((facility) => !needsAttention(facility));
  return (
    <>
      {isAll && facilities.length <= WATCHED ? <BlockedDoors facilities={facilities} /> : <BlockedAnywhere />}
      <UnownedAlarms />
      <FacilityList title={labels.home.odd} facilities={odd} />
      <FacilityList title={labels.home.usual} facilities={others} />
      {!isAll && <p class="quiet">{labels.home.more}</p>}
    </>
  );
};

const needsAttention = ({ doors, boxes, warningsOpen, lockdowns }: FacilityListed): boolean =>
  warningsOpen > 0 || lockdowns > 0 || doors.online < doors.total || boxes.online < boxes.total;

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
