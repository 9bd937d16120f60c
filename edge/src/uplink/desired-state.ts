import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { z } from 'zod';
import type { Doors } from '../door/doors.ts';
import { type CloudHttps, CloudRefusal } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Slot } from '../store/box-store.ts';

const POLL_EVERY = Seconds(60);

/** The newest desired state this box took, and the tag it came with. */
export const StoredDesiredState = z.strictObject({ state: DesiredState, etag: z.string().max(300).nullable() });
export type StoredDesiredState = z.infer<typeof StoredDesiredState>;

export interface DesiredStateKeeper {
  current(): DesiredState | undefined;
  /** The revision that the doors follow; 0 before there is one. */
  appliedRevision(): number;
  /** Brings the doors to what was stored, before any network. */
  applyStored(): Promise<void>;
  /** Asks the cloud now; again after that if it is asking already. Never rejects. */
  pull(): Promise<void>;
  nudged(revision: number): void;
  /** Pulls now, and each minute from now on. */
  start(): void;
  /** The box went to another facility: what the last one wished no longer counts for comparison. */
  forget(): void;
  close(): void;
}

export const createDesiredStateKeeper = (deps: {
  readonly cloud: CloudHttps;
  readonly tokens: Tokens;
  readonly slot: Slot<StoredDesiredState>;
  readonly doors: Pick<Doors, 'apply' | 'takeWishes'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly facilityId: () => FacilityId | undefined;
  readonly onCommandKeys: (keys: DesiredState['commandKeys']) => void;
  readonly onApplied: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): DesiredStateKeeper => {
  const { cloud, tokens, slot, log } = deps;
  let stored = slot.load();
  let applied = 0;
  let poll: Timer | undefined;

  const ask = async () => {
    const { token } = await tokens.current('edge');
    const etag = stored?.etag;
    const headers = etag === null || etag === undefined ? {} : { 'if-none-match': etag };
    return await cloud.send({ method: 'GET', path: '/edge/v1/desired-state', token, headers });
  };
  const refuse = (detail: unknown, why: string): boolean => {
    log.error(detail, why);
    return false;
  };
  const take = ({ state, etag }: StoredDesiredState): boolean => {
    if (state.facility.id !== deps.facilityId())
      return refuse({ facilityId: state.facility.id }, 'The cloud sent the desired state of another facility.');
    if (stored !== undefined && state.revision < stored.state.revision)
      return refuse({ revision: state.revision }, 'The cloud sent an older desired state than this box has.');
    stored = { state, etag };
    slot.save(stored);
    deps.onCommandKeys(state.commandKeys);
    return true;
  };
  /** Also what an earlier try could not apply. */
  const apply = async () => {
    if (stored === undefined || stored.state.revision === applied) return;
    const { doors, revision } = stored.state;
    await deps.doors.apply(doors);
    applied = revision;
    deps.onApplied();
    await deps.journal.record({ kind: 'config.applied', data: { revision } });
    log.info({ revision, doors: doors.length }, 'The desired state was applied.');
  };
  const once = async () => {
    try {
      const answer = await ask();
      const { etag } = answer.headers;
      const stands =
        answer.status === 304 || take({ state: DesiredState.parse(answer.body), etag: etag?.slice(0, 300) ?? null });
      await apply();
      // Only what the cloud stands by now: a wish from before a cut may have lapsed since.
      if (stands && stored !== undefined) await deps.doors.takeWishes(stored.state);
    } catch (error) {
      if (error instanceof CloudRefusal && error.status === 401) tokens.drop('edge');
      log.warn({ err: error }, 'The desired state could not be pulled.');
    }
  };
  const pull = oneAtATime(once).ask;

  return {
    current: () => stored?.state,
    appliedRevision: () => applied,
    applyStored: async () => {
      await apply().catch((error: unknown) =>
        log.error({ err: error }, 'The stored desired state could not be applied.'),
      );
    },
    pull,
    nudged: (revision) => {
      if (stored === undefined || revision > stored.state.revision) void pull();
    },
    start: () => {
      poll ??= deps.clock.every(POLL_EVERY, () => void pull());
      void pull();
    },
    forget: () => {
      [stored, applied] = [undefined, 0];
      slot.clear();
    },
    close: () => poll?.cancel(),
  };
};
