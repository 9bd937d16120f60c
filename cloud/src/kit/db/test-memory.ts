import { statfsSync } from 'node:fs';

/** A folder in memory, where Linux has one: making a database there takes a twentieth of the time. */
const IN_MEMORY = '/dev/shm';

/** A folder in memory that has so much room, where there is one. */
export const inMemory = (bytes: number): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= bytes ? IN_MEMORY : undefined;
  } catch {
    return undefined; // Not on this system.
  }
};
