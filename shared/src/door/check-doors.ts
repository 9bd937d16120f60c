import type { DoorId } from '../ids/ids.ts';
import type { DoorConfig, Point } from './door-config.ts';
import type { Hardware } from './hardware.ts';

/** What no staff can answer for: a box does not drive a door so, whoever asks. */
export const HARD_RULES = [
  'too_many_doors',
  'door_twice',
  'relay_shared',
  'input_is_evidence',
  'input_twice',
  'bus_missing',
  'bus_without_boards',
  'unit_missing',
  'no_such_relay',
  'no_such_input',
] as const;
/** What may be right all the same, where staff say so of the door. */
export const SOFT_RULES = ['input_shared', 'magnet_without_exit', 'magnet_without_fire'] as const;
export type HardRule = (typeof HARD_RULES)[number];
export type SoftRule = (typeof SOFT_RULES)[number];

/** The parts of a door that are wired to a board. */
export const WIRED = ['relay', 'evidence', 'contact', 'rex', 'fire', 'keySwitch'] as const;
export type WiredPart = (typeof WIRED)[number];

/** What is wrong with a door. `message` begins with the field and names the rule in words. */
export interface DoorProblem {
  readonly doorId: DoorId;
  readonly door: string;
  readonly field: WiredPart | 'doorId';
  readonly rule: HardRule | SoftRule;
  readonly message: string;
}

export interface CheckedWith {
  /** As the box reported it; what is not known is not checked. */
  readonly hardware?: Hardware | undefined;
  /** What staff have answered for, by door. */
  readonly acknowledged?: ((doorId: DoorId) => readonly SoftRule[]) | undefined;
}

export const DOORS_MAX = 64;

export const isHard = ({ rule }: Pick<DoorProblem, 'rule'>): boolean =>
  (HARD_RULES as readonly string[]).includes(rule);

/** Where a part of a door is wired to; null where it has none. */
export const pointOf = (config: DoorConfig, part: WiredPart): Point | null => {
  const point = config[part];
  return point === null || 'bus' in point === false ? null : point;
};

/** Every reason why these doors cannot be driven together by one box, in the order of the doors. Empty: they can. */
export const checkDoors = (doors: readonly DoorConfig[], { hardware, acknowledged }: CheckedWith): DoorProblem[] => {
  const wired = doors.flatMap(wiresOf);
  const problems = [
    ...doors.flatMap((door, i) => countProblems(doors, door, i)),
    ...wired.flatMap((wire) => sharingProblems(wired, wire)),
    ...doors.flatMap(magnetProblems),
    ...(hardware === undefined ? [] : wired.flatMap((wire) => hardwareProblems(hardware, wire))),
  ];
  const answeredFor = ({ doorId, rule }: DoorProblem) =>
    (acknowledged?.(doorId) ?? []).some((acknowledgement) => acknowledgement === rule);
  const order = new Map(doors.map(({ doorId }, i) => [doorId, i]));
  return problems
    .filter((problem) => !answeredFor(problem))
    .sort((a, b) => (order.get(a.doorId) ?? 0) - (order.get(b.doorId) ?? 0));
};

interface Wire {
  readonly door: DoorConfig;
  readonly part: WiredPart;
  readonly point: Point;
}

const wiresOf = (door: DoorConfig): Wire[] =>
  WIRED.flatMap((part) => {
    const point = pointOf(door, part);
    return point === null ? [] : [{ door, part, point }];
  });

const problem = (
  { doorId, name }: DoorConfig,
  field: DoorProblem['field'],
  rule: DoorProblem['rule'],
  words: string,
): DoorProblem => ({ doorId, door: name, field, rule, message: `${field}: ${words}` });

