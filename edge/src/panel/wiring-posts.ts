import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import { WiringHash } from '@gatehouse/shared/wire/wiring-hash.ts';
import { z } from 'zod';
import { wiringFault } from '../wiring/wiring.faults.ts';
import type { WiringGate } from '../wiring/wiring-gate.ts';
import type { Handler } from './answers.ts';
import type { staffPost } from './posts.ts';

const Seen = z.string('Name the wiring that you saw.').pipe(WiringHash);
const ConfirmBody = z.strictObject({
  hash: Seen,
  /** Although a door that is wired anew stands released. */
  anyway: z.boolean('Say whether a door in use may be locked.').default(false),
});
const RejectBody = z.strictObject({ hash: Seen });

export interface WiringPostsDeps {
  readonly wiring: Pick<WiringGate, 'confirm' | 'reject'> & {
    /** The doors follow what was decided, and the cloud hears of it. Resolves with what cannot be driven. */
    decided(): Promise<readonly DoorProblem[]>;
  };
  readonly post: ReturnType<typeof staffPost>;
}

/** Whoever is signed in says that the doors are wired so, or that they are not. Needs no cloud. */
export const wiringPosts = ({ wiring, post }: WiringPostsDeps): Readonly<Record<string, Handler>> => ({
  'POST /wiring/confirm': post({ body: ConfirmBody }, async ({ hash, anyway }, { who }) => {
    await wiring.confirm({ hash, who, anyway });
    const problems = await wiring.decided().catch(() => {
      throw wiringFault(
        'wiring.not_applied',
        'It is confirmed, and the doors could not follow it yet. Confirm it once more.',
      );
    });
    if (problems.length === 0) return;
    const why = problems.map(({ door, message }) => `${door}: ${message}`).join('; ');
    throw wiringFault('wiring.not_driven', `It is confirmed, and these doors cannot be driven so yet. ${why}.`);
  }),
  'POST /wiring/reject': post({ body: RejectBody }, async ({ hash }, { who }) => {
    await wiring.reject({ hash, who });
    await wiring.decided().catch(() => undefined); // Nothing that a rejection has changed.
  }),
});
