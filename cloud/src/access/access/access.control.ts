import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { AccessService } from './access.service.ts';

const by = z.string().trim().min(1).max(120);
const person = { facilityId: FacilityId, personId: z.string().max(64) };

/** Orders about persons. */
export const accessCommands = ({
  db,
  access,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly access: Pick<AccessService, 'personFor' | 'setFlags' | 'setExtended'>;
}): Readonly<Record<string, ControlCommand>> => ({
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
});
