import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { SandboxService } from './sandbox.service.ts';

/** Makes a facility a sandbox, or no longer. */
export const sandboxCommands = ({
  sandbox,
}: {
  readonly sandbox: Pick<SandboxService, 'setFacility'>;
}): Readonly<Record<string, ControlCommand>> => ({
  sandbox: controlCommand({
    body: z.strictObject({ facilityId: FacilityId, enabled: z.boolean() }),
    run: ({ facilityId, enabled }) => sandbox.setFacility(facilityId, enabled),
  }),
});
