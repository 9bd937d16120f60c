import type { DoorConfig, Point } from '@gatehouse/shared/door/door-config.ts';
import { answeredFor, isRewired, type Wiring } from '@gatehouse/shared/door/wiring.ts';
import type { WiringGate } from '../wiring/wiring-gate.ts';

/** One thing of a door that differs, in words. Null: there was none, or will be none. */
export interface WiringLine {
  readonly what: string;
  readonly was: string | null;
  readonly is: string | null;
}

/** What waits for a person, as the panel shows it. */
export interface WaitingWiring {
  /** To be named with the decision. */
  readonly hash: string;
  readonly sinceMs: number;
  readonly rejected: { readonly by: string; readonly atMs: number } | null;
  readonly doors: readonly {
    readonly doorId: string;
    readonly name: string;
    readonly change: 'added' | 'changed' | 'removed';
    readonly lines: readonly WiringLine[];
  }[];
}

const PROFILE: Readonly<Record<DoorConfig['profile'], string>> = {
  latch: 'a strike or latch, which is pushed open while it is released',
  magnet: 'a magnet, which holds the door while it is not released',
  gate: 'a gate, which is told to open and closes by itself',
  turnstile: 'a turnstile, which lets one person pass for each release',
};
const ENERGISED: Readonly<Record<DoorConfig['relayEnergisedMeans'], string>> = {
  unlocked: 'unlocks: at rest, and without power, the relay says locked',
  locked: 'locks: without power the relay says unlocked',
};
const SEEN: Readonly<Record<'lock-sense' | 'relay-contact', string>> = {
  'lock-sense': 'the lock’s own contact',
  'relay-contact': 'a second contact of the relay',
};
const ANSWERED: Readonly<Record<string, string>> = {
  input_shared: 'an input is shared on purpose',
  magnet_without_exit: 'hardware lets people out, not an exit button of this box',
  magnet_without_fire: 'hardware releases it on fire, not an input of this box',
};

const place = ({ bus, unit, channel }: Point): string => `${bus}, board ${unit}, channel ${channel}`;
const input = (at: (Point & { readonly activeMeans?: string | undefined }) | null, usual: string): string | null =>
  at && `${place(at)}, active means ${at.activeMeans ?? usual}`;

const evidenceOf = ({ evidence }: DoorConfig): string =>
  evidence.kind === 'command-only'
    ? 'nothing: no unlock is ever confirmed'
    : `${SEEN[evidence.kind]} (${place(evidence)}), active means ${evidence.activeMeans}`;
const keyOf = ({ keySwitch }: DoorConfig): string | null =>
  keySwitch && `${input(keySwitch, 'turned')}; turned, it sets ${keySwitch.mode}`;

const ANSWERS = 'Staff answer for';

/** Everything of a door that somebody has to look at, in the order in which to look. */
const linesOf = (door: DoorConfig, answered: readonly string[] | null): Readonly<Record<string, string | null>> => ({
  Lock: PROFILE[door.profile],
  Relay: place(door.relay),
  'Power on the relay': ENERGISED[door.relayEnergisedMeans],
  'What sees the lock': evidenceOf(door),
  'Exit button': input(door.rex, 'pressed'),
  'Fire alarm': input(door.fire, 'alarm'),
  'Door contact': input(door.contact, 'open'),
  'Key switch': keyOf(door),
  [ANSWERS]:
    answered === null || answered.length === 0 ? null : answered.map((rule) => ANSWERED[rule] ?? rule).join('; '),
});

const differing = (
  was: Readonly<Record<string, string | null>>,
  is: Readonly<Record<string, string | null>>,
): WiringLine[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((what) => ({ what, was: was[what] ?? null, is: is[what] ?? null }))
    .filter((line) => line.was !== line.is);

type WaitingDoor = WaitingWiring['doors'][number];

/** The difference between what was confirmed and what waits, door by door, in plain words. */
export const waitingWiring = (standing: ReturnType<WiringGate['standing']>): WaitingWiring | null => {
  if (standing === undefined) return null;
  const { confirmed, waiting } = standing;
  const { hash, sinceMs, rejected } = waiting;
  const words = (wiring: Wiring, door: DoorConfig) => linesOf(door, answeredFor(wiring, door.doorId));
  const as = ({ doorId, name }: DoorConfig, change: WaitingDoor['change'], lines: WiringLine[]): WaitingDoor[] => [
    { doorId, name, change, lines },
  ];
  const wished = waiting.doors.flatMap((door) => {
    const was = confirmed.doors.find(({ doorId }) => doorId === door.doorId);
    const now = words(waiting, door);
    if (was === undefined) return as(door, 'added', differing({}, now));
    // What was answered for before this was kept is not known, and so differs from nothing.
    const then = {
      ...words(confirmed, was),
      ...(confirmed.acknowledged === null && { [ANSWERS]: now[ANSWERS] ?? null }),
    };
    const lines = differing(then, now);
    return lines.length > 0 || isRewired(was, door) ? as(door, 'changed', lines) : [];
  });
  const removed = confirmed.doors
    .filter((door) => !waiting.doors.some(({ doorId }) => doorId === door.doorId))
    .flatMap((door) => as(door, 'removed', differing(words(confirmed, door), {})));
  return { hash, sinceMs, rejected, doors: [...wished, ...removed] };
};
