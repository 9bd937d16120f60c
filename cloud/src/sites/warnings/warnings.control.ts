import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { WarningsService } from './warnings.service.ts';

/** Shows the warnings of a facility. */
export const warningCommands = ({
  warnings,
}: {
  readonly warnings: Pick<WarningsService, 'list'>;
}): Readonly<Record<string, ControlCommand>> => ({
  warnings: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ warnings: await warnings.list(facilityId) }),
  }),
});
