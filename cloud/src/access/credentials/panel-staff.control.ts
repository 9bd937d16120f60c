import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { CredentialsService } from './credentials.service.ts';

const by = z.string().trim().min(1).max(120);
const staff = { facilityId: FacilityId, staffId: z.string().max(64) };
/** A PIN: in a body over the socket of this machine, and nowhere else. */
const text = z.string().min(1).max(200);
const role = z.enum(['staff', 'manager']);

/** Orders about the staff of panels. No answer repeats a PIN. */
export const panelStaffCommands = ({
  db,
  credentials,
}: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly credentials: Pick<
    CredentialsService,
    'listStaff' | 'staffPin' | 'addStaff' | 'requireStaff' | 'changeStaff' | 'removeStaff'
  >;
}): Readonly<Record<string, ControlCommand>> => ({
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
