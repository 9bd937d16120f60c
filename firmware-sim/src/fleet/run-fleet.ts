import { readFileSync } from 'node:fs';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { jsonHttps } from '../net/https-json.ts';
import { createDice, seededRandom } from '../seeded-random.ts';
import { type EnlistedBox, enlist, makeFacility } from './enlist.ts';
import { createFigures, type Figures } from './figures.ts';
import { createLightBox, type LightBox } from './light-box.ts';
import type { FleetOptions, FleetPlace } from './options.ts';
import { startUnlockLoad } from './unlock-load.ts';

export interface FleetReport {
  readonly boxes: number;
  readonly connected: number;
  /** From the first box to the last one connected, and at full size. */
  readonly rampSeconds: number;
  readonly seconds: number;
  /** While at full size. */
  readonly beaconsPerSecond: number;
  readonly acksPerSecond: number;
  readonly unlocksPerSecond: number;
  readonly unlockMs: { readonly p50: number; readonly p99: number; readonly count: number };
  readonly ackMs: { readonly p50: number; readonly p99: number };
  readonly connectMs: { readonly p50: number; readonly p99: number };
  readonly factsStored: number;
  /** How long each storm took until all were back, in seconds; null for one that did not end. */
  readonly storms: readonly (number | null)[];
  readonly drops: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly memoryMb: number;
}

const PROGRESS_EVERY = Seconds(2);
const LOOK_EVERY = Milliseconds(50);
const ALL_UP_WITHIN = Seconds(120);
/** Boxes that are being claimed at a time. */
const ENLISTING_MAX = 16;
/** Of each address: with one a box, one box uses one. */
const DEVICE_SOCKETS = 4;
const RATE_LIMIT = 1_000;

/** Raises a fleet, keeps it at its size for a while under load, and lets it go. Rejects where the cloud will not have it. */
export const runFleet = async (deps: {
  readonly options: FleetOptions;
  readonly place: FleetPlace;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}): Promise<FleetReport> => {
  const { options, place, clock, say } = deps;
  const figures = createFigures();
  const ca = readFileSync(place.caFile, 'utf8');
  const device = jsonHttps({ url: place.deviceUrl, ca, clock, sockets: DEVICE_SOCKETS });
  const partner = jsonHttps({ url: place.partnerUrl, ca, clock, sockets: 64 });
  const random = (part: string) => createDice(seededRandom(`${options.seed}\n${part}`));
  const fleet: { readonly box: LightBox; readonly enlisted: EnlistedBox }[] = [];
  const connected = () => fleet.filter(({ box }) => box.connected).length;
  const began = clock.monoMs();
  const progress = clock.every(PROGRESS_EVERY, () =>
    say(progressLine(figures, fleet.length, connected(), clock.monoMs() - began)),
  );
  const stopped = () => deps.signal?.aborted === true;

  try {
    const limits = { 'doors.unlock': RATE_LIMIT };
    await callControl(place.cloudData, 'rate-limits', { partnerId: place.partnerId, limits });
    await grow({ ...deps, figures, fleet, ca, https: device, random });
    const allUp = await untilAll(clock, () => connected() === fleet.length || stopped());
    if (!allUp) figures.error('not all boxes came up');
    const rampSeconds = (clock.monoMs() - began) / 1_000;
    say(`All ${fleet.length} boxes after ${rampSeconds.toFixed(1)} s; ${options.seconds} s at full size.`);

    const load = startUnlockLoad({
      clock,
      dice: random('unlocks'),
      https: partner,
      key: place.key,
      perSecond: options.unlocks,
      targets: () =>
        fleet.flatMap(({ box, enlisted: { facilityId, doorIds } }) =>
          box.connected ? doorIds.map((doorId) => ({ facilityId, doorId })) : [],
        ),
      figures,
    });
    const before = { ...counts(figures), atMs: clock.monoMs() };
    const storms = await storming({
      ...deps,
      fleet,
      dice: random('storms'),
      until: before.atMs + options.seconds * 1_000,
    });
    await load.stop();
    const seconds = (clock.monoMs() - before.atMs) / 1_000;
    const perSecond = (what: keyof ReturnType<typeof counts>) => rounded((figures[what] - before[what]) / seconds);
    const { connectTimes, ackTimes, unlockTimes } = figures;
    const spread = (times: typeof ackTimes) => ({
      p50: rounded(times.quantile(0.5)),
      p99: rounded(times.quantile(0.99)),
    });
    return {
      boxes: fleet.length,
      connected: connected(),
      rampSeconds: rounded(rampSeconds),
      seconds: rounded(seconds),
      beaconsPerSecond: perSecond('beacons'),
      acksPerSecond: perSecond('acks'),
      unlocksPerSecond: perSecond('unlocks'),
      unlockMs: { ...spread(unlockTimes), count: unlockTimes.count },
      ackMs: spread(ackTimes),
      connectMs: spread(connectTimes),
      factsStored: figures.factsStored,
      storms,
      drops: figures.drops,
      errors: Object.fromEntries(figures.errors),
      memoryMb: Math.round(process.memoryUsage().rss / 1e6),
    };
  } finally {
    progress.cancel();
    for (const { box } of fleet) box.close();
    device.close();
    partner.close();
  }
};

