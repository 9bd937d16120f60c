import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import { startProgram } from './program.ts';

const Read = z.object({ pages: z.number(), bytes: z.number(), refused: z.number(), elapsedMs: z.number() });
export type Read = z.infer<typeof Read>;

/** Readers of the reference in a process of its own. */
export interface ReadersSide {
  /** Before they read: that is no part of what is measured. */
  connect(): Promise<unknown>;
  forMs(ms: number): Promise<Read>;
  stop(): Promise<void>;
}

/** As many as the finding had. */
const READERS = 200;

export const startReaders = async ({ caFile }: Certificate, port: number): Promise<ReadersSide> => {
  const args = [String(port), caFile, String(READERS), '/docs/'];
  const { request, stop } = await startProgram('readers', args, z.object({}));
  return { connect: () => request({}), forMs: async (forMs) => Read.parse(await request({ forMs })), stop };
};
