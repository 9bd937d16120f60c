import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { RestrictedSignatures } from './restricted-signatures.ts';

/** The order to read what somebody has signed who was erased since: for a claim, by whoever has the machine. */
export const restrictedCommands = ({
  db,
  restrictedSignatures,
  log,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly restrictedSignatures: Pick<RestrictedSignatures, 'open'>;
  readonly log: { info(detail: unknown, message: string): void };
}): Readonly<Record<string, ControlCommand>> => ({
  'read-restricted-signature': controlCommand({
    body: z.strictObject({
      signatureId: z.string().regex(/^sig_[0-9a-z]{16}$/, 'must be a signature: sig_ and 16 characters'),
    }),
    run: async ({ signatureId }) => {
      const text = await db.read((tx) => restrictedSignatures.open(tx, signatureId));
      log.info({ signatureId, found: text !== undefined }, 'a restricted signature was read by order');
      return { signatureId, signed: text === undefined ? null : JSON.parse(text) };
    },
  }),
});
