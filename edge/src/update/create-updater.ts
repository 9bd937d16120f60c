import { join } from 'node:path';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { ReleaseNote } from '@gatehouse/shared/release/release-note.ts';
import { newerVersion } from '@gatehouse/shared/release/release-version.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Doors } from '../door/doors.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { SqliteJournal } from '../journal/sqlite-journal.ts';
import type { Log } from '../log.ts';
import type { BoxStore } from '../store/box-store.ts';
import { checkRoomFor, downloadRelease } from './download-release.ts';
import { createHealthCheck } from './health-check.ts';
import { EXIT, type ReleaseHome } from './release-home.ts';
import { ReleaseRefused, unpackRelease } from './unpack-release.ts';
import { createUpdateMemory } from './update-memory.ts';
import { runTrial, type Trial } from './update-trial.ts';
import {
  type Candidate,
  checkRegularly,
  chooseRelease,
  fetchReleases,
  type UpdateStanding,
  updateFault,
} from './updates.ts';

export interface Updater {
  standing(): UpdateStanding;
  /** Looks for a release now, and takes it; one version on request, even an older one above the floor. Throws a `Fault`. */
  check(wanted?: string): Promise<UpdateStanding>;
  /** Called at every change of the standing. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Journals how the last update ended, and begins the trial or the regular looks. */
  start(): void;
  close(): void;
}

