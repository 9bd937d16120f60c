import { checkDoors, type DoorProblem, SOFT_RULES, WIRED, type WiredPart } from '@gatehouse/shared/door/check-doors.ts';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { DoorControllerConfiguration, DoorSetting } from '../../client/platform-api.gen.ts';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';

/** A door as it is wired, or is to be. */
export type Wired = Pick<
  DoorSetting,
  | 'doorId'
  | 'name'
  | 'profile'
  | 'relay'
  | 'relayEnergisedMeans'
  | 'evidence'
  | 'contact'
  | 'rex'
  | 'fire'
  | 'keySwitch'
  | 'acknowledged'
>;
export type Reported = NonNullable<DoorControllerConfiguration['reported']>;
export type Rule = DoorSetting['acknowledged'][number];

/** Where a wire ends: what is there of which door, and what is wrong with that. */
interface Terminal {
  readonly kind: 'relay' | 'input';
  readonly channel: number;
  readonly uses: readonly { readonly door: Wired; readonly part: WiredPart; readonly problems: readonly string[] }[];
}
export interface Board {
  readonly bus: string;
  readonly unit: number;
  readonly relays: readonly Terminal[];
  readonly inputs: readonly Terminal[];
}

/** How a door is wired, and nothing else of it. */
export const wiringOf = (door: Omit<Wired, 'doorId'>): Omit<Wired, 'doorId' | 'name'> => {
  const { profile, relay, relayEnergisedMeans, evidence, contact, rex, fire, keySwitch, acknowledged } = door;
  return { profile, relay, relayEnergisedMeans, evidence, contact, rex, fire, keySwitch, acknowledged };
};

/** A door that nobody has wired yet, at the first relay and the first input that others leave. */
export const newDoor = (doors: readonly Wired[], reported: Reported | null): Wired => {
  const boards = boardsOf(doors, reported);
  const [first] = boards;
  const board = first === undefined ? { bus: reported?.buses[0]?.name ?? '', unit: 1 } : placeOf(first);
  const free = (kind: 'relays' | 'inputs'): DoorSetting['relay'] => {
    const [found] = boards.flatMap((one) =>
      one[kind].filter(({ uses }) => uses.length === 0).map(({ channel }) => ({ ...placeOf(one), channel })),
    );
    return found ?? { ...board, channel: first?.[kind].length ?? 0 };
  };
  return {
    ...{ doorId: '' as Wired['doorId'], name: '', profile: 'latch', relayEnergisedMeans: 'unlocked' },
    relay: free('relays'),
    evidence: { kind: 'lock-sense', activeMeans: 'unlocked', ...free('inputs') },
    ...{ contact: null, rex: null, fire: null, keySwitch: null, acknowledged: [] },
  };
};

const placeOf = ({ bus, unit }: Board): Pick<Board, 'bus' | 'unit'> => ({ bus, unit });

/** As the cloud judges it before it takes it, and the box before it drives it. */
export const problemsOf = (doors: readonly Wired[], reported: Reported | null): readonly DoorProblem[] => {
  const hardware = reported === null ? undefined : (reported as unknown as Hardware);
  const answered = new Map<string, readonly Rule[]>(doors.map(({ doorId, acknowledged }) => [doorId, acknowledged]));
  return checkDoors(doors as unknown as readonly DoorConfig[], {
    hardware,
    acknowledged: (doorId) => answered.get(doorId) ?? [],
  });
};

/** What staff may answer for, of what is wrong with a door or what they do answer for. */
export const answerable = (door: Wired, doors: readonly Wired[]): readonly Rule[] => {
  const open = problemsOf(
    doors.map((one) => (one.doorId === door.doorId ? { ...one, acknowledged: [] } : one)),
    null,
  );
  return SOFT_RULES.filter(
    (rule) => door.acknowledged.includes(rule) || open.some((one) => one.doorId === door.doorId && one.rule === rule),
  );
};

const pointOf = (door: Wired, part: WiredPart): DoorSetting['relay'] | null => {
  const point = door[part];
  return point === null || !('bus' in point) ? null : point;
};