const countProblems = (doors: readonly DoorConfig[], door: DoorConfig, i: number): DoorProblem[] => {
  const first = doors.findIndex(({ doorId }) => doorId === door.doorId);
  return [
    ...(i >= DOORS_MAX ? [problem(door, 'doorId', 'too_many_doors', `a box has ${DOORS_MAX} doors at most`)] : []),
    ...(first === i ? [] : [problem(door, 'doorId', 'door_twice', 'is there twice')]),
  ];
};

const same = (a: Point, b: Point): boolean => a.bus === b.bus && a.unit === b.unit && a.channel === b.channel;
const placeOf = ({ bus, unit, channel }: Point): string => `${bus}, unit ${unit}, channel ${channel}`;
const isWayOut = (part: WiredPart): boolean => part === 'rex' || part === 'fire' || part === 'keySwitch';

/** What a wire has in common with another that it must not have. Relays and inputs are counted apart on every board. */
const sharingProblems = (wired: readonly Wire[], wire: Wire): DoorProblem[] => {
  const { door, part, point } = wire;
  // One of each rule: what staff may answer for must not hide what nobody may.
  const found = new Map<DoorProblem['rule'], DoorProblem>();
  for (const other of wired) {
    const rule = other === wire || !same(point, other.point) ? undefined : ruleBetween(wire, other);
    if (rule === undefined || found.has(rule)) continue;
    const of = other.door === door ? 'of this door' : `of ${other.door.name}`;
    found.set(rule, problem(door, part, rule, `must not be the ${other.part} ${of} (${placeOf(point)})`));
  }
  return [...found.values()];
};

const ruleBetween = (one: Wire, other: Wire): DoorProblem['rule'] | undefined => {
  if ((one.part === 'relay') !== (other.part === 'relay')) return undefined;
  if (one.part === 'relay') return 'relay_shared';
  const parts = [one.part, other.part];
  if (parts.includes('evidence') && parts.some(isWayOut)) return 'input_is_evidence';
  if (one.door === other.door) return 'input_twice';
  // One fire loop, one exit button or one key may well be there for several doors.
  if (one.part === other.part && isWayOut(one.part)) return undefined;
  return 'input_shared';
};

/** A magnet holds whoever cannot release it: without these inputs only hardware lets people out, and somebody has to say that it does. */
const magnetProblems = (door: DoorConfig): DoorProblem[] => {
  if (door.profile !== 'magnet') return [];
  const acknowledge = (rule: SoftRule) => `unless staff say that hardware releases it (${rule})`;
  const exit = `a magnet must have an exit button, ${acknowledge('magnet_without_exit')}`;
  const fire = `a magnet must have a fire input, ${acknowledge('magnet_without_fire')}`;
  return [
    ...(door.rex === null ? [problem(door, 'rex', 'magnet_without_exit', exit)] : []),
    ...(door.fire === null ? [problem(door, 'fire', 'magnet_without_fire', fire)] : []),
  ];
};

const hardwareProblems = ({ buses }: Hardware, { door, part, point }: Wire): DoorProblem[] => {
  const found = (rule: HardRule, words: string) => [problem(door, part, rule, words)];
  const bus = buses.find(({ name }) => name === point.bus);
  if (bus === undefined) return found('bus_missing', `the box must have a bus named ${point.bus}, and has none`);
  if (bus.boards === null) return [];
  if (bus.boards.length === 0)
    return found('bus_without_boards', `must be on a bus with boards, which ${bus.name} (${bus.kind}) is not`);
  const board = bus.boards.find(({ unit }) => unit === point.unit);
  if (board === undefined) {
    const units = bus.boards.map(({ unit }) => unit).join(', ');
    return found('unit_missing', `must be at a unit of ${bus.name}: ${units}`);
  }
  const [has, what, rule] =
    part === 'relay'
      ? ([board.relays, 'relays', 'no_such_relay'] as const)
      : ([board.inputs, 'inputs', 'no_such_input'] as const);
  if (has === null || point.channel < has) return [];
  return found(rule, `channel ${point.channel} must be below ${has}: the board has ${has} ${what}`);
};
