import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { TemperatureReport } from '@gatehouse/shared/wire/temperatures.ts';
import type { TemperatureReading } from '../broker/temperatures.ts';
import { type CloudHttps, CloudRefusal } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';

const LOOK_EVERY = Minutes(1);
/** However much it goes up and down. */
const AT_MOST_EVERY = Minutes(10);
/** So that what the cloud shows is never old, however little it moves. */
const AT_LEAST_EVERY = Minutes(20);
/** Less is a draught. */
const WORTH_TELLING_C = 0.5;
/** An older cloud knows no such address, and may be upgraded. */
const AGAIN_AFTER = Hours(1);

/** Tells the cloud what sensors on the LAN measure. Returns how to stop. */
export const startTemperatureReports = (deps: {
  readonly cloud: Pick<CloudHttps, 'send'>;
  readonly tokens: Pick<Tokens, 'current' | 'drop'>;
  readonly claimed: () => boolean;
  readonly readings: () => readonly TemperatureReading[];
  readonly clock: Clock;
  readonly log: Log;
}): (() => void) => {
  const { cloud, tokens, clock, log } = deps;
  let told: readonly TemperatureReading[] = [];
  let toldMs = Number.NEGATIVE_INFINITY;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let telling = false;

  const isDue = (readings: readonly TemperatureReading[]): boolean => {
    const before = new Map(told.map(({ sensor, temperatureC }) => [sensor, temperatureC]));
    if (readings.length > 0 && clock.monoMs() - toldMs >= AT_LEAST_EVERY) return true;
    return (
      readings.length !== told.length ||
      readings.some(({ sensor, temperatureC }) => {
        const was = before.get(sensor);
        return was === undefined || Math.abs(was - temperatureC) >= WORTH_TELLING_C;
      })
    );
  };

  const look = async (): Promise<void> => {
    const readings = deps.readings();
    if (telling || clock.monoMs() < quietUntilMs || !deps.claimed() || !isDue(readings)) return;
    telling = true;
    try {
      const { token } = await tokens.current('edge');
      const body: TemperatureReport = {
        v: 1,
        readings: readings.map(({ ageMs, ...reading }) => ({ ...reading, ageSeconds: Math.round(ageMs / 1_000) })),
      };
      await cloud.send({ method: 'POST', path: '/edge/v1/temperatures', token, body });
      [told, toldMs, quietUntilMs] = [readings, clock.monoMs(), clock.monoMs() + AT_MOST_EVERY];
    } catch (error) {
      if (error instanceof CloudRefusal && error.status === 404) quietUntilMs = clock.monoMs() + AGAIN_AFTER;
      if (error instanceof CloudRefusal && error.status === 401) tokens.drop('edge');
      log.debug({ err: error }, 'The cloud could not be told how warm it is.');
    } finally {
      telling = false;
    }
  };
  const looking = clock.every(LOOK_EVERY, () => void look());
  return () => looking.cancel();
};
