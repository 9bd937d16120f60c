import { parseArgs } from 'node:util';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import { FleetOptions, FleetPlace } from './options.ts';
import { runFleet } from './run-fleet.ts';

/** The partner's key comes by the environment: no list of processes shows it. */
const KEY = 'GATEHOUSE_PARTNER_KEY';
const PLACE = {
  'device-url': 'deviceUrl',
  'partner-url': 'partnerUrl',
  ca: 'caFile',
  data: 'cloudData',
  facility: 'facilityId',
  partner: 'partnerId',
} as const;

const main = async (): Promise<number> => {
  const names = [...Object.keys(FleetOptions.shape), ...Object.keys(PLACE)];
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      json: { type: 'boolean' },
    },
  });
  const given = values as Record<string, string | boolean | undefined>;
  const options = FleetOptions.safeParse(given);
  const place = FleetPlace.safeParse({
    ...Object.fromEntries(Object.entries(PLACE).map(([name, member]) => [member, given[name]])),
    key: process.env[KEY],
  });
  const problems = [options, place].flatMap(({ error }) => (error === undefined ? [] : [z.prettifyError(error)]));
  if (!options.success || !place.success) throw new Error(problems.join('\n'));
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
  const report = await runFleet({
    options: options.data,
    place: place.data,
    clock: systemClock,
    signal: stopping.signal,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, null, given.json === true ? 0 : 2)}\n`);
  return report.connected === report.boxes ? 0 : 1;
};

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
