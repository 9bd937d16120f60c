import type { z } from 'zod';
import type { CloudReady } from './ready.ts';

/** Where the demo puts what the guide for partners needs, relative to its data folder. */
export const PARTNER_ENV = 'partner.env';

/** Lines for a shell that name the demo's API, keys and ids as the guide for partners does. */
export const partnerEnv = ({ partnerUrl, caFile, demo }: z.infer<typeof CloudReady>): string =>
  Object.entries({
    API: partnerUrl,
    CA: caFile,
    KEY: demo.direct.keys.live,
    DRYRUN_KEY: demo.direct.keys.dryrun,
    READ_ONLY_KEY: demo.direct.keys.readOnly,
    FACILITY: demo.facilityId,
    DOOR: demo.doors.front,
    BRANCH_KEY: demo.linked.keys.live,
    BRANCH: demo.linkingIdentifier,
  })
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('');
