import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { createBackOff } from '../identity/back-off.ts';
import { type CloudHttps, CloudRefusal } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { HeadRow } from './access-db.ts';
import type { Writer } from './writer.ts';
import type { Cursor, PageOutcome } from './writer-messages.ts';

const POLL_EVERY = Seconds(60);
/** A page of a thousand entries over a slow line. */
const PAGE_WITHIN = Minutes(2);

export interface PullingDeps {
  readonly cloud: Pick<CloudHttps, 'fetch'>;
  readonly tokens: Pick<Tokens, 'current' | 'drop'>;
  readonly writer: Pick<Writer, 'ask'>;
  readonly facilityId: () => FacilityId | undefined;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly cursor: (facilityId: FacilityId) => Cursor | undefined;
  /** The state that decides. */
  readonly head: () => HeadRow | undefined;
  /** Something was committed to the store. */
  readonly onWritten: () => void;
  readonly onSwitched: (head: HeadRow, whole: boolean) => void;
  /** What the box has was the newest at `askedMonoMs`. */
  readonly onNewest: (askedMonoMs: number) => void;
  readonly onRefused: (revision: number, why: string) => void;
  readonly onDamage: (error: unknown) => void;
  readonly onChange: () => void;
}

export interface Pulling {
  /** Pulls until the box has the newest, and again if something asked for it meanwhile. Never rejects. */
  pull(): Promise<void>;
  standing(): { readonly pulling: boolean; readonly trouble: string | undefined };
  /** Pulls now, and each minute from now on. */
  start(): void;
  close(): void;
}

/** Brings the snapshot from the cloud to the store: page by page, from where it was cut off, sooner or later to the newest. */
export const createPulling = (deps: PullingDeps): Pulling => {
  const { cloud, tokens, writer, clock, log } = deps;
  const backOff = createBackOff({ first: Seconds(1), max: Seconds(60), random: deps.random });
  let closed = false;
  let trouble: string | undefined;
  let poll: Timer | undefined;
  let retry: Timer | undefined;

  const fetch = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const { token } = await tokens.current('edge');
    try {
      return new Uint8Array(await cloud.fetch({ method: 'GET', path, token, within: PAGE_WITHIN }));
    } catch (error) {
      if (error instanceof CloudRefusal && error.status === 401) tokens.drop('edge');
      throw error;
    }
  };
  /** Where to read on. The writer, which costs memory, is asked only where whoever reads does not know. */
  const cursorNow = async (facilityId: FacilityId): Promise<Cursor> =>
    deps.cursor(facilityId) ?? (await writer.ask({ do: 'cursor', facilityId })).cursor;
  const askPage = async (facilityId: FacilityId): Promise<PageOutcome> => {
    const cursor = await cursorNow(facilityId);
    const epoch = cursor.epoch === undefined ? '' : `epoch=${cursor.epoch}&`;
    const bytes = await fetch(`/edge/v1/snapshot?${epoch}after=${cursor.after}`);
    if (deps.cursor(facilityId) !== undefined && saysNothingNew(bytes, deps.head())) return { is: 'current' };
    const { outcome } = await writer.ask({ do: 'page', bytes, facilityId });
    if (outcome.is !== 'zones') return outcome;
    const { hash } = outcome;
    return (await writer.ask({ do: 'zones', bytes: await fetch(`/edge/v1/zones/${hash}`), hash })).outcome;
  };
  /** One page, and whether to go on. Throws what stands in the way. */
  const step = async (facilityId: FacilityId): Promise<boolean> => {
    const askedMs = clock.monoMs();
    const outcome = await askPage(facilityId);
    deps.onWritten(); // Also after a page that changes nothing: who reads an old state keeps the store's log from being cut.
    if (closed || deps.facilityId() !== facilityId) return false;
    switch (outcome.is) {
      case 'more':
        return true;
      case 'switched':
        deps.onSwitched(outcome.head, outcome.whole);
        deps.onNewest(askedMs);
        return false;
      case 'current':
        deps.onNewest(askedMs);
        return false;
      case 'nothing_yet':
        return false;
      case 'refused':
        deps.onRefused(outcome.revision, outcome.why);
        throw new Error(`the snapshot was refused: ${outcome.why}`);
      case 'zones':
        throw new Error('the time-zone tables that were sent are not enough');
    }
  };
  const once = async () => {
    if (closed) return;
    retry?.cancel();
    const facilityId = deps.facilityId();
    if (facilityId === undefined) return;
    try {
      while (await step(facilityId));
      backOff.reset();
      trouble = undefined;
    } catch (error) {
      if (closed) return;
      trouble = (error as Error).message;
      log.warn({ err: error }, 'The snapshot could not be pulled.');
      deps.onDamage(error);
      retry = clock.after(backOff.next(), () => void pull());
    }
  };
  const pulling = oneAtATime(once, () => {
    if (!closed) deps.onChange();
  });
  const pull = (): Promise<void> => (closed ? Promise.resolve() : pulling.ask());
  return {
    pull,
    standing: () => ({ pulling: pulling.running(), trouble }),
    start: () => {
      poll ??= clock.every(POLL_EVERY, () => void pull());
      void pull();
    },
    close: () => {
      closed = true;
      poll?.cancel();
      retry?.cancel();
    },
  };
};

/** More than a page without entries takes. */
const EMPTY_PAGE_BYTES = 2_048;

/** Whether a page says that this state is the newest. What is not understood is left to the writer. */
const saysNothingNew = (bytes: Uint8Array<ArrayBuffer>, now: HeadRow | undefined): boolean => {
  if (now === undefined || bytes.length > EMPTY_PAGE_BYTES) return false;
  try {
    const page = SnapshotPage.parse(JSON.parse(Buffer.from(bytes.buffer).toString('utf8')));
    const { revision, hash, entries } = page.head;
    const same = page.epoch === now.epoch && revision === now.revision && hash === now.hash && entries === now.entries;
    return same && page.complete && page.entries.length === 0 && page.facilityId === now.facility_id;
  } catch {
    return false;
  }
};
