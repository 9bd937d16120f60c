import type { KeyObject } from 'node:crypto';
import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { doorsHashOf } from '@gatehouse/shared/wire/doors-hash.ts';
import { signatureOf } from '@gatehouse/shared/wire/signed-state.ts';
import type { z } from 'zod';
import type { Doors } from '../door/doors.ts';
import { type CloudHttps, CloudRefusal } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Slot } from '../store/box-store.ts';
import type { WiringGate } from '../wiring/wiring-gate.ts';
import type { ConfigurationReports } from './configuration-reports.ts';
import type { DesiredMark, DesiredSigned, DesiredWiring, StoredDesiredState } from './desired-slots.ts';

const POLL_EVERY = Seconds(60);

export interface DesiredStateKeeper {
  current(): DesiredState | undefined;
  /** The revision that the doors follow; 0 before there is one. */
  appliedRevision(): number;
  /** Brings the doors to what was stored, before any network. */
  applyStored(): Promise<void>;
  /** The box has other buses than when its doors were applied: what could not be driven may be now, and the other way. */
  hardwareChanged(): void;
  /** Somebody at the panel has confirmed a wiring, or rejected it: the doors follow, and the cloud hears of it. Resolves with what cannot be driven; rejects where they could not follow yet. */
  wiringDecided(): Promise<readonly DoorProblem[]>;
  /** Asks the cloud now; again after that if it is asking already. Never rejects. */
  pull(): Promise<void>;
  nudged(revision: number): void;
  /** Pulls now, and each minute from now on. */
  start(): void;
  /** The box went to another facility: what the last one wanted no longer counts for comparison. */
  forget(): void;
  close(): void;
}

