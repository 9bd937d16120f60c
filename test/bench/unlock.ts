import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdAwake } from './awake.ts';
import { newCertificate } from './certificate.ts';
import { cloudAlone } from './cloud-side.ts';
import { type Crowd, startCrowd } from './crowd-side.ts';
import { echoFloor, kitSide, noOpFloor, type StartedSide, signatureFloor, syncFloor } from './floors.ts';
import { fromLocked, medianOf, PULSE_MS } from './from-locked.ts';
import type { Readers, Round, Unlocks } from './goals.ts';
import { type Gym, startGym } from './gym.ts';
import { embeddedPing, mosquittoPing } from './ping.ts';
import { measure } from './side.ts';

export interface UnlockBenchOptions {
  readonly rounds: number;
  /** How long each side is measured in each round. */
  readonly forMs: number;
  readonly awake: boolean;
  readonly profiles?: string;
  readonly say: (text: string) => void;
}

const MANY = 64;
const BUS_RENEWALS = 20;
const READERS_LONGER_MS = 500;

const unlocks = async (gym: Gym, forMs: number): Promise<Unlocks> => {
  const { wholeMs: fromLockedMs, busMs: busFromLockedMs } = await fromLocked(gym);
  const busRenewMs = await medianOf(BUS_RENEWALS, () => gym.bus.unlock(PULSE_MS));
  const one = await measure(gym.side, 1, forMs);
  const many = await measure(gym.side, MANY, forMs);
  return { fromLockedMs, busFromLockedMs, busRenewMs, one, many };
};

const besideReaders = async (
  { side }: StartedSide,
  { readers, elsewhere }: Readonly<Record<'readers' | 'elsewhere', Crowd>>,
  forMs: number,
): Promise<Readers> => {
  // What is measured begins after a warming up; the readers go on a little longer.
  const readFor = forMs + READERS_LONGER_MS;
  const alone = await measure(side, 1, forMs);
  await elsewhere.connect();
  const [beside] = await Promise.all([measure(side, 1, forMs), elsewhere.forMs(readFor)]);
  await readers.connect();
  const [during, read] = await Promise.all([measure(side, 1, forMs), readers.forMs(readFor)]);
  return { alone, beside, during, read };
};

/** Measures everything in turn, round after round, so that whatever else the machine does meets all sides alike. */
export const runUnlockBench = async (options: UnlockBenchOptions): Promise<readonly Round[]> => {
  const { forMs, say } = options;
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const use = async <S extends { stop(): Promise<void> } | undefined>(starting: Promise<S> | S): Promise<S> => {
    const started = await starting;
    if (started !== undefined) ends.push(started.stop);
    return started;
  };
  const useGym = async (baud: number): Promise<Gym> => {
    const gym = await startGym(folder, { baud, ...(options.profiles && { profiles: options.profiles }) });
    ends.push(gym.stop);
    return gym;
  };
  const both = async ({ side }: StartedSide) => ({
    one: await measure(side, 1, forMs),
    many: await measure(side, MANY, forMs),
  });

  try {
    say('Starting every side …');
    const certificate = await newCertificate(folder);
    const noOp = await use(noOpFloor(certificate));
    const kit = await use(kitSide(certificate));
    const echo = await use(echoFloor());
    const sync = await use(syncFloor(folder));
    const signature = await use(signatureFloor());
    const embedded = await use(embeddedPing(certificate));
    const mosquitto = await use(mosquittoPing(certificate, folder));
    const alone = await use(cloudAlone(certificate, folder));
    const readers = await use(startCrowd(certificate, alone.port, { kind: 'read' }));
    const elsewhere = await use(startCrowd(certificate, kit.port, { kind: 'read' }));
    const wired = await useGym(9_600);
    const fast = await useGym(115_200);
    if (options.awake) ends.push(holdAwake());

    const rounds: Round[] = [];
    for (let round = 1; round <= options.rounds; round++) {
      say(`Round ${round} of ${options.rounds} …`);
      rounds.push({
        noOp: await both(noOp),
        kit: { many: await measure(kit.side, MANY, forMs) },
        echo: await both(echo),
        sync: await measure(sync.side, 1, forMs),
        signature: await measure(signature.side, 1, forMs),
        embedded: await both(embedded),
        ...(mosquitto && { mosquitto: await both(mosquitto) }),
        cloudAlone: await both(alone),
        readers: await besideReaders(alone, { readers, elsewhere }, forMs),
        fast: await unlocks(fast, forMs),
        wired: await unlocks(wired, forMs),
      });
    }
    return rounds;
  } finally {
    for (const end of ends.reverse()) await end();
  }
};
