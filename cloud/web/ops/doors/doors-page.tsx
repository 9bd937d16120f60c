import { CONTACT } from '@gatehouse/shared/web/door-picture.js';
import { Component } from 'preact';
import { Staleness, useIsOld } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import { Leaf, LockVerdict } from '../../kit/door-picture.tsx';
import { Empty } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { words } from '../../words/en.ts';
import { useAhead, useConsole, useLive } from '../console.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { doorsTopic } from '../topics.ts';
import { isUpToDate, noticesOf, toneOf } from './door-tone.ts';
import { Notices } from './notices.tsx';
import { useSaidAloud } from './said-aloud.ts';
import type { SeenDoor } from './seen-door.ts';

const NONE: readonly SeenDoor[] = [];

/** Every door of a facility, as it stands now. */
export const DoorsPage = ({ facilityId }: { readonly facilityId: string }) => {
  const console = useConsole();
  useAhead(doorsTopic(console, facilityId));
  return (
    <FacilityFrame facilityId={facilityId} here="doors" title={doorLabels.title}>
      {() => <DoorWall facilityId={facilityId} />}
    </FacilityFrame>
  );
};

const DoorWall = ({ facilityId }: { readonly facilityId: string }) => {
  const console = useConsole();
  const news = useLive(doorsTopic(console, facilityId));
  const doors = news.picture?.data;
  const old = useIsOld(news);
  useSaidAloud(doors ?? NONE);
  return (
    <section aria-labelledby="doors-title">
      <div class="section-head">
        <h1 id="doors-title" tabIndex={-1}>
          {doorLabels.title}
        </h1>
        {doors !== undefined && doors.length > 0 && (
          <p class="quiet">
            {words.doorsOnline(doors.filter(({ presence }) => presence === 'online').length, doors.length)}
          </p>
        )}
      </div>
      <Staleness news={news} />
      <Seen news={news} what={doorLabels.looking}>
        {(doors) =>
          doors.length === 0 ? (
            <Empty title={doorLabels.none}>{doorLabels.noneMore}</Empty>
          ) : (
            <ul class="wall">
              {doors.map((door) => (
                <DoorCard key={door.doorId} door={door} facilityId={facilityId} old={old} />
              ))}
            </ul>
          )
        }
      </Seen>
    </section>
  );
};

interface DoorCardProps {
  readonly door: SeenDoor;
  readonly facilityId: string;
  readonly old: boolean;
}

/** Drawn again when its door differs: of 500 doors one changes at a time. */
class DoorCard extends Component<DoorCardProps> {
  override shouldComponentUpdate(next: DoorCardProps): boolean {
    const { door, facilityId, old } = this.props;
    return next.door !== door || next.facilityId !== facilityId || next.old !== old;
  }

  override render() {
    const { door, facilityId, old } = this.props;
    return (
      <li class="door-card" data-tone={toneOf(door)}>
        <Leaf contact={door.contact} />
        <div class="door-card-body">
          <h2>
            <a href={addressOf('door', { facilityId, doorId: door.doorId })}>
              <bdi>{door.name}</bdi>
            </a>
          </h2>
          <p class="door-card-states">
            <LockVerdict lock={door.lock} old={old} />
            {door.contact !== 'unknown' && <span class="contact">{CONTACT[door.contact]}</span>}
          </p>
          <Notices notices={noticesOf(door)} />
          {door.presence === 'online' && !isUpToDate(door) && (
            <p class="quiet small">{words.enforces(door.enforces)}</p>
          )}
        </div>
      </li>
    );
  }
}
