import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type Certificate, newCertificate } from './certificate.ts';
import { type CloudAlone, cloudAlone } from './cloud-side.ts';
import { startCrowd, type Wanted } from './crowd-side.ts';
import { startDemoOnce } from './demo.ts';
import { bareRowFloor, kitSide, noOpFloor, type StartedSide } from './floors.ts';
import { type Figure, figureOf, type Pair } from './frame-figures.ts';
import { FRAME_GOALS, type FrameGoalName } from './frame-goals.ts';
import { openIdle } from './frame-idle.ts';
import { fromLocked } from './from-locked.ts';
import { cpuOf } from './goals.ts';
import { startGym } from './gym.ts';
import { measure, type Side } from './side.ts';

export interface FrameBenchOptions {
  readonly rounds: number;
  /** How long each side is measured in each round. */
  readonly forMs: number;
  readonly goals: readonly FrameGoalName[];
  readonly say: (text: string) => void;
}

const MANY = 64;
/** Requests: until V8 has compiled what is busy, and once more in each round. */
const WARM_UP = 5_000;
const WARM_UP_AGAIN = 500;
const ONE_WARM_UP = 50;
const CROWD_LONGER_MS = 500;

/** Measures some goals once. */
type Measuring = () => Promise<Partial<Record<FrameGoalName, Pair>>>;

interface Ground {
  readonly folder: string;
  readonly certificate: Certificate;
  readonly forMs: number;
  /** Started once, whoever asks for it. */
  readonly cloud: () => Promise<CloudAlone>;
  readonly bare: () => Promise<StartedSide>;
  /** Stops it at the end. */
  readonly use: <S extends { stop(): Promise<void> }>(starting: Promise<S>) => Promise<S>;
}

/** CPU of a side and of its floor, one right after the other. */
const beside = async (goal: FrameGoalName, side: Side, floor: Side, forMs: number): Promise<Measuring> => {
  for (const cold of [floor, side]) await measure(cold, MANY, 1, WARM_UP);
  return async () => {
    const beneath = await measure(floor, MANY, forMs, WARM_UP_AGAIN);
    const own = await measure(side, MANY, forMs, WARM_UP_AGAIN);
    return { [goal]: { own: cpuOf(own), floor: cpuOf(beneath) } };
  };
};

/** p99 of unlocks with a crowd at the same cloud, and without. */
const crowded =
  (goal: FrameGoalName, wantedOf: (cloud: CloudAlone) => Wanted) =>
  async ({ cloud, certificate, forMs, use }: Ground): Promise<Measuring> => {
    const alone = await cloud();
    const crowd = await use(startCrowd(certificate, alone.port, wantedOf(alone)));
    await measure(alone.side, MANY, 1, WARM_UP);
    return async () => {
      const without = await measure(alone.side, 1, forMs, ONE_WARM_UP);
      await crowd.connect();
      const asking = crowd.forMs(forMs + CROWD_LONGER_MS);
      const [during] = await Promise.all([measure(alone.side, 1, forMs, ONE_WARM_UP), asking]);
      return { [goal]: { own: during.p99Ms, floor: without.p99Ms } };
    };
  };

const firstDoor = async ({ certificate }: Ground): Promise<Measuring> => {
  return async () => {
    const began = systemClock.monoMs();
    const bare = await noOpFloor(certificate);
    const startMs = systemClock.monoMs() - began;
    await bare.stop();
    const { unlockedMs } = await startDemoOnce();
    return { H5: { own: unlockedMs / 1_000, floor: startMs / 1_000 } };
  };
};

const WIRED_BAUD = 9_600;
const wired = async ({ folder, use }: Ground): Promise<Measuring> => {
  const gym = await use(startGym(folder, { baud: WIRED_BAUD }));
  return async () => {
    const { wholeMs, busMs } = await fromLocked(gym);
    return { H3: { own: wholeMs, floor: busMs } };
  };
};

const PARTS: readonly { readonly of: readonly FrameGoalName[]; open(ground: Ground): Promise<Measuring> }[] = [
  {
    of: ['H1'],
    open: async ({ use, certificate, bare, forMs }) =>
      beside('H1', (await use(kitSide(certificate))).side, (await bare()).side, forMs),
  },
  {
    of: ['H2'],
    open: async ({ cloud, bare, forMs }) => beside('H2', (await cloud()).side, (await bare()).side, forMs),
  },
  { of: ['H3'], open: wired },
  {
    of: ['H4'],
    open: async ({ use, certificate, folder, cloud, forMs }) =>
      beside('H4', (await cloud()).reads, (await use(bareRowFloor(certificate, folder))).side, forMs),
  },
  { of: ['H5'], open: firstDoor },
  { of: ['H6-cloud', 'H6-agent'], open: ({ folder, certificate }) => openIdle(folder, certificate) },
  { of: ['H7-docs'], open: crowded('H7-docs', () => ({ kind: 'read' })) },
  {
    of: ['H7-push'],
    open: crowded('H7-push', ({ crowdKey: key, facilityId }) => ({ kind: 'push', key, facilityId })),
  },
  { of: ['H7-audit'], open: crowded('H7-audit', ({ userKey: key }) => ({ kind: 'search', key })) },
];

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Measures what is asked for in turn, round after round, each beside its floor. */
export const runFrameBench = async ({ rounds, forMs, goals, say }: FrameBenchOptions): Promise<readonly Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const use: Ground['use'] = async (starting) => {
    const started = await starting;
    ends.push(started.stop);
    return started;
  };
  try {
    say('Starting every side …');
    const certificate = await newCertificate(folder);
    const cloud = once(() => use(cloudAlone(certificate, folder)));
    const bare = once(() => use(noOpFloor(certificate)));
    const measuring: Measuring[] = [];
    for (const { of, open } of PARTS)
      if (of.some((goal) => goals.includes(goal)))
        measuring.push(await open({ folder, certificate, forMs, cloud, bare, use }));

    const found: Awaited<ReturnType<Measuring>>[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      for (const measureOnce of measuring) found.push(await measureOnce());
    }
    return goals.map((name) =>
      figureOf(
        { name, ...FRAME_GOALS[name] },
        found.flatMap((round) => round[name] ?? []),
      ),
    );
  } finally {
    for (const end of ends.reverse()) await end();
  }
};
