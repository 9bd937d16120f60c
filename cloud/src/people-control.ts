import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from './db/unit-of-work.ts';
import type { Services } from './services.ts';

const id = z.string().max(64);
const by = z.string().trim().min(1).max(120);
const person = { facilityId: FacilityId, personId: id };
const staff = { facilityId: FacilityId, staffId: id };
/** Numbers and PINs: in a body over the socket of this machine, and nowhere else. */
const text = z.string().min(1).max(200);
const role = z.enum(['staff', 'manager']);

/** Orders about persons, what they present at doors, and the staff of panels. No answer repeats a number or a PIN. */
export const peopleCommands = (
  db: Pick<Database, 'read' | 'write'>,
  { access, credentials }: Pick<Services, 'access' | 'credentials'>,
): Readonly<Record<string, ControlCommand>> => ({
  person: controlCommand({
    body: z.strictObject({ facilityId: FacilityId, partnerId: PartnerId, memberId: z.string().min(1).max(120), by }),
    run: async ({ by, ...member }) => ({ personId: await db.write((tx) => access.personFor(tx, member, by)) }),
  }),
  ban: controlCommand({
    body: z.strictObject({ ...person, banned: z.boolean(), by, reason: z.string().trim().min(1).max(200) }),
    run: ({ facilityId, personId, banned, ...why }) =>
      db.write((tx) => access.setFlags(tx, { facilityId, personId }, { banned }, why)),
  }),
  extend: controlCommand({
    body: z.strictObject({ ...person, extended: z.boolean() }),
    run: ({ facilityId, personId, extended }) =>
      db.write((tx) => access.setExtended(tx, facilityId, personId, extended)),
  }),
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
  staff: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ staff: await db.read((tx) => credentials.listStaff(tx, facilityId)) }),
  }),
  'add-staff': controlCommand({
    body: z.strictObject({ facilityId: FacilityId, name: z.string().trim().min(1).max(120), role, pin: text, by }),
    run: async ({ facilityId, by, pin: text, ...given }) => {
      const pin = await credentials.staffPin(text);
      return { staffId: await db.write((tx) => credentials.addStaff(tx, facilityId, { ...given, pin }, by)) };
    },
  }),
  'set-staff-pin': controlCommand({
    body: z.strictObject({ ...staff, pin: text, by }),
    run: async ({ facilityId, staffId: id, pin: text, by }) => {
      await db.read((tx) => credentials.requireStaff(tx, facilityId, id));
      const pin = await credentials.staffPin(text);
      await db.write((tx) => credentials.changeStaff(tx, { facilityId, id, by }, { pin }));
    },
  }),
  'set-staff-role': controlCommand({
    body: z.strictObject({ ...staff, role, by }),
    run: ({ facilityId, staffId: id, role, by }) =>
      db.write((tx) => credentials.changeStaff(tx, { facilityId, id, by }, { role })),
  }),
  'remove-staff': controlCommand({
    body: z.strictObject(staff),
    run: ({ facilityId, staffId }) => db.write((tx) => credentials.removeStaff(tx, facilityId, staffId)),
  }),
});
