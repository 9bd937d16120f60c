import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import { startProgram } from './program.ts';

const Got = z.object({ answers: z.number(), bytes: z.number(), refused: z.number(), elapsedMs: z.number() });
export type Got = z.infer<typeof Got>;

/** Many connections that all want the same, in a process of their own. */
export interface Crowd {
  /** Before they ask: that is no part of what is measured. */
  connect(): Promise<unknown>;
  forMs(ms: number): Promise<Got>;
  stop(): Promise<void>;
}

/** What they want: the reference; to push members; to search the audit; to query the graph, so many of them, each so often. */
export type Wanted =
  | { readonly kind: 'read' }
  | { readonly kind: 'push'; readonly key: string; readonly facilityId: string }
  | { readonly kind: 'search'; readonly key: string }
  | {
      readonly kind: 'query';
      readonly key: string;
      readonly query: string;
      readonly users: number;
      readonly perSecond: number;
    };

/** As many as the finding had. */
export const CROWD = 200;

const ANYTHING = { key: '', facilityId: '', query: '', users: CROWD, perSecond: 0 };

export const startCrowd = async ({ caFile }: Certificate, port: number, wanted: Wanted): Promise<Crowd> => {
  const { kind, key, facilityId, query, users, perSecond } = { ...ANYTHING, ...wanted };
  const args = [port, caFile, users, kind, key, facilityId, query, perSecond].map(String);
  const { request, stop } = await startProgram('crowd', args, z.object({}));
  return { connect: () => request({}), forMs: async (forMs) => Got.parse(await request({ forMs })), stop };
};
