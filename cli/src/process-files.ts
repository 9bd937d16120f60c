import { fileURLToPath } from 'node:url';

/** The programs that this command line starts. They are processes of their own: nothing of them is imported. */
export const PROGRAMS = {
  cloud: fileURLToPath(new URL('../../cloud/src/main.ts', import.meta.url)),
  edge: fileURLToPath(new URL('../../edge/src/main.ts', import.meta.url)),
  edgeWhenTold: fileURLToPath(new URL('../../edge/src/main-when-told.ts', import.meta.url)),
  edgeOffline: fileURLToPath(new URL('../../edge/src/offline/main.ts', import.meta.url)),
  edgeCheck: fileURLToPath(new URL('../../edge/src/machine-check/main.ts', import.meta.url)),
  edgeBoards: fileURLToPath(new URL('../../edge/src/boards/main.ts', import.meta.url)),
  sim: fileURLToPath(new URL('../../firmware-sim/src/main.ts', import.meta.url)),
  fleet: fileURLToPath(new URL('../../firmware-sim/src/fleet/main.ts', import.meta.url)),
  scenario: fileURLToPath(new URL('../../firmware-sim/src/scenario/main.ts', import.meta.url)),
  standIns: fileURLToPath(new URL('../../stand-ins/src/main.ts', import.meta.url)),
  simControl: fileURLToPath(new URL('../../firmware-sim/src/cli.ts', import.meta.url)),
} as const;
