import { isAbsolute } from 'node:path';
import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { writeBrokerFolder } from './broker-folder.ts';

/** Makes the folder of a broker that is a process of its own. */
export const brokerFolderCommand = (secretsDir: string, clock: Pick<Clock, 'wallMs'>): ControlCommand =>
  controlCommand({
    body: z.strictObject({
      dir: z.string().max(1_000).refine(isAbsolute, 'must be an absolute path'),
      names: z
        .array(z.union([z.hostname(), z.ipv4(), z.ipv6()]))
        .min(1)
        .max(16),
    }),
    run: async ({ dir, names }) => {
      await writeBrokerFolder(secretsDir, { dir, names }, clock.wallMs());
      return { dir, names };
    },
  });