export interface UpdaterDeps {
  readonly settings: { readonly publicKey: string; readonly channel: string };
  readonly home: ReleaseHome;
  readonly version: string;
  readonly cloud: Pick<CloudHttps, 'send'>;
  readonly tokens: Pick<Tokens, 'current'>;
  readonly box: Pick<BoxStore, 'slot'>;
  readonly journal: Pick<SqliteJournal, 'record' | 'standing'>;
  readonly doors: Pick<Doors, 'report' | 'atRest'>;
  readonly linkConnected: () => boolean;
  /** What keeps the box from restarting now for reasons of its time of day, in words. */
  readonly outsideWindow: () => string | undefined;
  /** Ends the agent in order, with this exit code. */
  readonly restart: (code: number, why: string) => void;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

const LOOK_FOR_REST_EVERY = Seconds(2);
const QUIET = new Set(['relay_fault']); // A broken relay may be what the update mends; all other alarms are somebody's moment.

/** Keeps the agent up to date: looks, downloads, checks, waits for a moment when no door is used, and switches. */
export const createUpdater = (deps: UpdaterDeps): Updater => {
  const { settings, home, version: running, doors, journal, clock, log } = deps;
  const memory = createUpdateMemory(deps);
  const listeners = new Set<() => void>();
  const ownTrial = () => {
    const { trial: given } = home.state();
    return given?.to === running ? given : undefined;
  };
  let now: Pick<UpdateStanding, 'state' | 'version' | 'progress'> =
    ownTrial() === undefined
      ? { state: 'idle', version: null, progress: null }
      : { state: 'on_trial', version: running, progress: null };
  let trouble: string | null = null;
  let checkedAtMs: number | null = null;
  let trial: Trial | undefined;
  let regular: { close(): void } | undefined;
  let rest: Timer | undefined;
  let closed = false;

  const become = (next: typeof now): void => {
    now = next;
    for (const listener of listeners) listener();
  };
  const idle = (): void => become({ state: 'idle', version: null, progress: null });

  const inTheWay = (): readonly string[] => {
    const alarms = doors.report().flatMap((door) => door.alarms.filter((alarm) => !QUIET.has(alarm)));
    const window = deps.outsideWindow();
    return [
      ...(doors.atRest() ? [] : ['a door in use']),
      ...[...new Set(alarms)].map((alarm) => `the end of an alarm (${alarm.replaceAll('_', ' ')})`),
      ...(window === undefined ? [] : [window]),
    ];
  };

  const standing = (): UpdateStanding => ({
    ...now,
    running,
    waitingFor: now.state === 'on_trial' ? (trial?.missing() ?? []) : now.state === 'waiting' ? inTheWay() : [],
    floor: memory.floor() ?? null,
    checkedAtMs,
    trouble,
    undone: home.state().undone,
  });

  const bring = async ({ note }: Candidate): Promise<boolean> => {
    const { manifest } = note;
    const { version, archive } = manifest;
    const download = `${version}-${archive.sha256.slice(0, 16)}.tar.gz`;
    home.tidy({ versions: [running, home.current() ?? running], drafts: [download] });
    const drafts = home.draftFolder();
    await checkRoomFor(drafts, manifest);
    const progress = (bytes: number) =>
      become({ state: 'downloading', version, progress: { bytes, of: archive.size } });
    progress(0);
    const path = join(drafts, download);
    if (!(await downloadRelease(path, manifest, { ...deps, goOn: () => !closed, onProgress: progress }))) return false;
    await unpackRelease(path, join(drafts, version), ReleaseNote.parse(note));
    home.place(join(drafts, version), version);
    return true;
  };

  const untilRest = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (closed) return;
        if (inTheWay().length === 0) resolve();
        else rest = clock.after(LOOK_FOR_REST_EVERY, look);
      };
      look();
    });

  const switchTo = async ({ note, offer }: Candidate): Promise<void> => {
    const { version: to, floor } = note.manifest;
    become({ state: 'waiting', version: to, progress: null });
    await untilRest();
    await journal.record({ kind: 'update.begun', data: { from: running, to } });
    await untilRest(); // The disk may have taken its time.
    const answered = doors.report().flatMap(({ doorId, reachable }) => (reachable ? [doorId] : []));
    memory.begin({ from: running, to, answered });
    home.switchTo({ to, from: running, offer, floor: newerVersion(floor, memory.floor()) ?? floor });
    log.info({ from: running, to }, 'The agent restarts with a new release.');
    deps.restart(EXIT.switched, `update to ${to}`);
  };

  const take = (candidate: Candidate): void => {
    const { version } = candidate.note.manifest;
    bring(candidate)
      .then((here) => (here ? switchTo(candidate) : undefined))
      .catch((error: unknown) => {
        trouble = `${version}: ${error instanceof Error ? error.message : String(error)}`;
        if (error instanceof ReleaseRefused) log.error({ version, why: error.message }, 'A release was refused.');
        else log.warn({ version, err: error }, 'A release could not be brought here; the next look goes on.');
        idle();
      });
  };

  const check = async (wanted?: string): Promise<UpdateStanding> => {
    // The supervisor may still have to note that the last one is kept. A switch that failed half way may be tried again.
    const { trial: noted } = home.state();
    const halfWay = noted?.phase === 'switching' && noted.to !== running && home.current() === running;
    const busy = now.state !== 'idle' || (noted !== null && !halfWay);
    if (busy) throw updateFault('updates.busy', `An update is under way (${now.state}).`);
    become({ state: 'checking', version: null, progress: null });
    try {
      const list = await fetchReleases(deps, settings.channel);
      checkedAtMs = Math.round(clock.wallMs());
      trouble = null;
      const onRefused = (version: string, why: string): void => {
        trouble = `${version} is refused: ${why}.`;
        log.error({ version, why }, 'A release was refused.');
      };
      const { publicKey } = settings;
      const floor = memory.floor();
      const chosen = chooseRelease(list, { publicKey, running, floor, undone: home.state().undone, onRefused }, wanted);
      idle();
      if (chosen !== undefined) take(chosen);
      else if (wanted !== undefined)
        throw updateFault('updates.none', trouble ?? `The cloud offers no release ${wanted} to this box.`);
    } catch (error) {
      idle();
      throw error;
    }
    return standing();
  };

  const look = (): void => {
    regular = checkRegularly({
      ...deps,
      check: async () => {
        if (now.state === 'idle') await check();
      },
    });
  };

  return {
    standing,
    check,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => {
      void memory.settle(running);
      const onTrial = ownTrial();
      if (onTrial === undefined) return look();
      trial = runTrial({
        version: running,
        floor: onTrial.floor,
        check: createHealthCheck({
          linkConnected: deps.linkConnected,
          journalWritable: () => journal.standing().writable,
          doors: () => doors.report(),
          answeredBefore: memory.pending()?.answered ?? [],
        }),
        home,
        memory,
        restart: deps.restart,
        onEnd: () => {
          trial = undefined;
          idle();
          look();
        },
        clock,
        log,
      });
    },
    close: () => {
      closed = true;
      rest?.cancel();
      trial?.close();
      regular?.close();
    },
  };
};