const rounded = (value: number): number => Math.round(value * 10) / 10;
const counts = ({ beacons, acks, unlocks }: Figures) => ({ beacons, acks, unlocks });

const progressLine = (figures: Figures, boxes: number, up: number, passedMs: number): string => {
  const { beacons, acks, unlocks, unlockTimes, drops } = figures;
  const errors = [...figures.errors.values()].reduce((sum, count) => sum + count, 0);
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  return `${(passedMs / 1_000).toFixed(0).padStart(5)} s  ${up}/${boxes} connected  ${beacons} beacons, ${acks} acknowledged  ${unlocks} unlocks, p99 ${unlockTimes.quantile(0.99).toFixed(0)} ms  ${drops} drops  ${errors} errors  ${memory} MB`;
};

/** Looks again and again; resolves with whether it came true in time. */
const untilAll = async (clock: Clock, holds: () => boolean): Promise<boolean> => {
  const giveUpAt = clock.monoMs() + ALL_UP_WITHIN;
  while (!holds()) {
    if (clock.monoMs() > giveUpAt) return false;
    await sleep(clock, LOOK_EVERY);
  }
  return true;
};

/** Every box has an address of its own, as boxes do: all of 127.0.0.0/8 is this machine (RFC 5735). Elsewhere they share one. */
const addressOf = (at: number, url: string): string | undefined => {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+)$/.test(new URL(url).hostname);
  return isHere ? `127.${10 + Math.floor(at / 62_500)}.${Math.floor(at / 250) % 250}.${(at % 250) + 1}` : undefined;
};

type Fleet = { readonly box: LightBox; readonly enlisted: EnlistedBox }[];

/** New boxes at the pace of the ramp, some at a time. */
const grow = async (deps: {
  readonly options: FleetOptions;
  readonly place: FleetPlace;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly figures: Figures;
  readonly fleet: Fleet;
  readonly ca: string;
  readonly https: ReturnType<typeof jsonHttps>;
  readonly random: (part: string) => ReturnType<typeof createDice>;
}): Promise<void> => {
  const { options, place, clock, fleet } = deps;
  const cloud = { ...place, clock, https: deps.https, doorsPerBox: options['doors-per-box'] };
  const facilities: Promise<string>[] = [];
  const facilityOf = (at: number): Promise<string> => {
    const number = Math.floor(at / options['boxes-per-facility']);
    facilities[number] ??= makeFacility(cloud, `Fleet facility ${number + 1}`);
    return facilities[number];
  };
  const began = clock.monoMs();
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < options.boxes && !failed && deps.signal?.aborted !== true) {
      const at = next;
      next += 1;
      const dueMs = began + (at / options.ramp) * 1_000;
      if (dueMs > clock.monoMs()) await sleep(clock, Milliseconds(dueMs - clock.monoMs()));
      const enlisted = await enlist(cloud, await facilityOf(at), addressOf(at, place.deviceUrl));
      const box = createLightBox({
        clock,
        dice: deps.random(`box ${at}`),
        keys: enlisted.keys,
        api: enlisted.api,
        ca: deps.ca,
        commandKeys: enlisted.commandKeys,
        doorIds: enlisted.doorIds,
        lockTime: Milliseconds(options['lock-ms']),
        beaconEvery: Seconds(options['beacon-seconds']),
        figures: deps.figures,
      });
      fleet.push({ box, enlisted });
      box.start();
    }
  };
  // Where one is refused the others stop too, and all have ended before anybody hears of it: no box comes after the end.
  const lanes = Array.from({ length: Math.min(ENLISTING_MAX, options.boxes) }, () =>
    lane().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const ends = await Promise.allSettled(lanes);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

/** Waits out the time at full size; now and then a part of the fleet loses its connection at once. */
const storming = async (deps: {
  readonly options: FleetOptions;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly fleet: Fleet;
  readonly dice: ReturnType<typeof createDice>;
  readonly until: number;
}): Promise<(number | null)[]> => {
  const { options, clock, fleet, dice, say } = deps;
  const storms: (number | null)[] = [];
  const every = options['storm-every'] * 1_000;
  let nextMs = every === 0 ? Number.POSITIVE_INFINITY : clock.monoMs() + every;
  while (clock.monoMs() < deps.until && deps.signal?.aborted !== true) {
    if (clock.monoMs() >= nextMs) {
      const beganMs = clock.monoMs();
      const struck = fleet.filter(() => dice.between(1, 100) <= options['storm-percent']);
      for (const { box } of struck) box.cut();
      const stopped = () => deps.signal?.aborted === true;
      const back = await untilAll(clock, () => fleet.every(({ box }) => box.connected) || stopped());
      if (stopped()) break;
      const seconds = rounded((clock.monoMs() - beganMs) / 1_000);
      storms.push(back ? seconds : null);
      say(`Storm: ${struck.length} boxes were cut off; ${back ? `all back after ${seconds} s` : 'not all came back'}.`);
      nextMs = clock.monoMs() + every;
    }
    await sleep(clock, LOOK_EVERY);
  }
  return storms;
};
