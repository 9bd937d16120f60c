import { WiringHash } from '@gatehouse/shared/wire/wiring-hash.ts';
import { z } from 'zod';
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
    /** The doors follow what was decided, and the cloud hears of it. */
    decided(): Promise<void>;
  };
  readonly post: ReturnType<typeof staffPost>;
}

/** Whoever is signed in says that the doors are wired so, or that they are not. Needs no cloud. */
export const wiringPosts = ({ wiring, post }: WiringPostsDeps): Readonly<Record<string, Handler>> => ({
  'POST /wiring/confirm': post({ body: ConfirmBody }, async ({ hash, anyway }, { who }) => {
    await wiring.confirm({ hash, who, anyway });
    await wiring.decided();
  }),
  'POST /wiring/reject': post({ body: RejectBody }, async ({ hash }, { who }) => {
    await wiring.reject({ hash, who });
    await wiring.decided();
  }),
});
