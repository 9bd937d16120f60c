import { z } from 'zod';
import { startProgram } from './program.ts';

export const Residents = z.object({
  /** Bytes of one member’s record. */
  recordBytes: z.number(),
  /** What the process grew by for each member. */
  residentBytes: z.number(),
  /** Decisions about members at random, at instants at random, round by round. */
  perCpuSecond: z.array(z.number()),
});
export type Residents = z.infer<typeof Residents>;

/** In a process of its own, so that its memory is the members’. */
export const measureResidents = async (members: number, rounds: number, forMs: number): Promise<Residents> => {
  const program = await startProgram('residents', [members, rounds, forMs].map(String), Residents);
  await program.stop();
  return program.ready;
};
