import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { Staleness } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import type { News } from '../../kit/live.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useLiveAll } from '../console.ts';
import { blockedBy, isUnseen } from '../doors/door-tone.ts';
import { useHeldAt } from '../frame/held-open.tsx';
import { doorsTopic } from '../topics.ts';
import { type Blocked, Verdict } from './verdict.tsx';

/** The doors of so many facilities are watched as they change. Of more, it is asked for every now and then. */
export const WATCHED = 25;
const NOTHING: News<never> = { picture: undefined, error: undefined };

/** The doors at which nobody gets in: a door that staff keep closed is one, though nothing else is wrong there. */
export const BlockedDoors = ({ facilities }: { readonly facilities: readonly FacilityListed[] }) => {
  const console = useConsole();
  // By name: what needs somebody comes and goes, and a list that moves is pressed at the wrong place.
  const looked = facilities.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const news = useLiveAll(looked.map(({ facilityId }) => doorsTopic(console, facilityId)));
  useHeldAt(looked.map(({ facilityId }, at) => [facilityId, news[at]]));
  const seen = news.filter(({ error, picture }) => picture !== undefined || !isNotForMe(error));
  const first = seen.find(({ picture }) => picture === undefined);
  if (first !== undefined)
    return (
      <Seen news={first} what={labels.home.lookingAtDoors}>
        {() => null}
      </Seen>
    );
  const doors = looked.flatMap(({ facilityId, name }, at) =>
    (news[at]?.picture?.data ?? []).map((door) => ({ facilityId, facility: name, door, why: blockedBy(door) })),
  );
  const blocked = doors.flatMap(({ door, why, ...at }): Blocked[] =>
    why === undefined ? [] : [{ ...at, doorId: door.doorId, door: door.name, why }],
  );
  const unseen = doors.filter(({ door, why }) => why === undefined && isUnseen(door)).length;
  return (
    <>
      {looked.map(({ facilityId }, at) => (
        <Staleness key={facilityId} news={news[at] ?? NOTHING} />
      ))}
      {seen.length > 0 && <Verdict blocked={blocked} unseen={unseen} />}
      {seen.length < facilities.length && <p class="quiet">{words.lookedInto(seen.length, facilities.length)}</p>}
    </>
  );
};

/** Who may see a facility may not see its doors everywhere: that is said, and no reason to show nothing of the others. */
const isNotForMe = (error: unknown): boolean =>
  error instanceof RefusedError && [403, 404].includes(error.refusal.status);
