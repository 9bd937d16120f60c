import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Staleness } from '../../kit/ages.tsx';
import type { News } from '../../kit/live.ts';
import { words } from '../../words/en.ts';
import { useConsole, useLiveAll } from '../console.ts';
import type { SeenDoor } from '../doors/seen-door.ts';
import { addressOf, facilityIn } from '../routes.ts';
import { doorsTopic } from '../topics.ts';

const ASKED_EVERY = Seconds(15);
/** More than these are counted: they stand over the foot of the window. */
const SHOWN = 3;

type OfFacility = readonly [facilityId: string, news: News<readonly SeenDoor[]> | undefined];

const heldIn = ([, news]: OfFacility): readonly SeenDoor[] =>
  (news?.picture?.data ?? []).filter(({ maintenance }) => maintenance.mode === 'force-open');

/** Has every page say from now on that doors of these facilities are held open, for as long as they are. */
export const useHeldAt = (facilities: readonly OfFacility[]): void => {
  const { heldAt } = useConsole();
  const held = facilities.filter((facility) => heldIn(facility).length > 0).map(([facilityId]) => facilityId);
  const names = held.join();
  useEffect(() => {
    if (held.some((facilityId) => !heldAt.peek().has(facilityId))) heldAt.value = new Set([...heldAt.peek(), ...held]);
  }, [heldAt, names]);
};

/**
 * The doors that staff hold open, with how long they still are: of the facility one is at, and of others where some were seen. It is on
 * every page, since whoever has opened a building has to know of it wherever they have gone.
 */
export const useHeldOpen = () => {
  const console = useConsole();
  const { ticks, serverNow, heldAt } = console;
  void ticks.value;
  const here = facilityIn(useLocation().path);
  const ids = [...new Set([...heldAt.value, ...(here === undefined ? [] : [here])])].sort();
  const news = useLiveAll(ids.map((facilityId) => doorsTopic(console, facilityId, ASKED_EVERY)));
  const facilities = ids.map((facilityId, place): OfFacility => [facilityId, news[place]]);
  useHeldAt(facilities);
  // Where all are as usual again, nobody has to be told any more.
  const over = facilities.filter((of) => of[1]?.picture !== undefined && heldIn(of).length === 0).map(([id]) => id);
  const names = over.join();
  useEffect(() => {
    if (over.some((id) => heldAt.peek().has(id)))
      heldAt.value = new Set([...heldAt.peek()].filter((id) => !over.includes(id)));
  }, [heldAt, names]);
  const now = serverNow();
  return facilities.flatMap((of) =>
    heldIn(of).map((door) => {
      const { until } = door.maintenance;
      const leftMs = until === null ? undefined : Math.max(0, Date.parse(until) - now);
      return { facilityId: of[0], door, leftMs, news: of[1] };
    }),
  );
};

type Held = ReturnType<typeof useHeldOpen>[number];

/** What is said of them, over the foot of every page. */
export const HeldOpen = ({ held }: { readonly held: readonly Held[] }) => (
  <p class="held-open">
    <span aria-hidden="true">‖</span>{' '}
    {held.slice(0, SHOWN).map(({ facilityId, door, leftMs, news }) => (
      <span key={door.doorId}>
        {news !== undefined && <Staleness news={news} />}
        <a href={addressOf('door', { facilityId, doorId: door.doorId })}>
          <bdi>{words.heldOpen(door.name, leftMs)}</bdi>
        </a>{' '}
      </span>
    ))}
    {held.length > SHOWN && words.moreHeldOpen(held.length - SHOWN)}
  </p>
);
