import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ReleaseVersion } from '@gatehouse/shared/release/release-version.ts';
import { z } from 'zod';

/** With these the agent ends and tells the supervisor (`edge/bin/supervise.mjs`) why. They never change. */
export const EXIT = { switched: 75, givenUp: 76, folderInUse: 77 } as const;

const Trial = z.object({
  to: ReleaseVersion,
  from: ReleaseVersion,
  /** The offer of the cloud that brought it. */
  offer: z.int().nonnegative(),
  /** The floor that counts from when it is kept. */
  floor: ReleaseVersion,
  phase: z.enum(['switching', 'running', 'undoing']),
  starts: z.int().nonnegative(),
  spentMs: z.number().nonnegative(),
});
const Undone = z.object({
  version: ReleaseVersion,
  from: ReleaseVersion,
  offer: z.int().nonnegative(),
  why: z.string(),
});
export type Undone = z.infer<typeof Undone>;

/** `state.json`, as the supervisor keeps it. */
const HomeState = z.object({
  v: z.literal(1),
  floor: ReleaseVersion.nullable(),
  trial: Trial.nullable(),
  undone: z.array(Undone).max(20),
});
export type HomeState = z.infer<typeof HomeState>;
const NEW_STATE: HomeState = { v: 1, floor: null, trial: null, undone: [] };

export interface Switch {
  readonly to: string;
  readonly from: string;
  readonly offer: number;
  readonly floor: string;
}

/** The folder of releases that the supervisor runs the agent from. */
export interface ReleaseHome {
  /** What was read last may be older than the supervisor's newest words. */
  state(): HomeState;
  /** The version that `current` names. */
  current(): string | undefined;
  releaseFolder(version: string): string;
  /** Where downloads and half-unpacked releases lie; made if need be. */
  draftFolder(): string;
  /** Puts a finished draft in its place. Durable when it returns. */
  place(draft: string, version: string): void;
  /** Notes the trial, then points `current` to the new release. Durable when it returns; end with `EXIT.switched` then. */
  switchTo(wish: Switch): void;
  /** The health check is done: this version may stay. */
  confirm(version: string): void;
  /** The health check failed for good; end with `EXIT.givenUp` then. */
  giveUp(why: string): void;
  /** Removes every release but these, and all drafts but those named. */
  tidy(keep: { readonly versions: readonly string[]; readonly drafts: readonly string[] }): void;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Opens the home at `folder` (the supervisor's `--home`). */
export const openReleaseHome = (folder: string): ReleaseHome => {
  const releases = join(folder, 'releases');
  const drafts = join(folder, 'drafts');
  mkdirSync(releases, { recursive: true, mode: FOLDER_MODE });
  const readState = (): HomeState => {
    try {
      return HomeState.parse(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')));
    } catch {
      return NEW_STATE;
    }
  };
  return {
    state: readState,
    current: () => {
      try {
        return readlinkSync(join(folder, 'current')).split('/').at(-1);
      } catch {
        return undefined;
      }
    },
    releaseFolder: (version) => join(releases, version),
    draftFolder: () => {
      mkdirSync(drafts, { recursive: true, mode: FOLDER_MODE });
      return drafts;
    },
    place: (draft, version) => {
      rmSync(join(releases, version), { recursive: true, force: true });
      renameSync(draft, join(releases, version));
      syncFolder(releases);
    },
    switchTo: (wish) => {
      rmSync(join(folder, 'confirmed'), { force: true });
      const trial = { ...wish, phase: 'switching', starts: 0, spentMs: 0 };
      writeWhole(folder, 'state.json', `${JSON.stringify({ ...readState(), trial })}\n`);
      const link = join(folder, 'current.draft');
      rmSync(link, { force: true });
      symlinkSync(join('releases', wish.to), link);
      renameSync(link, join(folder, 'current'));
      syncFolder(folder);
    },
    confirm: (version) => writeWhole(folder, 'confirmed', `${version}\n`),
    giveUp: (why) => writeWhole(folder, 'given-up', `${why}\n`),
    tidy: ({ versions, drafts: kept }) => {
      for (const name of readdirSync(releases))
        if (!versions.includes(name)) rmSync(join(releases, name), { recursive: true, force: true });
      mkdirSync(drafts, { recursive: true, mode: FOLDER_MODE });
      for (const name of readdirSync(drafts))
        if (!kept.includes(name)) rmSync(join(drafts, name), { recursive: true, force: true });
    },
  };
};

/** Replaces a small file whole: written beside, synced, renamed, and the folder synced. */
const writeWhole = (folder: string, name: string, text: string): void => {
  const draft = join(folder, `${name}.draft`);
  const file = openSync(draft, 'w', FILE_MODE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, name));
  syncFolder(folder);
};

/** Makes what was renamed into or out of a folder last through a power cut. */
export const syncFolder = (path: string): void => {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