export const createDesiredStateKeeper = (deps: {
  readonly cloud: CloudHttps;
  readonly tokens: Tokens;
  readonly slot: Slot<StoredDesiredState>;
  readonly marks: Slot<DesiredMark>;
  readonly wirings: Slot<DesiredWiring>;
  readonly signed: Slot<z.infer<typeof DesiredSigned>>;
  readonly boxId: BoxId;
  /** The pinned public key of this `kid`. */
  readonly commandKey: (kid: string) => KeyObject | undefined;
  readonly doors: Pick<Doors, 'takeOverrides'>;
  readonly wiring: Pick<WiringGate, 'apply' | 'report' | 'state' | 'forget'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly facilityId: () => FacilityId | undefined;
  readonly onCommandKeys: (keys: DesiredState['commandKeys']) => void;
  readonly onApplied: () => void;
  /** The cloud has answered, and the doors are as it said. */
  readonly onStood: () => void;
  /** The cloud believes that this box is at another facility: only the claim can say so. */
  readonly onMoved: () => void;
  readonly reports: ConfigurationReports;
  readonly clock: Clock;
  readonly log: Log;
}): DesiredStateKeeper => {
  const { cloud, tokens, slot, marks, wirings, wiring, log } = deps;
  let stored = slot.load();
  const ofStored = <Kept extends { readonly etag: string | null }>(kept: Kept | undefined) =>
    kept?.etag === stored?.etag ? kept : undefined;
  let mark = ofStored(marks.load());
  let wired = ofStored(wirings.load());
  let applied = 0;
  let appliedDoors: string | undefined;
  let refused: readonly DoorProblem[] = [];
  let otherHardware = false;
  /** A wiring was confirmed that the doors do not follow yet. */
  let isUnfollowed = false;
  let poll: Timer | undefined;

  const ask = async () => {
    const { token } = await tokens.current('edge');
    const etag = stored?.etag;
    const headers = etag === null || etag === undefined ? {} : { 'if-none-match': etag };
    return await cloud.send({
      method: 'GET',
      path: '/edge/v1/desired-state?with=epoch&wiring=confirmed',
      token,
      headers,
    });
  };
  const refuse = (detail: unknown, why: string): boolean => {
    log.error(detail, why);
    return false;
  };
  /** What the cloud called the doors that this box has; reckoned for those that an earlier release stored. */
  const heldHash = (doors: DesiredState['doors']): string => mark?.doorsHash ?? doorsHashOf(doors);
  /** A cloud of an earlier release signs none: that counts until the first one that does. */
  const isTheClouds = (answer: unknown): boolean => {
    const signature = signatureOf(answer, deps.boxId, deps.commandKey);
    if (signature === 'good' && deps.signed.load() === undefined) deps.signed.keep(true);
    if (signature === 'good' || (signature === 'none' && deps.signed.load() === undefined)) return true;
    return refuse({ signature }, 'The cloud sent a desired state that no pinned key has signed for this box.');
  };
  const keepWiring = (told: DesiredState['wiring'], etag: string | null): void => {
    wired = told && { hash: told.hash, acknowledged: told.acknowledged, etag };
    if (wired === undefined) wirings.clear();
    else wirings.keep(wired);
  };
  const take = ({ state, etag }: StoredDesiredState): boolean => {
    if (state.facility.id !== deps.facilityId()) {
      deps.onMoved();
      return refuse({ facilityId: state.facility.id }, 'The cloud sent the desired state of another facility.');
    }
    const { epoch, held, doorsHash, wiring: saysOfWiring, signature: _, ...rest } = state;
    if (stored !== undefined && epoch === mark?.epoch && state.revision < stored.state.revision)
      return refuse({ revision: state.revision }, 'The cloud sent an older desired state than this box has.');
    // A cloud that was restored may know doors as they were wired once: what the locks follow stays until somebody has looked.
    const own = held === true && stored !== undefined ? stored.state.doors : undefined;
    const next: DesiredMark = {
      ...(epoch !== undefined && { epoch }),
      etag,
      doorsHash: own === undefined ? (doorsHash ?? doorsHashOf(rest.doors)) : heldHash(own),
    };
    if (own !== undefined && next.doorsHash !== doorsHash)
      log.warn(
        { revision: rest.revision },
        'The doors stay as they are until staff confirm what a restored cloud knows.',
      );
    if (epoch !== mark?.epoch) deps.reports.forget(); // A restored cloud has to hear anew which doors these are.
    stored = { state: { ...rest, doors: own ?? rest.doors }, etag };
    slot.keep(stored);
    mark = next;
    marks.keep(next);
    // Doors that stay are wired as they were told to be then.
    keepWiring(own === undefined ? saysOfWiring : wired, etag);
    deps.onCommandKeys(state.commandKeys);
    return true;
  };
  /** Also what an earlier try could not apply. */
  const apply = async (from: 'cloud' | 'store') => {
    if (stored === undefined) return;
    const { doors, revision } = stored.state;
    const hash = heldHash(doors);
    const isApplied = (): boolean => revision === applied && hash === appliedDoors;
    if (isApplied() && !otherHardware) return;
    otherHardware = false;
    const wished = { doors, acknowledged: wired?.acknowledged ?? null, hash: wired?.hash, revision };
    refused = await wiring.apply(wished, from).catch((error: unknown) => {
      otherHardware = true; // Not applied: to be tried again, whatever its number.
      throw error;
    });
    if (isApplied()) return;
    [applied, appliedDoors] = [revision, hash];
    deps.onApplied();
    await deps.journal.record({ kind: 'config.applied', data: { revision } });
    log.info({ revision, doors: doors.length }, 'The desired state was applied.');
  };
  /** Needs no cloud: what is confirmed is here. */
  const follow = async () => {
    try {
      await apply('cloud');
      isUnfollowed = false;
    } catch (error) {
      log.error({ err: error }, 'A wiring that was confirmed could not be applied yet.');
    }
  };
  const once = async () => {
    await wiring.state();
    if (isUnfollowed) await follow();
    try {
      const answer = await ask();
      const { etag } = answer.headers;
      const stands =
        answer.status === 304 ||
        (isTheClouds(answer.body) &&
          take({ state: DesiredState.parse(answer.body), etag: etag?.slice(0, 300) ?? null }));
      await apply('cloud');
      // Only what the cloud stands by now: an override from before a cut may have lapsed since.
      if (stands && stored !== undefined) await deps.doors.takeOverrides(stored.state);
      if (stands && appliedDoors !== undefined) deps.onStood();
      if (appliedDoors !== undefined) await deps.reports.send(taken(appliedDoors));
    } catch (error) {
      if (error instanceof CloudRefusal && error.status === 401) tokens.drop('edge');
      log.warn({ err: error }, 'The desired state could not be pulled.');
    }
  };
  const taken = (doorsHash: string) => ({ revision: applied, doorsHash, refused, wiring: wiring.report() });
  const pull = oneAtATime(once).ask;

  return {
    current: () => stored?.state,
    appliedRevision: () => applied,
    applyStored: async () => {
      await apply('store').catch((error: unknown) =>
        log.error({ err: error }, 'The stored desired state could not be applied.'),
      );
    },
    hardwareChanged: () => {
      otherHardware = true;
      if (stored !== undefined) void pull();
    },
    wiringDecided: async () => {
      otherHardware = true;
      try {
        await apply('cloud');
        return refused;
      } catch (error) {
        isUnfollowed = true;
        throw error;
      } finally {
        void pull();
      }
    },
    pull,
    nudged: (revision) => {
      // Also a lower one: the cloud may have been restored.
      if (revision !== stored?.state.revision) void pull();
    },
    start: () => {
      poll ??= deps.clock.every(POLL_EVERY, () => void pull());
      void pull();
    },
    forget: () => {
      [stored, mark, wired, applied, appliedDoors, refused] = [undefined, undefined, undefined, 0, undefined, []];
      deps.reports.forget();
      wiring.forget();
      slot.clear();
      marks.clear();
      wirings.clear();
    },
    close: () => poll?.cancel(),
  };
};
