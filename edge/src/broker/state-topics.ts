import { type LocalBoxState, LocalDoorState } from '@gatehouse/shared/local/standing.ts';
import { BOX_STATE_TOPIC, doorStateTopic } from '@gatehouse/shared/local/topics.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { discoveryOf, type Observed } from './home-assistant.ts';
import type { Retained } from './retained.ts';

/** Changes within this time go out as one. */
const GATHERED = Milliseconds(20);
/** What changes without anybody saying so, such as a name or the link. */
const AT_LEAST_EVERY = Seconds(10);

const REMEMBERED_MAX = 1_000;

/** What observers see of the box. */
export interface StateTopics {
  changed(): void;
  /** The last words of this run: observers need not wait until they miss it. */
  offline(): void;
  close(): void;
}

/** Remembers over restarts which discoveries Home Assistant may still know. */
export interface DiscoveryMemory {
  load(): readonly string[] | undefined;
  keep(topics: string[]): void;
}

export const createStateTopics = (deps: {
  readonly look: () => Observed;
  readonly retained: Retained;
  readonly clock: Clock;
  readonly homeAssistant: boolean;
  readonly discovered: DiscoveryMemory;
}): StateTopics => {
  const { look, retained, clock, homeAssistant, discovered } = deps;
  const set = new Set<string>();
  let known: readonly string[] = discovered.load() ?? [];
  let soon: Timer | undefined;
  let closed = false;

  const remember = (topics: readonly string[]) => {
    if (topics.every((topic) => known.includes(topic))) return;
    const all = [...new Set([...known, ...topics])].slice(-REMEMBERED_MAX);
    known = all;
    discovered.keep(all);
  };
  const send = () => {
    soon?.cancel();
    soon = undefined;
    const view = look();
    const states = new Map<string, object>([
      [BOX_STATE_TOPIC, boxState(view)],
      ...view.doors.map((door) => [doorStateTopic(door.doorId), doorState(door)] as const),
    ]);
    const discoveries = homeAssistant ? discoveryOf(view) : new Map<string, object>();
    remember([...discoveries.keys()]);
    const now = new Map([...states, ...discoveries]);
    for (const topic of set) if (!now.has(topic)) retained.set(topic, undefined);
    for (const [topic, state] of now) retained.set(topic, state);
    for (const topic of known) if (!now.has(topic)) retained.forgotten(topic);
    set.clear();
    for (const topic of now.keys()) set.add(topic);
  };
  const regular = clock.every(AT_LEAST_EVERY, send);
  send();

  return {
    changed: () => {
      if (!closed) soon ??= clock.after(GATHERED, send);
    },
    offline: () => retained.set(BOX_STATE_TOPIC, { ...boxState(look()), standing: 'offline' }),
    close: () => {
      closed = true;
      regular.cancel();
      soon?.cancel();
    },
  };
};

const boxState = (view: Observed): LocalBoxState => ({
  v: 1,
  boxId: view.boxId,
  standing: 'online',
  version: view.version,
  cloud: view.link.state === 'connected',
  doors: view.doors.map(({ doorId }) => doorId),
});

const doorState = (door: Observed['doors'][number]): LocalDoorState =>
  LocalDoorState.strip().parse({ v: 1, mode: door.maintenance.mode, ...door });
