import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { AccessTarget } from './access-target.ts';
import type { ScopesService } from './scopes.service.ts';

/** Orders about what the scope keys of partners open. */
export const scopeCommands = ({
  db,
  scopes,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly scopes: Pick<ScopesService, 'setKey'>;
}): Readonly<Record<string, ControlCommand>> => ({
  'map-scope-key': controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      facilityId: FacilityId,
      key: z.string().trim().min(1).max(120),
      target: AccessTarget,
    }),
    run: async ({ target, ...of }) => {
      await db.write((tx) => scopes.setKey(tx, of, { target }));
    },
  }),
});
