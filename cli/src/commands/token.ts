import { userInfo } from 'node:os';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, Option } from 'commander';
import { z } from 'zod';

interface Asked {
  readonly data: string;
  readonly user: string;
  readonly scope: string;
  readonly by: string;
}

const Issued = z.object({ token: z.string() });

/** `gatehouse token`: a token of the unified API on the standard output, and nothing else, so that a line of a shell can take it. */
export const tokenCommand = (): Command =>
  new Command('token')
    .description('Print a token of the unified API, for 15 minutes. It asks the cloud that runs on this machine.')
    .addOption(new Option('--scope <words>', 'what it is for, such as "read facility:fac_…"').default('read'))
    .addOption(new Option('--user <email>', 'whose it is').default('admin@gatehouse.local'))
    .addOption(new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud'))
    .addOption(new Option('--by <name>', 'who says so, for the record').default(userInfo().username))
    .action(async ({ data, user, scope, by }: Asked) => {
      const { token } = Issued.parse(await callControl(data, 'token', { email: user, scope, by }));
      console.log(token);
    });