/** Every board that the box has or a door names, with what is wired to each of its terminals. */
export const boardsOf = (doors: readonly Wired[], reported: Reported | null): readonly Board[] => {
  const problems = problemsOf(doors, reported);
  const wires = doors.flatMap((door) =>
    WIRED.flatMap((part) => {
      const at = pointOf(door, part);
      const wrong = problems.filter(({ doorId, field }) => doorId === door.doorId && field === part);
      return at === null ? [] : [{ at, door, part, problems: wrong.map(({ message }) => message) }];
    }),
  );
  const known = (reported?.buses ?? []).flatMap(({ name, boards }) =>
    (boards ?? []).map(({ unit, relays, inputs }) => ({ bus: name, unit, relays: relays ?? 0, inputs: inputs ?? 0 })),
  );
  const named = wires.map(({ at: { bus, unit } }) => ({ bus, unit, relays: 0, inputs: 0 }));
  const boards = [...new Map([...named, ...known].map((one) => [`${one.bus} ${one.unit}`, one])).values()];
  boards.sort((a, b) => a.bus.localeCompare(b.bus) || a.unit - b.unit);
  return boards.map(({ bus, unit, relays, inputs }) => {
    const here = wires.filter(({ at }) => at.bus === bus && at.unit === unit);
    const terminals = (kind: Terminal['kind'], has: number): Terminal[] => {
      const mine = here.filter(({ part }) => (part === 'relay') === (kind === 'relay'));
      const count = Math.max(has, ...mine.map(({ at }) => at.channel + 1));
      return Array.from({ length: count }, (_, channel) => ({
        kind,
        channel,
        uses: mine.filter(({ at }) => at.channel === channel),
      }));
    };
    return { bus, unit, relays: terminals('relay', relays), inputs: terminals('input', inputs) };
  });
};

/** One thing of a door in words. Null: it has none. */
type Lines = Readonly<Record<string, string | null>>;
const input = (
  at: Wired['rex'] | Wired['contact'] | Wired['fire'] | Wired['keySwitch'],
  usual: 'pressed' | 'alarm' | 'turned' | 'open',
) => at && wiringWords.active(wiringWords.place(at), at.activeMeans ?? usual);

const linesOf = ({ evidence, keySwitch, acknowledged, ...door }: Wired): Lines => ({
  [wiringLabels.lock]: wiringWords.profile(door.profile),
  [wiringLabels.relay]: wiringWords.place(door.relay),
  [wiringLabels.polarity]: wiringWords.energised(door.relayEnergisedMeans),
  [wiringLabels.evidence]:
    evidence.kind === 'command-only'
      ? wiringWords.evidence(evidence.kind)
      : wiringWords.seenBy(evidence.kind, wiringWords.active(wiringWords.place(evidence), evidence.activeMeans)),
  [wiringLabels.rex]: input(door.rex, 'pressed'),
  [wiringLabels.fire]: input(door.fire, 'alarm'),
  [wiringLabels.contact]: input(door.contact, 'open'),
  [wiringLabels.keySwitch]: keySwitch && wiringWords.sets(input(keySwitch, 'turned') ?? '', keySwitch.mode),
  [wiringLabels.answers]: acknowledged.length === 0 ? null : acknowledged.map(wiringWords.rule).join('; '),
});

export interface DoorDifference {
  readonly doorId: string;
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly lines: readonly { readonly what: string; readonly was: string | null; readonly is: string | null }[];
}

/** What differs of the wiring, door by door, in words. Empty: nothing does. */
export const differencesOf = (before: readonly Wired[], after: readonly Wired[]): readonly DoorDifference[] => {
  const differing = (was: Lines, is: Lines) =>
    Object.keys({ ...was, ...is })
      .map((what) => ({ what, was: was[what] ?? null, is: is[what] ?? null }))
      .filter((line) => line.was !== line.is);
  const find = (doors: readonly Wired[], doorId: string) => doors.find((door) => door.doorId === doorId);
  const ids = [...new Set([...before, ...after].map(({ doorId }) => doorId))];
  return ids.flatMap((doorId): DoorDifference[] => {
    const [was, is] = [find(before, doorId), find(after, doorId)];
    const name = (is ?? was)?.name ?? '';
    if (was === undefined)
      return is === undefined ? [] : [{ doorId, name, change: 'added', lines: differing({}, linesOf(is)) }];
    if (is === undefined) return [{ doorId, name, change: 'removed', lines: [] }];
    const lines = differing(linesOf(was), linesOf(is));
    return lines.length === 0 ? [] : [{ doorId, name, change: 'changed', lines }];
  });
};
