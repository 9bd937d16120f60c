import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { ReleaseVersion } from '@gatehouse/shared/release/release-version.ts';
import { z } from 'zod';
import type { Updater } from '../update/create-updater.ts';

/** `gatehouse edge update`: how updates stand; `check` looks for a release now; `to` asks for one version, even an older one. */
export const updateCommands = (updates: Pick<Updater, 'standing' | 'check'>): Record<string, ControlCommand> => ({
  update: controlCommand({
    body: z.strictObject({ check: z.boolean().default(false), to: ReleaseVersion.optional() }),
    run: async ({ check, to }) => (check || to !== undefined ? updates.check(to) : updates.standing()),
  }),
});
