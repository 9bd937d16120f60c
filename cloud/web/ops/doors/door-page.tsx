import { CONTACT } from '@gatehouse/shared/web/door-picture.js';
import { useMemo } from 'preact/hooks';
import { Staleness, useAgo, useIsOld } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import { Leaf, LockVerdict } from '../../kit/door-picture.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { words } from '../../words/en.ts';
import { useConsole, useLive } from '../console.ts';
import { type AtFacility, FacilityFrame, useVisiting } from '../frame/facility-frame.tsx';
import { doorTopic } from '../topics.ts';
import { noticesOf } from './door-tone.ts';
import { EventList } from './event-list.tsx';
import { LetInButton } from './let-in.tsx';
import { Maintenance } from './maintenance.tsx';
import { Notices } from './notices.tsx';
import { Refusals } from './refusals.tsx';
import { useSaidAloud } from './said-aloud.ts';
import type { SeenDoor } from './seen-door.ts';

interface DoorPageProps {
  readonly facilityId: string;
  readonly doorId: string;
}

/** One door: how it stands and how that is known, who was refused there and why, and what happened. */
export const DoorPage = ({ facilityId, doorId }: DoorPageProps) => (
  <FacilityFrame facilityId={facilityId} here="doors" title={doorLabels.one}>
    {(at) => <Door key={doorId} at={at} doorId={doorId} />}
  </FacilityFrame>
);

const Door = ({ at, doorId }: { readonly at: AtFacility; readonly doorId: string }) => {
  const console = useConsole();
  const { facilityId } = at.facility;
  const news = useLive(doorTopic(console, facilityId, doorId));
  const old = useIsOld(news);
  const visiting = useVisiting(at.facility);
  useSaidAloud(useMemo(() => (news.picture === undefined ? [] : [news.picture.data]), [news.picture]));
  return (
    <article aria-labelledby="door-title">
      <Staleness news={news} />
      <Seen news={news} what={doorLabels.lookingAtOne}>
        {(door) => (
          <div class="door-top panel">
            <div class="door-now">
              <Leaf contact={door.contact} />
              <div>
                <h1 id="door-title" tabIndex={-1}>
                  <bdi>{door.name}</bdi>
                </h1>
                <p class="door-card-states">
                  <LockVerdict lock={door.lock} old={old} />
                  {door.contact !== 'unknown' && <span class="contact">{CONTACT[door.contact]}</span>}
                </p>
              </div>
            </div>
            <Notices notices={noticesOf(door)} />
            {!visiting && (
              <>
                <LetInButton facilityId={facilityId} door={door} news={news} time={at.time} />
                <Maintenance at={at} door={door} news={news} />
              </>
            )}
            <Known door={door} />
          </div>
        )}
      </Seen>
      {!visiting && (
        <div class="columns">
          <Refusals at={at} doorId={doorId} />
          <EventList at={at} doorId={doorId} />
        </div>
      )}
    </article>
  );
};

/** How what is shown is known, and how old it is. */
const Known = ({ door }: { readonly door: SeenDoor }) => {
  const ago = useAgo();
  return (
    <dl class="rows">
      <dt>{doorLabels.box}</dt>
      <dd>{door.lastSeen === null ? words.presence(door.presence) : words.heard(door.presence, ago(door.lastSeen))}</dd>
      <dt>{doorLabels.evidence}</dt>
      <dd>{words.evidence(door.evidence)}</dd>
      <dt>{doorLabels.rules}</dt>
      <dd>{words.enforces(door.enforces)}</dd>
    </dl>
  );
};
