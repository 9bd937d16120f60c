import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import type { CloudAlone } from './cloud-side.ts';
import type { Sample } from './load.ts';
import { startProgram } from './program.ts';

const Ready = z.object({ bytes: z.number() });
const Pushes = z.object({ latenciesMs: z.array(z.number()), elapsedMs: z.number() });

/** A partner in a process of its own that pushes its members over one connection. */
export interface PusherSide {
  /** Bytes of a body. */
  readonly bytes: number;
  /** So many pushes, one after the other. */
  times(count: number): Promise<Sample>;
  /** Pushes one after the other for so long. */
  forMs(ms: number): Promise<Sample>;
  stop(): Promise<void>;
}

export const startPusher = async (
  { caFile }: Certificate,
  { port, pushKey, facilityId }: Pick<CloudAlone, 'port' | 'pushKey' | 'facilityId'>,
  members: number,
): Promise<PusherSide> => {
  const args = [String(port), caFile, pushKey, facilityId, String(members)];
  const { ready, request, stop } = await startProgram('pusher', args, Ready);
  return {
    bytes: ready.bytes,
    times: async (times) => Pushes.parse(await request({ times })),
    forMs: async (forMs) => Pushes.parse(await request({ forMs })),
    stop,
  };
};
