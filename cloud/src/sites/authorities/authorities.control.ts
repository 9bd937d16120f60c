import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { AuthoritiesService } from './authorities.service.ts';

/** Shows which certificates the panels of a facility may have. */
export const authorityCommands = ({
  authorities,
}: {
  readonly authorities: Pick<AuthoritiesService, 'offered'>;
}): Readonly<Record<string, ControlCommand>> => ({
  authority: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ authorities: await authorities.offered(facilityId) }),
  }),
});
