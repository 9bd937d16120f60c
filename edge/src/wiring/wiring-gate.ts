import { createHash, randomUUID } from 'node:crypto';
import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { isRewired, isSameWiring, renamed, type Wiring } from '@gatehouse/shared/door/wiring.ts';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { WiringReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { wiringHashOf } from '@gatehouse/shared/wire/wiring-hash.ts';
import type { Doors } from '../door/doors.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Slot } from '../store/box-store.ts';
import type { Decision, KeptWiring } from './kept-wiring.ts';
import { wiringFault } from './wiring.faults.ts';

/** What the cloud wants of the doors. `hash`: what it calls their wiring; undefined where it does not say. */
export interface WishedWiring extends Wiring {
  readonly hash: string | undefined;
  readonly revision: number;
}

/** What somebody at the panel says of the wiring that they saw. */
export interface WiringDecision {
  /** What `standing` calls it. */
  readonly hash: string;
  readonly who: { readonly staffId: string; readonly name: string };
  /** The wiring counts although a door that it changes stands released: that door is locked first. */
  readonly anyway?: boolean;
}

/**
 * Between what the cloud wants of the doors and what they do: how a door is wired counts once a person has confirmed it at
 * this box; names and times count at once.
 *
 * INVARIANTS
 * - What is driven is of sets that were confirmed, each whole. A door that the newest cannot drive yet (its bus is away) goes on as it
 *   was, where that takes no relay of another: `Doors.apply` sees to it, and whoever confirms is told.
 * - A confirmation counts once it is on the disk. The journal hears of it at least once, by the same id each time.
 * - A box that has driven nothing takes its first wiring within ten minutes of its claim, and that it is taken back whole:
 *   whoever claimed it has read the code off it. So does one that has lost its store with both copies, since its exits must not stay dead.
 */
export interface WiringGate {
  /** Brings the doors to what may count of this; resolves with what cannot be driven. As `Doors.apply`. */
  apply(wished: WishedWiring, from: 'cloud' | 'store'): Promise<readonly DoorProblem[]>;
  /**
   * What waits for a person beside what was confirmed; undefined while nothing does. Its `hash` is reckoned here, over all that a
   * person reads: whatever the cloud calls it, nothing else is confirmed by it.
   */
  standing(): { readonly confirmed: Wiring; readonly waiting: NonNullable<KeptWiring['waiting']> } | undefined;
  /** What the cloud is told; undefined before anything was applied. */
  report(): WiringReport | undefined;
  /** Resolves once it counts; `apply` carries it out. Throws a `Fault` (`wiring.*`) where another wiring waits, or a door is in use. */
  confirm(decision: WiringDecision): Promise<void>;
  /** The box goes on as it is. May still be confirmed. */
  reject(decision: Omit<WiringDecision, 'anyway'>): Promise<void>;
  /** Has the journal hear of decisions that it could not take. Never rejects. */
  state(): Promise<void>;
  /** The box was claimed by a code that it showed. */
  claimed(): void;
  /** The box went to another facility: nobody there has confirmed anything. */
  forget(): void;
}

export interface WiringGateDeps {
  readonly store: Slot<KeptWiring>;
  /** What was driven before anybody had to confirm it. */
  readonly driven: () => readonly DoorConfig[] | undefined;
  readonly doors: Pick<Doors, 'apply' | 'demanded'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** As long as a claim code is good. */
const CLAIM_COUNTS_FOR = Minutes(10);
const NOTHING: KeptWiring = { confirmed: { doors: [], acknowledged: null, hash: null }, waiting: null, unstated: [] };

const IN_USE = {
  hold: 'somebody is being let in',
  exit: 'its exit button is pressed',
  fire: 'a fire has released it',
  open: 'it is forced open, which ends',
} as const;

export const createWiringGate = (deps: WiringGateDeps): WiringGate => {
  const { store, doors, journal, clock, log } = deps;
  let kept = store.load();
  let claimedMs = Number.NEGATIVE_INFINITY;

  const firstWiring = (wished: Wiring, from: 'cloud' | 'store'): KeptWiring => {
    const before = deps.driven() ?? (from === 'store' ? wished.doors : undefined);
    return before === undefined ? NOTHING : { ...NOTHING, confirmed: { ...NOTHING.confirmed, doors: [...before] } };
  };
  /** What it is given first, and that all of it is taken back: it was claimed to the wrong gym. */
  const countsByClaim = ({ doors: confirmed }: Wiring, { doors: wanted }: Wiring): boolean =>
    (confirmed.length === 0 || wanted.length === 0) && clock.monoMs() - claimedMs < CLAIM_COUNTS_FOR;

  const take = (wished: WishedWiring, from: 'cloud' | 'store'): KeptWiring => {
    const { confirmed, waiting, unstated } = kept ?? firstWiring(wished, from);
    const doorsNow = [...wished.doors];
    if (isSameWiring(confirmed, wished) || countsByClaim(confirmed, wished)) {
      const acknowledged = plain(wished.acknowledged) ?? confirmed.acknowledged;
      return {
        confirmed: { doors: doorsNow, acknowledged, hash: wished.hash ?? confirmed.hash },
        waiting: null,
        unstated,
      };
    }
    const hash = wished.hash ?? wiringHashOf(wished);
    const known = waiting !== null && waiting.hash === hash && isSameWiring(waiting, wished) ? waiting : undefined;
    if (known === undefined)
      log.warn({ revision: wished.revision }, 'A change of wiring waits for a person at the panel of this box.');
    const { revision, sinceMs, rejected } = known ?? {
      revision: wished.revision,
      sinceMs: Math.max(0, Math.round(clock.wallMs())),
      rejected: null,
    };
    const acknowledged = plain(wished.acknowledged);
    return { confirmed, waiting: { doors: doorsNow, acknowledged, hash, revision, sinceMs, rejected }, unstated };
  };
  const allowed = ({ confirmed, waiting }: KeptWiring): readonly DoorConfig[] =>
    waiting === null
      ? confirmed.doors
      : confirmed.doors.map((door) =>
          renamed(
            door,
            waiting.doors.find(({ doorId }) => doorId === door.doorId),
          ),
        );

  /** Doors that move as they are wired anew: those that stand released are locked by it. */
  const inUse = ({ confirmed, waiting }: KeptWiring): string[] =>
    confirmed.doors.flatMap((door) => {
      const next = waiting?.doors.find(({ doorId }) => doorId === door.doorId);
      const demanded = doors.demanded(door.doorId);
      if (demanded === undefined || demanded === 'rest') return [];
      return next !== undefined && !isRewired(door, next) ? [] : [`${door.name}: ${IN_USE[demanded]}`];
    });

  const stateAll = async (): Promise<void> => {
    for (let next = kept?.unstated[0]; next !== undefined; next = kept?.unstated[0]) {
      const { decisionId } = next;
      try {
        await journal.record(factOf(next));
      } catch (error) {
        log.error({ err: error, decisionId }, 'The decision on a wiring could not be journalled yet.');
        return;
      }
      if (kept === undefined) return;
      kept = { ...kept, unstated: kept.unstated.filter((one) => one.decisionId !== decisionId) };
      store.keep(kept);
    }
  };
  const stating = oneAtATime(stateAll);

  const decide = async (next: KeptWiring): Promise<void> => {
    if (store.commit(next) === 'refused')
      throw wiringFault('wiring.not_kept', 'The disk of this box takes nothing: nothing was changed.');
    kept = next;
    await stating.ask();
  };
  const waitingAs = (hash: string) => {
    if (kept?.waiting && seenAs(kept.waiting) === hash) return { now: kept, waiting: kept.waiting };
    throw wiringFault('wiring.changed', 'This is not the wiring that waits. Look at it again.');
  };

  return {
    apply: async (wished, from) => {
      const next = take(wished, from);
      if (JSON.stringify(next) !== JSON.stringify(kept)) store.keep(next);
      kept = next;
      return doors.apply(allowed(next), from);
    },
    standing: () =>
      kept?.waiting
        ? { confirmed: kept.confirmed, waiting: { ...kept.waiting, hash: seenAs(kept.waiting) } }
        : undefined,
    report: () => {
      if (kept === undefined) return undefined;
      const { confirmed, waiting } = kept;
      return {
        inForce: confirmed.hash,
        waiting: waiting && { hash: waiting.hash, sinceMs: waiting.sinceMs, rejected: waiting.rejected !== null },
      };
    },
    confirm: async ({ hash, who, anyway = false }) => {
      // Asked again, because the answer was lost.
      if (kept?.waiting === null && seenAs(kept.confirmed) === hash) return;
      const { now, waiting } = waitingAs(hash);
      const moving = anyway ? [] : inUse(now);
      if (moving.length > 0)
        throw wiringFault('wiring.door_in_use', `A door that is wired anew is locked first. ${moving.join('; ')}.`);
      const { doors: confirmed, acknowledged, ...asked } = waiting;
      await decide({
        confirmed: { doors: confirmed, acknowledged, hash: asked.hash },
        waiting: null,
        unstated: [...now.unstated, decisionOf('confirmed', { ...asked, who })],
      });
    },
    reject: async ({ hash, who }) => {
      const { now, waiting } = waitingAs(hash);
      if (waiting.rejected !== null) return;
      const rejected = { by: who.name, atMs: Math.max(0, Math.round(clock.wallMs())) };
      const unstated = [...now.unstated, decisionOf('rejected', { ...waiting, who })];
      await decide({ ...now, waiting: { ...waiting, rejected }, unstated });
    },
    state: stating.ask,
    claimed: () => {
      claimedMs = clock.monoMs();
    },
    forget: () => {
      kept = { ...NOTHING, unstated: kept?.unstated ?? [] };
      store.keep(kept);
    },
  };
};

/** SHA-256 of everything that is read of a wiring at the panel, names too, hex. */
const seenAs = ({ doors, acknowledged }: Pick<KeptWiring['confirmed'], 'doors' | 'acknowledged'>): string =>
  createHash('sha256')
    .update(canonicalJson({ doors, acknowledged } as unknown as Json))
    .digest('hex');

const plain = (acknowledged: Wiring['acknowledged']): Record<string, string[]> | null =>
  acknowledged && Object.fromEntries(Object.entries(acknowledged).map(([doorId, rules]) => [doorId, [...rules]]));

const decisionOf = (
  outcome: Decision['outcome'],
  { hash, revision, who }: Pick<WiringDecision, 'hash' | 'who'> & { readonly revision: number },
): Decision => ({
  decisionId: randomUUID(),
  outcome,
  wiring: hash,
  revision,
  by: who.name,
  staffId: who.staffId,
});

const factOf = ({ outcome, ...data }: Decision) =>
  outcome === 'confirmed'
    ? ({ kind: 'wiring.confirmed', data } as const)
    : ({ kind: 'wiring.rejected', data } as const);
