import type { z } from 'zod';
import type { CloudReady, SimReady } from './ready.ts';

/** What a box of the demo is told: where its cloud and its buses are. */
export const edgeConfig = (
  cloud: Pick<z.infer<typeof CloudReady>, 'deviceUrl' | 'caFile'>,
  sim: z.infer<typeof SimReady>,
) => ({
  cloud: { url: cloud.deviceUrl, caFile: cloud.caFile },
  buses: Object.fromEntries(
    Object.entries(sim.buses).map(([name, path]) => [name, { kind: 'modbus-rtu', path, baud: 9600 }]),
  ),
  simulator: { url: sim.url },
});
