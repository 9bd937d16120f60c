import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** The longest that one turn of the event loop took: nothing else of the thread could run meanwhile. */
export interface Piece {
  /** Processor time of the thread that runs the loop, which other processes of the machine cannot add to. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Looks at every turn of this thread's loop from now on; keeps it turning. Returns what ends that, and tells. */
export const watchPieces = (): (() => Promise<Piece>) => {
  let watching = true;
  const watch = async (): Promise<Piece> => {
    let [cpuMs, wallMs] = [0, 0];
    let [cpu, wall] = [threadMs(), systemClock.monoMs()];
    while (watching) {
      await turnOfTheLoop();
      const [cpuNow, wallNow] = [threadMs(), systemClock.monoMs()];
      cpuMs = Math.max(cpuMs, cpuNow - cpu);
      wallMs = Math.max(wallMs, wallNow - wall);
      [cpu, wall] = [cpuNow, wallNow];
    }
    return { cpuMs, wallMs };
  };
  const watched = watch();
  return () => {
    watching = false;
    return watched;
  };
};
