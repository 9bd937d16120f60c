import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import { cpuMs } from './cpu.ts';
import { startProgram } from './program.ts';

/** What each socket is to be: its headers, and what it says, each time until so many messages have come. */
export interface Opened {
  readonly port: number;
  readonly path: string;
  readonly protocols?: readonly string[];
  readonly headers: readonly object[];
  readonly says?: readonly { readonly text: string; readonly hears: number }[];
  /** So many different callers take turns there: each opens a few a second, as a limit may allow no more. */
  readonly callers: number;
}
/** What came, and how many ms after the start of noting. */
export type Frames = readonly (readonly [atMs: number, text: string])[];

const Noted = z.object({ noted: z.array(z.tuple([z.number(), z.string()])) });
const LastHeard = z.object({ lastAtMs: z.number() });
const Listening = z.object({ port: z.number() });

/** One process that opens many WebSockets, and one that writes to as many bare ones: the floor of whatever is told to all. */
export const startManySockets = async ({ caPem, keyFile, certificateFile }: Certificate) => {
  const watchers = await startProgram('watchers', [], z.object({}));
  const bare = await startProgram('bare-ws-server', [keyFile, certificateFile], Listening);
  const open = async ({ port, path, protocols = [], says = [], ...rest }: Opened): Promise<void> => {
    const url = `wss://localhost:${port}${path}`;
    await watchers.request({ open: { url, ca: caPem, protocols, says, ...rest } });
  };
  return {
    /** Closes those that are open, and opens these. */
    open,
    closeAll: () => open({ port: bare.ready.port, path: '/', headers: [], callers: 1 }),
    /** Notes from now on what the first socket gets. */
    note: () => watchers.request({ note: true }),
    noted: async (): Promise<Frames> => Noted.parse(await watchers.request({})).noted,
    /** Once each of them has got a message more: when the last one had, in ms since 1970. */
    lastHeard: async (): Promise<number> => LastHeard.parse(await watchers.request({ all: true })).lastAtMs,
    /** Processor time a second of bare sockets, so many of them, that are written these frames at these times. */
    bareCpu: async (frames: Frames, sockets: number): Promise<number> => {
      const headers = Array.from({ length: sockets }, () => ({}));
      await open({ port: bare.ready.port, path: '/', headers, callers: sockets });
      return cpuOf(bare.pid, () => bare.request({ frames }));
    },
    echoPort: bare.ready.port,
    stop: async (): Promise<void> => {
      await watchers.stop();
      await bare.stop();
    },
  };
};

/** Processor time of a process, in ms a second, while this runs. */
export const cpuOf = async (pid: number, run: () => Promise<unknown>): Promise<number> => {
  const [used, began] = [cpuMs(pid), systemClock.monoMs()];
  await run();
  return ((cpuMs(pid) - used) * 1_000) / (systemClock.monoMs() - began);
};
