import type { Lockdown } from '../../client/platform-api.gen.ts';
import { Staleness } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import type { News } from '../../kit/live.ts';
import { Empty } from '../../kit/states.tsx';
import { lockdownLabels, lockdownWords } from '../../words/lockdown-en.ts';
import { useConsole, useLive } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { doorsTopic, lockdownsTopic } from '../topics.ts';
import { EndLockdown } from './end-lockdown.tsx';
import { LockdownReason } from './lockdown-reason.tsx';

/** What is locked down, which doors have taken it, where somebody has to go, and how it ends. */
export const LockdownPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="lockdown" title={lockdownLabels.title}>
    {(at) => <Standing at={at} />}
  </FacilityFrame>
);

const Standing = ({ at }: { readonly at: AtFacility }) => {
  const console = useConsole();
  const news = useLive(lockdownsTopic(console, at.facility.facilityId));
  return (
    <section aria-labelledby="lockdown-title">
      <div class="section-head">
        <h1 id="lockdown-title" tabIndex={-1}>
          {lockdownLabels.title}
        </h1>
        <p class="quiet">{lockdownLabels.waysOut}</p>
      </div>
      <Staleness news={news} />
      <Seen news={news} what={lockdownLabels.looking}>
        {(lockdowns) =>
          lockdowns.length === 0 ? (
            <Empty title={lockdownLabels.none}>{lockdownLabels.noneMore}</Empty>
          ) : (
            lockdowns.map((lockdown) => (
              <OneLockdown key={lockdown.lockdownId} lockdown={lockdown} news={news} at={at} />
            ))
          )
        }
      </Seen>
    </section>
  );
};

interface OneLockdownProps {
  readonly lockdown: Lockdown;
  readonly news: News<readonly Lockdown[]>;
  readonly at: AtFacility;
}

type DoorInLockdown = Lockdown['doors'][number];
const nameOf = ({ name, doorId }: DoorInLockdown): string => name ?? doorId;

const OneLockdown = ({ lockdown, news, at }: OneLockdownProps) => {
  const { facility, time } = at;
  const console = useConsole();
  const { serverNow } = console;
  const states = useLive(doorsTopic(console, facility.facilityId)).picture?.data;
  const { doors, begunBy, begunAt, layer } = lockdown;
  const missing = doors.filter(({ lockedDown }) => !lockedDown);
  const isHeard = ({ doorId }: DoorInLockdown): boolean =>
    states?.some((door) => door.doorId === doorId && door.presence === 'online') ?? true;
  const unheard = missing.filter((door) => !isHeard(door));
  const waiting = missing.filter(isHeard);
  return (
    <article class="panel lockdown">
      <div>
        <p class="eyebrow">
          {lockdownLabels[layer]} · <bdi>{begunBy.name}</bdi> ·{' '}
          <span class="figures">
            {time.near(Date.parse(begunAt), serverNow())} {time.zone(Date.parse(begunAt))}
          </span>
        </p>
        <LockdownReason at={at} lockdown={lockdown} />
      </div>
      <p class="result" data-tone={missing.length === 0 ? 'good' : 'alarm'} role="status">
        <strong>{lockdownWords.lockdownTaken(doors.length - missing.length, doors.length)}.</strong>{' '}
        {unheard.length > 0 && `${lockdownWords.goThere(unheard.map(nameOf))} `}
        {waiting.length > 0 && lockdownWords.waitingFor(waiting.map(nameOf))}
      </p>
      <ul class="taken">
        {doors.map(({ doorId, name, lockedDown, begin }) => (
          <li key={doorId} data-tone={lockedDown ? 'good' : 'alarm'}>
            <span class="mark" aria-hidden="true">
              {lockedDown ? '✓' : '!'}
            </span>
            <bdi>{name ?? lockdownLabels.removedDoor}</bdi>
            <span class="quiet">{lockedDown ? lockdownLabels.lockedDown : lockdownWords.taken(begin)}</span>
          </li>
        ))}
      </ul>
      <EndLockdown facilityId={facility.facilityId} lockdown={lockdown} news={news} />
    </article>
  );
};
