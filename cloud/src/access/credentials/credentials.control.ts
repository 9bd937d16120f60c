import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { CredentialsService } from './credentials.service.ts';

const id = z.string().max(64);
const by = z.string().trim().min(1).max(120);
const person = { facilityId: FacilityId, personId: id };
/** Numbers and PINs: in a body over the socket of this machine, and nowhere else. */
const text = z.string().min(1).max(200);

/** Orders about what people present at doors. No answer repeats a number or a PIN. */
export const credentialCommands = ({
  db,
  credentials,
}: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly credentials: Pick<
    CredentialsService,
    | 'listCredentials'
    | 'addCredential'
    | 'replaceCredential'
    | 'disableCredential'
    | 'removeCredential'
    | 'verifierOfPin'
    | 'setPin'
    | 'removePin'
  >;
}): Readonly<Record<string, ControlCommand>> => ({
  credentials: controlCommand({
    body: z.strictObject(person),
    run: async ({ facilityId, personId }) => ({
      credentials: await db.read((tx) => credentials.listCredentials(tx, facilityId, personId)),
    }),
  }),
  'add-credential': controlCommand({
    body: z.strictObject({ ...person, by, kind: z.enum(['card', 'short_id']), text, asksPin: z.boolean() }),
    run: async ({ kind, text, asksPin, ...of }) => ({
      credentialId: await db.write((tx) => credentials.addCredential(tx, of, { kind, text, asksPin })),
    }),
  }),
  'replace-credential': controlCommand({
    body: z.strictObject({ facilityId: FacilityId, credentialId: id, text, by }),
    run: async ({ facilityId, credentialId, text, by }) => ({
      credentialId: await db.write((tx) => credentials.replaceCredential(tx, facilityId, credentialId, { text, by })),
    }),
  }),
  'disable-credential': controlCommand({
    body: z.strictObject({ facilityId: FacilityId, credentialId: id, disabled: z.boolean() }),
    run: ({ facilityId, credentialId, disabled }) =>
      db.write((tx) => credentials.disableCredential(tx, facilityId, credentialId, disabled)),
  }),
  'remove-credential': controlCommand({
    body: z.strictObject({ facilityId: FacilityId, credentialId: id }),
    run: ({ facilityId, credentialId }) => db.write((tx) => credentials.removeCredential(tx, facilityId, credentialId)),
  }),
  'set-pin': controlCommand({
    body: z.strictObject({ ...person, by, pin: text }),
    run: async ({ pin, ...of }) => {
      const verifier = await credentials.verifierOfPin(pin);
      await db.write((tx) => credentials.setPin(tx, of, verifier));
    },
  }),
  'remove-pin': controlCommand({
    body: z.strictObject(person),
    run: (of) => db.write((tx) => credentials.removePin(tx, of)),
  }),
});
