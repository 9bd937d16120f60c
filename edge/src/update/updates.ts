import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { type ReleaseManifest, type ReleaseNote, verifyRelease } from '@gatehouse/shared/release/release-note.ts';
import { compareVersions } from '@gatehouse/shared/release/release-version.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Milliseconds, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ReleaseList } from '@gatehouse/shared/wire/releases.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';
import type { Undone } from './release-home.ts';

const CHECK_EVERY = Hours(6);
const FIRST_CHECK_WITHIN = Minutes(10);

const updateFaults = defineFaults({
  'updates.off': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'This box takes no updates',
    help: 'Configure `updates` in edge.json with the release key, and run the agent under edge/bin/supervise.mjs.',
  },
  'updates.none': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such release is offered to this box',
    help: 'Offer it to the box, its facility or its channel first: gatehouse cloud release offer.',
  },
  'updates.busy': {
    status: 409,
    blame: 'caller',
    retry: 'after-delay',
    title: 'An update is under way',
    help: 'Wait until it is kept or undone.',
  },
});
export const updateFault = faultsOf(updateFaults);

/** What the panel shows of updates. */
export interface UpdateStanding {
  readonly state: 'off' | 'idle' | 'checking' | 'downloading' | 'waiting' | 'on_trial';
  readonly running: string;
  /** The version that comes, or is on trial. */
  readonly version: string | null;
  /** Bytes here, of how many. */
  readonly progress: { readonly bytes: number; readonly of: number } | null;
  /** What a waiting update, or one on trial, waits for, in words. */
  readonly waitingFor: readonly string[];
  /** The oldest version this box still takes. */
  readonly floor: string | null;
  readonly checkedAtMs: number | null;
  /** What went wrong last, in words. */
  readonly trouble: string | null;
  readonly undone: readonly Undone[];
}

/** How a box stands that takes no updates. */
export const updatesOff = (running: string): UpdateStanding => ({
  state: 'off',
  running,
  version: null,
  progress: null,
  waitingFor: [],
  floor: null,
  checkedAtMs: null,
  trouble: null,
  undone: [],
});

/** A release that may be taken, its signature checked. */
export interface Candidate {
  readonly note: ReleaseNote;
  readonly offer: number;
}

export interface ChooseDeps {
  readonly publicKey: string;
  readonly running: string;
  readonly floor: string | undefined;
  readonly undone: readonly Undone[];
  readonly onRefused: (version: string, why: string) => void;
}

/**
 * Of what the cloud lists, the release to take: signed with the pinned key, never below the floor, newer than what runs,
 * and not one that was given up since it was offered. `wanted` asks for one version: then an older one, or one given up,
 * will do.
 */
export const chooseRelease = (list: ReleaseList, deps: ChooseDeps, wanted?: string): Candidate | undefined => {
  const given = (version: string, offer: number) =>
    deps.undone.some((undone) => undone.version === version && undone.offer >= offer);
  const fits = ({ version }: ReleaseManifest, offer: number): boolean =>
    wanted === undefined
      ? compareVersions(version, deps.running) > 0 && !given(version, offer)
      : version === wanted && version !== deps.running;
  const good = list.releases.filter(({ note, offer }) => {
    const { version } = note.manifest;
    if (!fits(note.manifest, offer)) return false;
    const why = !verifyRelease(note, deps.publicKey).ok
      ? 'its signature is not that of the release key'
      : deps.floor !== undefined && compareVersions(version, deps.floor) < 0
        ? `it is below the security floor ${deps.floor}`
        : undefined;
    if (why !== undefined) deps.onRefused(version, why);
    return why === undefined;
  });
  return good.sort((a, b) => compareVersions(b.note.manifest.version, a.note.manifest.version))[0];
};

/** Asks the cloud what is offered to this box. Rejects as `CloudHttps.send`. */
export const fetchReleases = async (
  deps: { readonly cloud: Pick<CloudHttps, 'send'>; readonly tokens: Pick<Tokens, 'current'> },
  channel: string,
): Promise<ReleaseList> => {
  const { token } = await deps.tokens.current('edge');
  const path = `/edge/v1/releases?channel=${encodeURIComponent(channel)}`;
  return ReleaseList.parse((await deps.cloud.send({ method: 'GET', path, token })).body);
};

/** Runs `check` now and again, boxes that started together apart from each other. */
export const checkRegularly = (deps: {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly check: () => Promise<void>;
}): { close(): void } => {
  const { clock, random, log } = deps;
  let timer: Timer | undefined;
  const share = (): number => {
    const [high = 0, low = 0] = random(2);
    return (high * 256 + low) / 65_536;
  };
  const next = (waitMs: number): void => {
    timer = clock.after(Milliseconds(waitMs), () => {
      deps.check().catch((error: unknown) => log.warn({ err: error }, 'The look for releases failed.'));
      next(CHECK_EVERY * (0.75 + share() / 2));
    });
  };
  next(FIRST_CHECK_WITHIN * (0.1 + 0.9 * share()));
  return { close: () => timer?.cancel() };
};
