import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What gives programs the GPIO lines and keyboards of a simulated building, in a mount namespace of their own. */
const HARDWARE = fileURLToPath(new URL('../../../firmware-sim/bin/hardware.sh', import.meta.url));

const Kinds = z.array(z.looseObject({ kind: z.string().optional() })).default([]);
const Parts = z.looseObject({ buses: Kinds, readers: Kinds });

/** Whether a building has parts that hang on the agent's own machine. */
const needsMachine = (building: object | null): boolean => {
  const parts = Parts.safeParse(building ?? {});
  return (
    parts.success &&
    (parts.data.buses.some(({ kind }) => kind === 'gpio') || parts.data.readers.some(({ kind }) => kind === 'keyboard'))
  );
};

/** What the simulator of a building is started through; undefined where it needs nothing. */
export const ofSimulator = (building: object | null, folder: string): readonly string[] | undefined =>
  needsMachine(building) ? [HARDWARE, 'start', folder] : undefined;

/** What its agent is started through, so that it sees the same files. */
export const besideSimulator = (building: object | null, simulatorPid = 0): readonly string[] | undefined =>
  needsMachine(building) ? [HARDWARE, 'enter', String(simulatorPid)] : undefined;
